//! Shapes that say whose they are: the member `game` tells which one it is.

use utoipa::openapi::schema::{Discriminator, ObjectBuilder, OneOfBuilder, Type};
use utoipa::openapi::{Object, Ref, RefOr, Schema};

use super::schemas::{Schemas, Shapes};

const TAG: &str = "game";

/// A ruleset, with the options of its game.
pub(super) fn rulesets(schemas: &mut Schemas, games: &[Shapes]) {
    let Some(RefOr::T(Schema::Object(any))) = schemas.get("Ruleset").cloned() else { return };
    let mut tagged = Vec::new();
    for Shapes { game, schemas: names, .. } in games {
        let mut ruleset = any.clone();
        ruleset.properties.insert("options".to_owned(), Ref::from_schema_name(&names.options).into());
        tag(&mut ruleset, game);
        let name = format!("{}Ruleset", names.options.trim_end_matches("Options"));
        schemas.insert(name.clone(), Schema::Object(ruleset).into());
        tagged.push((*game, name));
    }
    schemas.insert("Ruleset".to_owned(), choice("A ruleset. `game` selects the schema.", &tagged));
}

fn tag(object: &mut Object, game: &str) {
    object.properties.insert(TAG.to_owned(), the(game, "The game."));
    if !object.required.iter().any(|name| name == TAG) {
        object.required.push(TAG.to_owned());
    }
}

/// A string that is always the same.
pub(super) fn the(text: &str, said: &str) -> RefOr<Schema> {
    let schema = ObjectBuilder::new().schema_type(Type::String).description(Some(said));
    Schema::Object(schema.enum_values(Some([text])).build()).into()
}

fn choice(said: &str, tagged: &[(&str, String)]) -> RefOr<Schema> {
    let mapping = tagged.iter().map(|(game, name)| (*game, Ref::from_schema_name(name).ref_location));
    let choice = OneOfBuilder::new().description(Some(said));
    let choice = choice.discriminator(Some(Discriminator::with_mapping(TAG, mapping)));
    let choice = tagged.iter().fold(choice, |choice, (_, name)| choice.item(Ref::from_schema_name(name)));
    Schema::OneOf(choice.build()).into()
}
