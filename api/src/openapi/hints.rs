//! A hint is of one level and, as each level contains the ones before it, of every lower level, too.

use utoipa::openapi::schema::AnyOfBuilder;
use utoipa::openapi::{RefOr, Schema};

use super::Schemas;

/// Says so of the shapes of a hint, the most telling first: a client that takes the first that fits takes all there is.
pub(super) fn nest(schemas: &mut Schemas) {
    let Some(RefOr::T(Schema::OneOf(hint))) = schemas.get("HintBody").cloned() else { return };
    let shapes = AnyOfBuilder::new().description(hint.description);
    let shapes = hint.items.into_iter().rev().fold(shapes, AnyOfBuilder::item);
    schemas.insert("HintBody".to_owned(), Schema::AnyOf(shapes.build()).into());
}
