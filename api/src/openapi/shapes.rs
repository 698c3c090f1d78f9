//! What is so for every shape, stated where it is missing: integers lie within ±(2⁵³ − 1), an object without
//! members of its own takes any; no default is a null where null is no value, nor a list or an object, which generators of clients
//! write as code that does not compile.

use serde_json::Value;
use utoipa::Number;
use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::{
    AdditionalProperties, ArrayItems, KnownFormat, SchemaFormat, SchemaType, Type,
};
use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::{Content, Object, OpenApi, RefOr, Schema};

use super::{absent, parameters};
use crate::languages::are_chosen;

/// The largest integer that every JSON reader keeps exact; larger ones are refused and never sent.
const MAX_SAFE: isize = (1 << 53) - 1;

/// States all that for all schemas of the document.
pub(super) fn state(document: &mut OpenApi) {
    document.components.get_or_insert_default().schemas.values_mut().for_each(visit);
    for (path, item) in &mut document.paths.paths {
        let operations = [&mut item.get, &mut item.post, &mut item.put, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            if are_chosen(path) {
                parameters::add_language(operation);
            }
            visit_operation(operation);
        }
    }
}

fn visit_operation(operation: &mut Operation) {
    // Public is said by an empty list; generators take a list of nothing for something.
    if operation.security.as_deref() == Some(&[SecurityRequirement::default()]) {
        operation.security = Some(Vec::new());
    }
    parameters::write_headers(operation);
    for response in operation.responses.responses.values_mut() {
        let RefOr::T(response) = response else { continue };
        for header in response.headers.values_mut() {
            if let RefOr::T(header) = header {
                header.schema.iter_mut().for_each(absent::never_null);
            }
        }
    }
    if let Some(RefOr::T(body)) = &mut operation.request_body {
        body.content.values_mut().for_each(never_null);
    }
    for parameter in operation.parameters.iter_mut().flatten() {
        if let RefOr::T(parameter) = parameter
            && let Some(schema) = &mut parameter.schema
        {
            absent::never_null(schema);
            visit(schema);
        }
    }
}

/// A body that may be left out is there or not; it is never a null.
fn never_null(content: &mut RefOr<Content>) {
    let RefOr::T(content) = content else { return };
    content.schema.iter_mut().for_each(absent::never_null);
}

fn visit(schema: &mut RefOr<Schema>) {
    match schema {
        RefOr::Ref(reference) => {
            reference.default = reference.default.take().filter(|default| !default.is_null());
            let mut said = Some(reference.description.clone());
            plain(&mut reference.default, &mut said);
            reference.description = said.unwrap_or_default();
        }
        RefOr::T(schema) => visit_schema(schema),
    }
}

fn visit_schema(schema: &mut Schema) {
    match schema {
        Schema::Object(object) => visit_object(object),
        Schema::Array(array) => {
            plain(&mut array.default, &mut array.description);
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                visit(items);
            }
            array.prefix_items.iter_mut().for_each(visit_schema);
        }
        Schema::OneOf(one) => one.items.iter_mut().for_each(visit),
        Schema::AllOf(all) => all.items.iter_mut().for_each(visit),
        Schema::AnyOf(any) => any.items.iter_mut().for_each(visit),
        _ => {}
    }
}

/// A default that is no plain value is said in words.
fn plain(default: &mut Option<Value>, said: &mut Option<String>) {
    let Some(value) = default.take_if(|default| default.is_array() || default.is_object()) else { return };
    if value.as_array().is_none_or(|items| !items.is_empty()) {
        let said = said.get_or_insert_default();
        said.push_str(" The default is in the answer of `getRuleset`.");
    }
}

fn visit_object(object: &mut Object) {
    absent::members(object);
    plain(&mut object.default, &mut object.description);
    object.properties.values_mut().for_each(visit);
    if let Some(AdditionalProperties::RefOr(values)) = object.additional_properties.as_deref_mut() {
        visit(values);
    }
    let listed = object.enum_values.is_some();
    if is(object, &Type::Integer) && !listed && !is_narrow(object) {
        object.minimum.get_or_insert(Number::Int(-MAX_SAFE));
        object.maximum.get_or_insert(Number::Int(MAX_SAFE));
        object.format.get_or_insert(SchemaFormat::KnownFormat(KnownFormat::Int64));
    }
    if object.default == Some(Value::Null) && !is(object, &Type::Null) {
        // Left out is what it is by default.
        object.default = None;
    }
    if is(object, &Type::Object) && !listed && object.properties.is_empty() {
        object.additional_properties.get_or_insert_with(|| Box::new(AdditionalProperties::FreeForm(true)));
    }
}

fn is(object: &Object, wanted: &Type) -> bool {
    match &object.schema_type {
        SchemaType::Type(found) => found == wanted,
        SchemaType::Array(found) => found.contains(wanted),
        SchemaType::AnyValue => false,
    }
}

fn is_narrow(object: &Object) -> bool {
    matches!(object.format, Some(SchemaFormat::KnownFormat(KnownFormat::Int32)))
}
