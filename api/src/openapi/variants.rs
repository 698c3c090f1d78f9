//! Every shape of a choice has a name of its own, so that generated types have good ones: `ChangeScores`.

use utoipa::openapi::schema::{AdditionalProperties, Discriminator, OneOf};
use utoipa::openapi::{Object, Ref, RefOr, Schema};

use super::Schemas;

/// Makes components of the shapes that choices write out in place.
pub(super) fn name(schemas: &mut Schemas) {
    let choices: Vec<_> = schemas.iter().filter_map(|(name, schema)| written_out(name, schema)).collect();
    for (name, choice) in choices {
        let choice = refer(schemas, &name, choice);
        schemas.insert(name, Schema::OneOf(choice).into());
    }
}

/// A choice among objects that have no names.
fn written_out(name: &str, schema: &RefOr<Schema>) -> Option<(String, OneOf)> {
    let RefOr::T(Schema::OneOf(choice)) = schema else { return None };
    let in_place = |shape: &RefOr<Schema>| matches!(shape, RefOr::T(Schema::Object(object)) if !object.properties.is_empty());
    choice.items.iter().all(in_place).then(|| (name.to_owned(), choice.clone()))
}

fn refer(schemas: &mut Schemas, name: &str, mut choice: OneOf) -> OneOf {
    let mut mapping = Vec::new();
    let tag = choice.items.iter().find_map(|shape| tag(object(shape)?)).map(|(tag, _)| tag);
    for shape in &mut choice.items {
        let RefOr::T(Schema::Object(found)) = shape else { continue };
        if tag.is_none() {
            // Told apart by their members alone: none has those of another.
            found.additional_properties = Some(Box::new(AdditionalProperties::FreeForm(false)));
        }
        let value = tag_value(found, tag.as_deref());
        let word = value.as_ref().or(found.required.first()).cloned().unwrap_or_default();
        let own = format!("{name}{}", capitalised(&word));
        let reference = Ref::from_schema_name(&own);
        mapping.extend(value.map(|value| (value, reference.ref_location.clone())));
        schemas.insert(own, std::mem::replace(shape, reference.into()));
    }
    choice.discriminator = tag
        .filter(|_| mapping.len() == choice.items.len())
        .map(|tag| Discriminator::with_mapping(tag, mapping));
    choice
}

fn object(shape: &RefOr<Schema>) -> Option<&Object> {
    match shape {
        RefOr::T(Schema::Object(object)) => Some(object),
        _ => None,
    }
}

/// The property that can have one value only, and the value.
fn tag(object: &Object) -> Option<(String, String)> {
    object.properties.keys().find_map(|name| Some((name.clone(), tag_value(object, Some(name))?)))
}

/// The value of a property that can have no other.
fn tag_value(object: &Object, tag: Option<&str>) -> Option<String> {
    let RefOr::T(Schema::Object(tag)) = object.properties.get(tag?)? else { return None };
    match tag.enum_values.as_deref() {
        Some([only]) => only.as_str().map(str::to_owned),
        _ => None,
    }
}

fn capitalised(word: &str) -> String {
    let words = word.split(['_', '-']).map(|word| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect::<String>()
    });
    words.collect()
}
