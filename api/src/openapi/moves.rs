//! Legal moves in the document: one shape a kind, each with its notation.

use serde_json::Value;
use tapis_games::shown::PickStep;
use utoipa::openapi::schema::{AnyOfBuilder, ArrayBuilder, ObjectBuilder, Type};
use utoipa::openapi::{Object, Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::schemas::{Schemas, Shapes};

/// The place of a legal move.
const PLACE: &str = "LegalMove";
/// Many moves in one description.
const CHOICE: &str = "SetMove";

/// Adds the notation to every kind of move, and lists the moves of all games.
pub(super) fn fill(schemas: &mut Schemas, games: &[Shapes]) {
    let notation = notation(schemas);
    let shown = [("picks", picks(schemas)), ("text", Ref::from_schema_name("Text").into())];
    let said = "A legal move: its `notation` and its parts. The schema depends on the kind.";
    let mut legal = AnyOfBuilder::new().description(Some(said));
    for Shapes { schemas: names, forms, .. } in games {
        legal = legal.item(Ref::from_schema_name(&names.move_args));
        let Some(RefOr::T(Schema::OneOf(kinds))) = schemas.get_mut(&names.move_args) else { continue };
        for kind in &mut kinds.items {
            let RefOr::T(Schema::Object(kind)) = kind else { continue };
            let notation = with_example(notation.clone(), example(forms, kind));
            kind.properties.insert("notation".to_owned(), notation);
            kind.required.push("notation".to_owned());
            for (name, schema) in &shown {
                kind.properties.insert((*name).to_owned(), schema.clone());
            }
        }
    }
    legal = legal.item(Ref::from_schema_name(CHOICE));
    schemas.insert(PLACE.to_owned(), Schema::AnyOf(legal.build()).into());
}

/// Without games: a legal move of any kind, with its picks and its text.
pub(super) fn show(schemas: &mut Schemas) {
    let shown = [("picks", picks(schemas)), ("text", Ref::from_schema_name("Text").into())];
    let object = match schemas.get_mut(PLACE) {
        Some(RefOr::T(Schema::Object(object))) => Some(object),
        Some(RefOr::T(Schema::AllOf(all))) => all.items.iter_mut().find_map(|part| match part {
            RefOr::T(Schema::Object(object)) => Some(object),
            _ => None,
        }),
        _ => None,
    };
    if let Some(object) = object {
        object.properties.extend(shown.map(|(name, schema)| (name.to_owned(), schema)));
    }
}

/// The first notation of this kind of move among the game's forms: kinds are the first words of their notations.
fn example(forms: &[&str], kind: &Object) -> Option<Value> {
    let Some(RefOr::T(Schema::Object(tag))) = kind.properties.get("kind") else { return None };
    let kind = tag.enum_values.as_deref()?.first()?.as_str()?;
    let alternatives = forms.iter().flat_map(|form| form.split(" | "));
    // What follows is said about the notation, or another one.
    let alone = |form: &str| {
        let end = [", ", " (", " … "].iter().filter_map(|mark| form.find(mark)).min();
        form[..end.unwrap_or(form.len())].to_owned()
    };
    alternatives.map(alone).find(|form| form.split(' ').next() == Some(kind)).map(Value::from)
}

fn with_example(mut notation: RefOr<Schema>, example: Option<Value>) -> RefOr<Schema> {
    if let RefOr::T(Schema::Object(text)) = &mut notation {
        text.example = example;
    }
    notation
}

/// The taps that make a move, and the shapes they are made of.
fn picks(schemas: &mut Schemas) -> RefOr<Schema> {
    let mut named = vec![(PickStep::name().into_owned(), PickStep::schema())];
    PickStep::schemas(&mut named);
    schemas.extend(named);
    let said = "The taps that make the move, step by step; the taps of one step may come in any order. Only in states, and absent for games that do not say how to draw them.";
    let steps = ArrayBuilder::new().items(Ref::from_schema_name(PickStep::name())).description(Some(said));
    Schema::Array(steps.build()).into()
}

/// The notation, as the service describes it.
fn notation(schemas: &Schemas) -> RefOr<Schema> {
    match schemas.get(PLACE) {
        Some(RefOr::T(Schema::AllOf(all))) => all.items.iter().find_map(|part| match part {
            RefOr::T(Schema::Object(object)) => object.properties.get("notation").cloned(),
            _ => None,
        }),
        Some(RefOr::T(Schema::Object(object))) => object.properties.get("notation").cloned(),
        _ => None,
    }
    .unwrap_or_else(|| string("What to send as `move`."))
}

fn string(said: &str) -> RefOr<Schema> {
    Schema::Object(ObjectBuilder::new().schema_type(Type::String).description(Some(said)).build()).into()
}
