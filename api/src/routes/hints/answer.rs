//! Hints as whole answers.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse};

use super::events;
use crate::problem::ApiError;
use crate::retry::{Done, replayed};
use crate::state::AppState;

/// A hint, already serialised.
pub(super) fn json(text: String) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::VARY, "Authorization, Accept"))
        .content_type("application/json")
        .body(text)
}

/// The hint that was given to the same request before.
pub(super) fn given_before(
    state: &AppState,
    request: &HttpRequest,
    streaming: bool,
    done: &Done,
) -> Result<HttpResponse, ApiError> {
    let kept = done.0.response.as_ref().map(|text| text.as_str().to_owned());
    let text = kept.ok_or_else(|| ApiError::internal("a kept hint has no text"))?;
    let mut response = if streaming {
        events::respond(request, state.settings.server.heartbeat(), events::only(text))
    } else {
        json(text)
    };
    let (name, value) = replayed();
    response.headers_mut().insert(name, value);
    Ok(response)
}
