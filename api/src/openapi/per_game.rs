//! Places that every game fills with shapes of its own.

use tapis_games::erased::GameSchemas;
use tapis_solver::registry::Registry;
use utoipa::openapi::schema::{AnyOfBuilder, ArrayItems, ObjectBuilder, Type};
use utoipa::openapi::{OpenApi, Ref, RefOr, Schema};

use super::schemas::{Schemas, Shapes};
use super::{moves, tagged};
use tapis_service::catalogue::schema::reached;

/// Puts the games' schemas into the document and refers to them.
pub(super) fn fill(document: &mut OpenApi, games: &Registry) {
    let games = games.games().map(|game| Shapes {
        game: game.id(),
        schemas: game.schemas(),
        forms: game.about().notation,
    });
    let games: Vec<Shapes> = games.collect();
    let schemas = &mut document.components.get_or_insert_default().schemas;
    for Shapes { schemas: game, .. } in &games {
        // The full state is only ever hashed: its shape is nobody's.
        let used = reached(game, &[&game.options, &game.move_args, &game.outcome]);
        let used = game.all.iter().filter(|(name, _)| used.contains(name));
        schemas.extend(used.map(|(name, schema)| (name.clone(), schema.clone())));
    }
    let all = |name: fn(&GameSchemas) -> &str| games.iter().map(move |game| name(&game.schemas));
    choice(
        schemas,
        "AnyOptions",
        "The options of a ruleset. The schema depends on the game.",
        all(|game| &game.options),
    );
    choice(schemas, "AnyOutcome", OUTCOME, all(|game| &game.outcome));
    if games.is_empty() {
        moves::show(schemas);
    } else {
        tagged::rulesets(schemas, &games);
        moves::fill(schemas, &games);
    }
    if let Some(RefOr::T(Schema::Object(reference))) = schemas.get_mut("RulesetReference") {
        reference.properties.insert("options".to_owned(), Ref::from_schema_name("AnyOptions").into());
    }
    // Named by a crate that knows of one game at a time.
    if let Some(RefOr::T(Schema::Object(log))) = schemas.get_mut("ObservationLog")
        && let Some(RefOr::T(Schema::Array(plies))) = log.properties.get_mut("plies")
    {
        plies.items = ArrayItems::RefOrSchema(Box::new(Ref::from_schema_name("SeenPly").into()));
    }
}

const OUTCOME: &str =
    "What a ply told its reader beyond its notation. The schema depends on the game of the ruleset.";

/// One shape or another: some of them (no options, an outcome of nothing) have more than one.
fn choice<'a>(schemas: &mut Schemas, place: &str, said: &str, names: impl Iterator<Item = &'a str>) {
    let mut names = names.peekable();
    if names.peek().is_none() {
        let any = ObjectBuilder::new().schema_type(Type::Object).description(Some(said));
        schemas.insert(place.to_owned(), Schema::Object(any.build()).into());
        return;
    }
    let shapes = names.fold(AnyOfBuilder::new().description(Some(said)), |shapes, name| {
        shapes.item(Ref::from_schema_name(name))
    });
    schemas.insert(place.to_owned(), Schema::AnyOf(shapes.build()).into());
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use tapis_solver::registry::Registry;

    /// Two games, or a game and the service, never mean different things by one name.
    #[test]
    fn names_of_schemas_are_unique() {
        let mut seen = HashMap::new();
        for game in Registry::standard().games() {
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
