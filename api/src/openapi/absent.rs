//! A member that may be left out is left out and never null; a parameter or a header is there or not. Without this a field
//! that may be missing is described as one that may be null as well, although no answer has a null in its place. (In a
//! request a null counts as left out.)

use utoipa::openapi::schema::{OneOf, SchemaType, Type};
use utoipa::openapi::{Object, RefOr, Schema};

/// Takes null from the members of `object` that may be left out.
pub(super) fn members(object: &mut Object) {
    let Object { properties, required, .. } = object;
    for (_, member) in properties.iter_mut().filter(|(name, _)| !required.contains(name)) {
        never_null(member);
    }
}

/// Takes null from the values of `schema`.
pub(super) fn never_null(schema: &mut RefOr<Schema>) {
    let RefOr::T(found) = schema else { return };
    match found {
        Schema::Object(object) => one_kind(&mut object.schema_type),
        Schema::Array(array) => {
            one_kind(&mut array.schema_type);
            array.default = array.default.take().filter(|default| !default.is_null());
        }
        Schema::OneOf(choice) => {
            if let Some(only) = one_shape(choice) {
                *schema = only;
            }
        }
        _ => {}
    }
}

fn one_kind(kinds: &mut SchemaType) {
    if let SchemaType::Array(found) = kinds
        && let [kind, Type::Null] | [Type::Null, kind] = &found[..]
    {
        *kinds = SchemaType::Type(kind.clone());
    }
}

/// Drops the shape of null; answers the shape that is left, if there is but one.
fn one_shape(choice: &mut OneOf) -> Option<RefOr<Schema>> {
    choice.items.retain(|shape| !is_null(shape));
    let mut shapes = choice.items.iter();
    let only = shapes.next().filter(|_| shapes.len() == 0)?;
    let mut only = only.clone();
    if let (RefOr::Ref(reference), Some(said)) = (&mut only, &choice.description)
        && reference.description.is_empty()
    {
        reference.description.clone_from(said);
    }
    Some(only)
}

fn is_null(shape: &RefOr<Schema>) -> bool {
    matches!(shape, RefOr::T(Schema::Object(object)) if object.schema_type == SchemaType::Type(Type::Null))
}
