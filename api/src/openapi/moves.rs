//! Legal moves in the document: one shape a kind, each with its notation.

use utoipa::openapi::schema::{AnyOfBuilder, ArrayBuilder, ObjectBuilder, Type};
use utoipa::openapi::{Ref, RefOr, Schema};

use super::per_game::{Schemas, Shapes};

/// The place of a legal move.
const PLACE: &str = "LegalMove";
/// Many moves in one description.
const CHOICE: &str = "SetMove";

/// Adds the notation to every kind of move, and lists the moves of all games.
pub(super) fn fill(schemas: &mut Schemas, games: &[Shapes]) {
    let notation = notation(schemas);
    let said = "A legal move: its `notation`, and the same taken apart. One shape a kind.";
    let mut legal = AnyOfBuilder::new().description(Some(said));
    for Shapes { schemas: names, .. } in games {
        legal = legal.item(Ref::from_schema_name(&names.move_args));
        let Some(RefOr::T(Schema::OneOf(kinds))) = schemas.get_mut(&names.move_args) else { continue };
        for kind in &mut kinds.items {
            let RefOr::T(Schema::Object(kind)) = kind else { continue };
            kind.properties.insert("notation".to_owned(), notation.clone());
            kind.required.push("notation".to_owned());
        }
    }
    schemas.insert(CHOICE.to_owned(), set_move());
    legal = legal.item(Ref::from_schema_name(CHOICE));
    schemas.insert(PLACE.to_owned(), Schema::AnyOf(legal.build()).into());
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

fn set_move() -> RefOr<Schema> {
    let said = "Many moves of one kind in one description, which has no notation: any candidates, at least one and at \
        most `max`, that all belong to the seat to move or to one single other owner, written in ascending order as \
        the game's `notation` shows.";
    let seats = ArrayBuilder::new().items(Ref::from_schema_name("Seat"));
    let candidates = ArrayBuilder::new().items(string("A candidate."));
    let max = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0)).maximum(Some(100));
    let choose = ObjectBuilder::new()
        .description(Some("What there is to choose from."))
        .property("owners", seats.description(Some("The seats before whom candidates lie, ascending.")))
        .property(
            "candidates",
            candidates.description(Some("The candidates, as they stand in the notation, ascending.")),
        )
        .property("max", max.description(Some("The most that may be chosen.")));
    let choose =
        ["owners", "candidates", "max"].into_iter().fold(choose, |choose, name| choose.required(name));
    let object = ObjectBuilder::new()
        .description(Some(said))
        .property("kind", string("The kind of move."))
        .property("choose", choose)
        .required("kind")
        .required("choose");
    Schema::Object(object.build()).into()
}

fn string(said: &str) -> RefOr<Schema> {
    Schema::Object(ObjectBuilder::new().schema_type(Type::String).description(Some(said)).build()).into()
}
