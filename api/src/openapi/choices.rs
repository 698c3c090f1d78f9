//! Choices as generators of clients can take them: a list among the shapes has a name, and there is one shape of words.

use utoipa::openapi::schema::{AnyOfBuilder, ArrayItems, OneOf, SchemaType, Type};
use utoipa::openapi::{Object, Ref, RefOr, Schema};

use super::Schemas;

/// A hint is of one level and, as each level contains the ones before it, of every lower level, too. Says so of its shapes, the most
/// telling first: a client that takes the first that fits takes all there is.
pub(super) fn nest_hints(schemas: &mut Schemas) {
    let Some(RefOr::T(Schema::OneOf(hint))) = schemas.get("HintBody").cloned() else { return };
    let shapes = AnyOfBuilder::new().description(hint.description);
    let shapes = hint.items.into_iter().rev().fold(shapes, AnyOfBuilder::item);
    schemas.insert("HintBody".to_owned(), Schema::AnyOf(shapes.build()).into());
}

/// Makes them so.
pub(super) fn mend(schemas: &mut Schemas) {
    let choices: Vec<_> = schemas.iter().filter_map(|(name, schema)| choice(name, schema)).collect();
    for (name, was) in choices {
        let mut choice = was.clone();
        merge_words(&mut choice);
        for shape in &mut choice.items {
            match shape {
                RefOr::T(Schema::Array(list)) => {
                    // A set among the shapes is one thing to a generator's types, and another to its code.
                    list.unique_items = false;
                    let own = format!("{name}List");
                    let list = std::mem::replace(shape, Ref::from_schema_name(&own).into());
                    schemas.insert(own, list);
                }
                // A shape with a text beside its name is not imported where it is used.
                RefOr::Ref(named) => named.description.clear(),
                RefOr::T(_) => {}
            }
        }
        schemas.values_mut().for_each(|schema| refer(schema, &name, &was));
        schemas.insert(name, Schema::OneOf(choice).into());
    }
}

fn choice(name: &str, schema: &RefOr<Schema>) -> Option<(String, OneOf)> {
    match schema {
        RefOr::T(Schema::OneOf(choice)) => Some((name.to_owned(), choice.clone())),
        _ => None,
    }
}

/// A list whose items are written out as the choice is.
fn refer(schema: &mut RefOr<Schema>, name: &str, choice: &OneOf) {
    if let RefOr::T(Schema::Array(list)) = schema
        && let ArrayItems::RefOrSchema(items) = &mut list.items
        && matches!(&**items, RefOr::T(Schema::OneOf(found)) if found.items == choice.items)
    {
        **items = Ref::from_schema_name(name).into();
    }
}

fn merge_words(choice: &mut OneOf) {
    let (mut words, others): (Vec<_>, Vec<_>) =
        choice.items.drain(..).partition(|shape| word(shape).is_some());
    if words.len() > 1 {
        let all: Vec<&Object> = words.iter().filter_map(word).collect();
        let values = all.iter().filter_map(|one| one.enum_values.clone()).flatten().collect();
        let said = all.iter().filter_map(|one| {
            let value = one.enum_values.as_ref()?.first()?.as_str()?;
            Some(format!("`{value}`: {}", one.description.as_deref().unwrap_or_default()))
        });
        let said = said.collect::<Vec<_>>().join(" ");
        let mut merged = all[0].clone();
        (merged.enum_values, merged.description) = (Some(values), Some(said));
        words = vec![Schema::Object(merged).into()];
    }
    choice.items = words.into_iter().chain(others).collect();
}

/// One of a few words.
fn word(shape: &RefOr<Schema>) -> Option<&Object> {
    match shape {
        RefOr::T(Schema::Object(object)) if object.enum_values.is_some() => {
            matches!(object.schema_type, SchemaType::Type(Type::String)).then_some(object)
        }
        _ => None,
    }
}
