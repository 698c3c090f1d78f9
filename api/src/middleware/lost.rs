//! A page for people at an address where nothing is. Programs get the problem document.

use actix_web::body::BoxBody;
use actix_web::dev::ServiceResponse;
use actix_web::http::{Method, StatusCode, header};

use crate::extract::Accepted;
use crate::problem::PROBLEM_JSON;
use crate::routes::lost_page;

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
