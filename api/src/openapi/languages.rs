//! Every answer of the API can be asked for in one language.

use serde_json::json;
use tapis_games::locale::said;
use utoipa::openapi::path::{Operation, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{ContentBuilder, Ref, RefOr, Required, ResponseBuilder};

use crate::languages::PARAMETER;
use crate::problem::{ApiError, PROBLEM_JSON};

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
    operation.responses.responses.entry("422".to_owned()).or_insert_with(refusal);
}

fn refusal() -> RefOr<utoipa::openapi::Response> {
    let example = json!(
        ApiError::query(PARAMETER, said("none_of").with("name", "de").with("known", "en, fr, all")).problem()
    );
    let problem = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).example(Some(example));
    let response = ResponseBuilder::new().description("`lang` is not a supported language.");
    response.content(PROBLEM_JSON, problem.build()).build().into()
}
