//! Request ids, the headers every answer carries, what is logged and measured of it.

use std::time::{Duration, Instant};

use actix_web::body::{self, BodySize, BoxBody, MessageBody};
use actix_web::dev::ServiceRequest;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::http::{ConnectionType, Method};
use actix_web::middleware::Next;
use actix_web::{HttpMessage, HttpRequest};
use jiff::fmt::rfc2822::DateTimePrinter;
use tapis_service::sources::Clock;
use tracing::Instrument;

use super::response::{ServedBody, dressed, until_close};
use super::uncoded::uncoded;
use super::{Back, cors};
use crate::allowance::Cost;
use crate::extract::caller;
use crate::paths::{logged_path, routed_path};
use crate::problem::LoggedFault;
use crate::serving::ConnectionState;
use crate::state::AppState;
use crate::telemetry::RequestMeter;
use tapis_service::answers::asking;

/// The id of a request: the caller's `X-Request-Id` when it is sound, else a new one.
#[derive(Clone, Debug)]
pub struct RequestId(pub String);

/// Gives the request an id and the answer its headers; answers `HEAD` as `GET` without the body; logs and measures.
///
/// # Errors
/// Those of the inner service, in the same headers.
pub async fn context<B: MessageBody + 'static>(mut request: ServiceRequest, next: Next<B>) -> Back<BoxBody> {
    let began = Instant::now();
    let serving = request.request().conn_data::<ConnectionState>().map(ConnectionState::serve);
    let id = RequestId(request_id(request.request()));
    request.extensions_mut().insert(id.clone());
    let method = request.method().clone();
    if method == Method::HEAD {
        // The connection knows what was asked and sends no body.
        request.head_mut().method = Method::GET;
    }
    let asked = RequestFields::of(&request, id, &method);
    let span = asked.span();
    let page = cors::allowed(request.request());
    let measured = RequestMeter::begin();
    let caller = caller(request.request());
    let answered = asking(caller, next.call(request)).instrument(span.clone()).await;
    let _inside = span.enter();
    let mut response = match answered {
        Ok(response) => response.map_into_boxed_body(),
        // A panic passed by everything in between, CORS too.
        Err(error) => {
            if let Some(fault) = error.as_response_error().error_response().extensions().get() {
                asked.log(fault);
            }
            return Err(dressed(error, |headers| {
                for (name, value) in page.into_iter().flatten() {
                    headers.append(name, value);
                }
                put_on(headers, &asked.id, began.elapsed());
            }));
        }
    };
    if let Some(fault) = response.response().extensions().get() {
        asked.log(fault);
    }
    put_on(response.headers_mut(), &asked.id, began.elapsed());
    if let Some((date, is_stopping)) = AppState::of(response.request())
        .ok()
        .map(|state| (date(&*state.service.sources().clock), state.stopping.is_cancelled()))
    {
        date.into_iter().for_each(|date| drop(response.headers_mut().insert(header::DATE, date)));
        if is_stopping {
            response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
        }
    }
    tracing::debug!(status = response.status().as_u16(), elapsed = ?began.elapsed(), "answered");
    let (route, status) = (response.request().match_pattern(), response.status());
    measured.end(&method, route, status);
    let cost = response.response_mut().extensions_mut().remove::<Cost>();
    let bodiless = method == Method::HEAD;
    uncoded(&mut response);
    until_close(&mut response);
    Ok(response.map_body(|_, body| {
        // How long the body of `GET` is, is not known: it is a stream, or compressed on the way. Nothing is said of it.
        let unknown = bodiless && body.size() == BodySize::Stream;
        let body = if unknown { BoxBody::new(body::None::new()) } else { body };
        ServedBody::new(body, serving, cost).boxed()
    }))
}

/// What log lines say of a request. Paths hold no secrets but ids of players, of which a hash is told; queries, which may hold a
/// ticket, are left out, also where their `?` was percent-encoded.
struct RequestFields {
    id: String,
    method: Method,
    path: String,
    trace: Option<String>,
}

impl RequestFields {
    fn of(request: &ServiceRequest, RequestId(id): RequestId, method: &Method) -> Self {
        let trace = request.headers().get("traceparent").and_then(|value| value.to_str().ok());
        let trace =
            trace.filter(|trace| trace.len() == 55 && trace.bytes().all(|byte| byte.is_ascii_graphic()));
        let path = routed_path(request.request());
        let path = path.split_once('?').map_or(path, |(path, _)| path);
        let state = AppState::of(request.request());
        let alias = |player: &str| state.map_or("~".to_owned(), |state| state.service.player_alias(player));
        let path = logged_path(path, alias);
        Self { method: method.clone(), path, trace: trace.map(str::to_owned), id }
    }

    /// What lines belong to that are written meanwhile, for a reader of the whole log: to note it of every request is a
    /// twentieth of what a move costs.
    fn span(&self) -> tracing::Span {
        let Self { id, method, path, trace } = self;
        tracing::debug_span!("request", id, %method, path, trace)
    }

    /// Tells what went wrong inside, and in which request.
    fn log(&self, LoggedFault(reason): &LoggedFault) {
        let Self { id, method, path, trace } = self;
        tracing::error!(reason, id, %method, path, trace, "internal error");
    }
}

/// The service's own time, where the machine's clock was set since the start: deadlines are told by it. Else the server says the date.
fn date(clock: &dyn Clock) -> Option<HeaderValue> {
    let now = clock.now();
    let is_set = clock.machine().duration_since(now).unsigned_abs() >= Duration::from_secs(1);
    let text = is_set.then(|| DateTimePrinter::new().timestamp_to_rfc9110_string(&now).ok())??;
    HeaderValue::from_str(&text).ok()
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
    // Pages that isolate themselves (`Cross-Origin-Embedder-Policy`) may show what everybody may keep.
    let public =
        headers.get(header::CACHE_CONTROL).is_some_and(|value| value.as_bytes().starts_with(b"public"));
    if public {
        headers.insert(CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
    }
    varies_by_encoding(headers);
}

const CROSS_ORIGIN_RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// What is not compressed for one caller may be for the next: a cache between must know, whichever it sees first.
fn varies_by_encoding(headers: &mut HeaderMap) {
    let names = |value: &HeaderValue| {
        value.to_str().is_ok_and(|names| names.to_ascii_lowercase().contains("accept-encoding"))
    };
    if !headers.get_all(header::VARY).any(names) {
        headers.append(header::VARY, HeaderValue::from_static("Accept-Encoding"));
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
        (None, Ok(state)) => state.service.sources().ids.next().to_string(),
        (None, Err(_)) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::Arc;

    use actix_web::middleware::from_fn;
    use actix_web::{App, HttpResponse, test, web};
    use jiff::Timestamp;
    use parking_lot::Mutex;

    use super::*;
    use crate::problem::ApiError;

    /// What the service's time and the machine's clock say, in seconds since 1970.
    struct Two(i64, i64);

    impl Clock for Two {
        fn now(&self) -> Timestamp {
            Timestamp::from_second(self.0).unwrap()
        }

        fn machine(&self) -> Timestamp {
            Timestamp::from_second(self.1).unwrap()
        }
    }

    #[actix_web::test]
    async fn the_date_is_the_services_own_where_the_machines_clock_was_set() {
        assert_eq!(date(&Two(1_767_225_600, 1_767_225_600)), None, "the server says it");
        for machine in [1_767_225_600 + 3_600, 1_767_225_600 - 3_600] {
            let own = date(&Two(1_767_225_600, machine));
            assert_eq!(own.unwrap(), "Thu, 01 Jan 2026 00:00:00 GMT");
        }
    }

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    async fn broken() -> Result<HttpResponse, ApiError> {
        Err(ApiError::internal("it broke"))
    }

    #[actix_web::test]
    async fn what_went_wrong_inside_is_one_line_that_names_the_request() {
        let lines = Lines::default();
        let writer = lines.clone();
        let subscriber = tracing_subscriber::fmt().json().with_writer(move || writer.clone()).finish();
        let _guard = tracing::subscriber::set_default(subscriber);
        let app = App::new()
            .wrap(from_fn(context))
            .route("/good", web::get().to(HttpResponse::Ok))
            .route("/{x:x.*}", web::get().to(broken))
            .route("/v1/players/{id}/games", web::get().to(broken))
            .route("/bad", web::get().to(broken));
        let app = test::init_service(app).await;
        let asked = [
            ("/good", 200),
            ("/b%61d?ticket=secret", 500),
            ("/x%3Fticket=secret", 500),
            ("/v1/players/u-17/games", 500),
        ];
        for (path, status) in asked {
            let request = test::TestRequest::get().uri(path).insert_header(("x-request-id", "r-7"));
            let answer = test::call_service(&app, request.to_request()).await;
            assert_eq!(
                (answer.status().as_u16(), answer.headers().get("x-request-id").unwrap().as_bytes()),
                (status, b"r-7".as_slice())
            );
            let body = test::read_body(answer).await;
            assert!(!String::from_utf8_lossy(&body).contains("it broke"));
        }
        let lines = String::from_utf8(lines.0.lock().clone()).unwrap();
        assert_eq!(lines.lines().count(), 3, "{lines}");
        for (line, path) in lines.lines().zip(["/bad", "/x", "/v1/players/~/games"]) {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(line["level"], "ERROR");
            let said =
                ["reason", "id", "method", "path"].map(|field| line["fields"][field].as_str().unwrap());
            assert_eq!(said, ["it broke", "r-7", "GET", path]);
        }
    }
}
