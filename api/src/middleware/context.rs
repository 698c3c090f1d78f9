//! Request ids, the headers every answer carries, what is logged and measured of it.

use std::time::{Duration, Instant};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::http::{ConnectionType, Method};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpRequest};
use tracing::Instrument;

use super::dress::{Dressed, Held};
use super::{cors, problems};
use crate::serve::Watch;
use crate::state::AppState;
use crate::telemetry::Measured;

/// The id of a request: the caller's `X-Request-Id` when it is sound, else a new one.
#[derive(Clone, Debug)]
pub struct RequestId(pub String);

/// Gives the request an id and the answer its headers; answers `HEAD` as `GET` without the body; logs and measures.
///
/// # Errors
/// Those of the inner service, in the same headers.
pub async fn context<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let began = Instant::now();
    let serving = request.request().conn_data::<Watch>().map(Watch::serve);
    let id = request_id(request.request());
    request.extensions_mut().insert(RequestId(id.clone()));
    let method = request.method().clone();
    if method == Method::HEAD {
        // The connection knows what was asked and sends no body.
        request.head_mut().method = Method::GET;
    }
    let span = span(&request, &id, &method);
    let page = cors::allowed(request.request());
    let measured = Measured::begin();
    let answered = next.call(request).instrument(span.clone()).await;
    let _inside = span.enter();
    let mut response = match answered {
        Ok(response) => problems::tidy(response.map_into_boxed_body()),
        // A panic passed by everything in between, CORS too.
        Err(error) => {
            return Err(Dressed::new(error, |headers| {
                put_on(headers, &id, began.elapsed());
                for (name, value) in page.into_iter().flatten() {
                    headers.insert(name, value);
                }
            })
            .into());
        }
    };
    put_on(response.headers_mut(), &id, began.elapsed());
    if AppState::of(response.request()).is_ok_and(|state| state.stopping.is_cancelled()) {
        response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
    }
    tracing::debug!(status = response.status().as_u16(), elapsed = ?began.elapsed(), "answered");
    measured.end(&method, response.request().match_pattern(), response.status());
    let bodiless = method == Method::HEAD;
    Ok(response.map_body(|_, body| {
        let body = if bodiless && body.size() == BodySize::Stream { BoxBody::new(()) } else { body };
        Held::new(body, serving).boxed()
    }))
}

/// What log lines written meanwhile belong to. Paths hold no secrets; queries, which may hold a ticket, are left out.
fn span(request: &ServiceRequest, id: &str, method: &Method) -> tracing::Span {
    let trace = request.headers().get("traceparent").and_then(|value| value.to_str().ok());
    let trace = trace.filter(|trace| trace.len() == 55 && trace.bytes().all(|byte| byte.is_ascii_graphic()));
    tracing::info_span!("request", id, %method, path = request.path(), trace)
}

fn put_on(headers: &mut HeaderMap, id: &str, elapsed: Duration) {
    let timing = format!("total;dur={:.3}", elapsed.as_secs_f64() * 1e3);
    for (name, value) in [("x-request-id", id), ("server-timing", timing.as_str())] {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(HeaderName::from_static(name), value);
        }
    }
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

fn request_id(request: &HttpRequest) -> String {
    let given = request.headers().get("x-request-id").and_then(|value| value.to_str().ok());
    let sound = |id: &&str| {
        (1..=64).contains(&id.len())
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    match (given.filter(sound), AppState::of(request)) {
        (Some(id), _) => id.to_owned(),
        (None, Ok(state)) => state.sources.ids.next().to_string(),
        (None, Err(_)) => String::new(),
    }
}
