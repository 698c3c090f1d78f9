//! Places that every game fills with shapes of its own.

use tapis_games::erased::GameSchemas;
use tapis_games::registry;
use utoipa::openapi::schema::{ArrayItems, OneOfBuilder};
use utoipa::openapi::{OpenApi, Ref, RefOr, Schema};

use crate::catalogue::schema::reached;

/// The name of a game's schema for a place.
type NameOf = fn(&GameSchemas) -> &str;

/// The places, what is said of them, and what fills them.
const PLACES: [(&str, &str, NameOf); 4] = [
    ("AnyOptions", "The options of a ruleset. One shape a game.", |game| &game.options),
    ("AnyView", "What the caller sees of the position. One shape a game.", |game| &game.view),
    ("AnyMove", "A move taken apart: `kind` and `args`. One shape a game.", |game| &game.move_args),
    ("AnyOutcome", "What a ply told its reader beyond its notation. One shape a game.", |game| &game.outcome),
];

/// Puts the games' schemas into the document and refers to them.
pub(super) fn fill(document: &mut OpenApi) {
    let games: Vec<GameSchemas> = registry::games().iter().map(|game| game.schemas()).collect();
    let schemas = &mut document.components.get_or_insert_default().schemas;
    for (place, said, name) in PLACES {
        let shapes = games.iter().fold(OneOfBuilder::new().description(Some(said)), |shapes, game| {
            shapes.item(Ref::from_schema_name(name(game)))
        });
        schemas.insert(place.to_owned(), Schema::OneOf(shapes.build()).into());
    }
    // Named by crates that know of one game at a time.
    if let Some(RefOr::T(Schema::Object(ruleset))) = schemas.get_mut("Ruleset") {
        let options = Ref::from_schema_name("AnyOptions");
        ruleset.properties.insert("options".to_owned(), options.into());
    }
    if let Some(RefOr::T(Schema::Object(log))) = schemas.get_mut("ObservationLog")
        && let Some(RefOr::T(Schema::Array(plies))) = log.properties.get_mut("plies")
    {
        let ply = Ref::from_schema_name("SeenPly_AnyOutcome");
        plies.items = ArrayItems::RefOrSchema(Box::new(ply.into()));
    }
    for game in games {
        // The full state is only ever hashed: its shape is nobody's.
        let used = reached(&game, &PLACES.map(|(_, _, name)| name(&game)));
        schemas.extend(game.all.into_iter().filter(|(name, _)| used.contains(name)));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use tapis_games::registry;

    /// Two games, or a game and the service, never mean different things by one name.
    #[test]
    fn names_of_schemas_are_unique() {
        let mut seen = HashMap::new();
        for game in registry::games() {
            for (name, schema) in game.schemas().all {
                let first = seen.entry(name.clone()).or_insert_with(|| schema.clone());
                assert!(*first == schema, "{name} of {}", game.id());
            }
        }
        assert!(!seen.is_empty(), "the games have shapes");
        let ours = crate::openapi::collected();
        let ours = ours.components.unwrap_or_default().schemas;
        for (name, schema) in ours {
            // Both may name what is everybody's, as a seat is.
            assert!(seen.get(&name).is_none_or(|theirs| *theirs == schema), "{name} is the service's");
        }
    }
}
