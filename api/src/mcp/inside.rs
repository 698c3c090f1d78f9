//! The API, asked from inside.

use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;

use actix_http::{Message, Payload, Request, RequestHead};
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode, Version};
use actix_web::{HttpMessage, HttpRequest};
use bytes::Bytes;
use serde_json::Value;
use tapis_games::locale::said;
use tokio::sync::OnceCell;

use crate::keys;
use crate::languages;
use crate::login::Login;
use crate::middleware::RequestId;
use crate::problem::ApiError;
use crate::state::AppState;

/// What comes of a call, later; on the thread that asked.
pub(crate) type Later<T> = Pin<Box<dyn Future<Output = T>>>;

/// The routes of one worker with everything around them.
pub(crate) type Ask = Rc<dyn Fn(Request) -> Later<Result<Answer, ApiError>>>;

/// Headers of an agent that are those of its calls: they say whose they are.
const PASSED: [&str; 3] = [keys::HEADER, "x-forwarded-for", "forwarded"];

/// An answer of the API.
pub(crate) struct Answer {
    /// Its status.
    pub status: StatusCode,
    /// Its body.
    pub body: Bytes,
}

impl Answer {
    /// Its body as JSON.
    ///
    /// # Errors
    /// It is none: a fault of this program.
    pub fn json(&self) -> Result<Value, ApiError> {
        serde_json::from_slice(&self.body).map_err(ApiError::internal)
    }
}

/// The routes of this worker, made when they are asked first.
#[derive(Clone)]
pub(crate) struct Inside {
    open: fn(AppState) -> Later<Result<Ask, ApiError>>,
    opened: Rc<OnceCell<Ask>>,
}

impl Inside {
    /// Those that `open` makes.
    pub fn new(open: fn(AppState) -> Later<Result<Ask, ApiError>>) -> Self {
        Self { open, opened: Rc::default() }
    }
}

/// A call to make.
pub(super) struct Call {
    method: Method,
    path: String,
    headers: Vec<(HeaderName, String)>,
    body: Option<Value>,
}

impl Call {
    /// Reads a path. Its parts and the values of its query are percent-encoded.
    pub fn get(parts: &[&str], query: &[(&str, &str)]) -> Self {
        let mut path = String::new();
        for part in parts {
            path.push('/');
            // In a path a space is no plus.
            let part: String = form_urlencoded::byte_serialize(part.as_bytes()).collect();
            path.push_str(&part.replace('+', "%20"));
        }
        if !query.is_empty() {
            let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(query).finish();
            path = format!("{path}?{query}");
        }
        Self { method: Method::GET, path, headers: Vec::new(), body: None }
    }

    /// Sends a body to a path.
    pub fn post(parts: &[&str], body: Value) -> Self {
        Self { method: Method::POST, body: Some(body), ..Self::get(parts, &[]) }
    }

    /// With a header, if there is one to send.
    pub fn with(mut self, name: HeaderName, value: Option<String>) -> Self {
        self.headers.extend(value.map(|value| (name, value)));
        self
    }

    /// Asks for what the caller of `request` would get.
    ///
    /// # Errors
    /// The call cannot be made; refusals of the API are answers.
    pub async fn ask(self, state: &AppState, request: &HttpRequest) -> Result<Answer, ApiError> {
        let inside = request.app_data::<Inside>().cloned();
        let inside = inside.ok_or_else(|| ApiError::internal("the application is not there from inside"))?;
        let ask = inside.opened.get_or_try_init(|| (inside.open)(state.clone())).await?;
        let mut head = Message::<RequestHead>::new();
        (head.version, head.peer_addr) = (Version::HTTP_11, request.peer_addr());
        head.uri = self.path.parse().map_err(ApiError::internal)?;
        head.headers = self.headers(request)?;
        head.method = self.method;
        let body = self.body.map_or(Payload::None, |body| Bytes::from(body.to_string()).into());
        let (call, _) = Request::from(head).replace_payload(body);
        // It was taken out of the headers when it was checked.
        let has_token = self.headers.iter().any(|(name, _)| name == header::AUTHORIZATION);
        if let (false, Some(login)) = (has_token, Login::of(request)) {
            call.extensions_mut().insert(login);
        }
        ask(call).await
    }

    /// What it is asked with: its own headers, and those of the agent's request that say whose it is.
    ///
    /// # Errors
    /// A value is none of a header.
    fn headers(&self, request: &HttpRequest) -> Result<HeaderMap, ApiError> {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_LANGUAGE, HeaderValue::from_static(languages::asked().one().code()));
        // In the log the call has the name of the request it was made for.
        if let Some(RequestId(id)) = request.extensions().get() {
            let id = HeaderValue::from_str(id).map_err(ApiError::internal)?;
            headers.insert(HeaderName::from_static("x-request-id"), id);
        }
        let passed = PASSED.map(HeaderName::from_static).into_iter().chain([header::AUTHORIZATION]);
        for name in passed {
            for value in request.headers().get_all(&name) {
                headers.append(name.clone(), value.clone());
            }
        }
        for (name, value) in &self.headers {
            let value = HeaderValue::from_str(value).map_err(|_| {
                let argument = if name == header::AUTHORIZATION { "/token" } else { "/idempotency_key" };
                ApiError::field(argument, said("control_characters"))
            })?;
            headers.insert(name.clone(), value);
        }
        if self.body.is_some() {
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        }
        Ok(headers)
    }
}
