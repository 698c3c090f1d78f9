//! What every operation takes besides what its handler says: headers in their form, and the language.

use utoipa::openapi::path::{Operation, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Required, Schema};

use crate::languages::PARAMETER;

/// Entity tags, or `*`.
const TAGS: &str = r#"^(\*|(W/)?"[!#-~]*"( *, *(W/)?"[!#-~]*")*)$"#;

/// Headers and how they are written.
const WRITTEN: [(&str, &str); 3] =
    [("Idempotency-Key", "^[!-~]{1,255}$"), ("If-Match", TAGS), ("If-None-Match", TAGS)];

/// States how the headers of an operation are written.
pub(super) fn write_headers(operation: &mut Operation) {
    for parameter in operation.parameters.iter_mut().flatten() {
        let RefOr::T(parameter) = parameter else { continue };
        let Some(RefOr::T(Schema::Object(schema))) = &mut parameter.schema else { continue };
        if let Some((_, pattern)) = WRITTEN.iter().find(|(name, _)| *name == parameter.name) {
            schema.pattern = Some((*pattern).to_owned());
        }
    }
}

/// Every answer of the API can be asked for in one language.
pub(super) fn add_language(operation: &mut Operation) {
    let code = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(["en", "fr", "all"])).build();
    let parameter = ParameterBuilder::new()
        .name(PARAMETER)
        .parameter_in(ParameterIn::Query)
        .required(Required::False)
        .description(Some(
            "The language of every text: `en` and `fr` give a string, `all` an object with both. Default: the language that `Accept-Language` prefers, or `all` if it names neither.",
        ))
        .schema(Some(code));
    operation.parameters.get_or_insert_default().push(parameter.build().into());
}
