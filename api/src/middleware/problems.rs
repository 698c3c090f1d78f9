//! Refusals that the libraries below make, put into our form; and a page for people at an address where nothing is.

use actix_web::ResponseError;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::ServiceResponse;
use actix_web::http::{Method, StatusCode, header};
use tapis_games::locale::Said;
use tapis_service::ServiceError;

use super::cors;
use crate::extract::Accepted;
use crate::problem::{ApiError, PROBLEM_JSON};
use crate::routes::lost_page;

/// Makes every refusal a problem document.
pub(super) fn problem_document(response: ServiceResponse<BoxBody>) -> ServiceResponse<BoxBody> {
    let status = response.status();
    let refused = status.is_client_error() || status.is_server_error();
    let media = response.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    // No library below answers JSON: it is a refusal in the form of JSON-RPC.
    if !refused || [Some(PROBLEM_JSON), Some("application/json")].contains(&media) {
        return response;
    }
    let (request, response) = response.into_parts();
    let problem = match cors::refused(&request).filter(|_| status == StatusCode::BAD_REQUEST) {
        Some(detail) => ApiError::BadRequest(Said::foreign(detail)),
        None => problem(status, response.into_body()),
    };
    ServiceResponse::new(request, problem.error_response())
}

fn problem(status: StatusCode, body: BoxBody) -> ApiError {
    let text = body.try_into_bytes().ok().and_then(|bytes| String::from_utf8(bytes.to_vec()).ok());
    let text = text.unwrap_or_default();
    match status {
        StatusCode::NOT_FOUND => ServiceError::NotFound { what: "resource" }.into(),
        // The text names the codings that there are.
        StatusCode::NOT_ACCEPTABLE => {
            let detail = format!("Accept-Encoding refuses identity and takes none of {text}");
            ApiError::BadRequest(Said::foreign(detail))
        }
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::Unreadable(Said::foreign(text)),
        _ if status.is_client_error() => ApiError::BadRequest(Said::foreign(text)),
        _ => ApiError::internal(format!("{status}: {text}")),
    }
}

/// What may be answered, and whether it is for people. What is liked as much as a problem document is not: it is what programs get.
const ANSWERS: [(&str, bool); 3] = [(PROBLEM_JSON, false), ("application/json", false), ("text/html", true)];

/// Puts a page in the place of a problem document that says that there is nothing, for a browser that goes to an address.
pub(super) fn for_people(response: ServiceResponse<BoxBody>) -> ServiceResponse<BoxBody> {
    let request = response.request();
    let media = response.headers().get(header::CONTENT_TYPE).map(header::HeaderValue::as_bytes);
    let is_lost = response.status() == StatusCode::NOT_FOUND && media == Some(PROBLEM_JSON.as_bytes());
    if !is_lost || request.method() != Method::GET || !Accepted::of(request).best(&ANSWERS).unwrap_or(false) {
        return response;
    }
    let page = lost_page(request);
    response.into_response(page)
}
