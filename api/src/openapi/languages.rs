//! Every answer of the API can be asked for in one language.

use utoipa::openapi::Required;
use utoipa::openapi::path::{Operation, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};

use crate::languages::PARAMETER;

/// States it for an operation.
pub(super) fn state(operation: &mut Operation) {
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
