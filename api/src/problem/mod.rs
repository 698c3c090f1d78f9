//! Every refusal this service can give: one enum, one envelope (RFC 9457 problem+json).

use actix_web::body::BoxBody;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;
use tapis_db::StoreError;
use tapis_games::seat::Viewer;
use tapis_service::{FieldError, ServiceError, TokenFault};

use crate::etag::etag;

mod document;
mod kind;
mod responses;

pub use document::{Problem, SeenLegalMove};
pub use kind::Kind;
pub use responses::{
    AdminProblems, BodyProblems, GameProblems, HintProblems, MoveProblems, NoSuchAnalysis, NoSuchExperiment,
    NoSuchGame, ProblemResponses, QueryProblems, StateProblems,
};

/// Media type of every problem.
pub const PROBLEM_JSON: &str = "application/problem+json";

/// Why a request is refused. The display text becomes the problem's `detail`.
#[derive(Clone, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are named after the problem's members")]
pub enum ApiError {
    /// The body is not JSON.
    #[error("the body cannot be read as JSON: {0}")]
    Unreadable(String),
    /// An object has a key twice.
    #[error("the key \"{key}\" appears twice in the object at \"{pointer}\"")]
    DuplicateKey { pointer: String, key: String },
    /// Nested deeper than anything this service takes.
    #[error("the body is nested deeper than {limit} levels")]
    TooDeep { limit: usize },
    /// Too many bytes.
    #[error("the body is larger than {limit} bytes")]
    TooLarge { limit: usize },
    /// The body did not arrive in time.
    #[error("the body did not arrive within {limit_ms} ms")]
    BodyTimeout { limit_ms: u64 },
    /// Not JSON by its own word.
    #[error("send the body as application/json")]
    UnsupportedMediaType,
    /// The body is compressed.
    #[error("send the body as it is, without Content-Encoding: compressed bodies are not read")]
    EncodedBody,
    /// Query parameters unknown, of the wrong type or out of range.
    #[error("{}", FieldError::summary(.0))]
    InvalidQuery(Vec<FieldError>),
    /// A header that does not parse.
    #[error("the header {header} cannot be read: {detail}")]
    InvalidHeader { header: &'static str, detail: String },
    /// Something else about the request cannot be read.
    #[error("the request cannot be read: {0}")]
    BadRequest(String),
    /// The path exists, the method does not.
    #[error("this resource answers {allow} only")]
    MethodNotAllowed { allow: String },
    /// Nothing is there in a media type that the caller takes.
    #[error("this is there as {} only; Accept asks for something else", types.join(", "))]
    NotAcceptable { types: Vec<String> },
    /// An `Authorization` that has no token.
    #[error("{0}")]
    BadBearer(BearerFault),
    /// A position in the events that is not there yet.
    #[error(
        "the newest version is {newest}, and nothing comes after {asked} yet; follow on from {newest}, or from 0 for everything"
    )]
    UnknownPosition { pointer: &'static str, asked: u64, newest: u64 },
    /// The key is unusable.
    #[error("{0}")]
    BadKey(&'static str),
    /// Administration without an admin token, and not from this machine.
    #[error(
        "without an admin token this is answered on the server's own machine only, to requests that name it localhost, \
         127.0.0.1 or [::1], and {wrong}; to ask from elsewhere, start the server with TAPIS_ADMIN_TOKEN and send that token"
    )]
    FromElsewhere { wrong: &'static str },
    /// Too many requests.
    #[error("too many requests; try again in {retry_after_s} s")]
    RateLimited { retry_after_s: u64 },
    /// What the service refuses. A fault of this server is logged, never sent.
    #[error("{}", service_detail(.0))]
    Service(#[from] ServiceError),
}

/// Why an `Authorization` has no token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BearerFault {
    /// Another scheme than Bearer, or none.
    #[error("Authorization is read as Bearer only: send Authorization: Bearer <token>")]
    NotBearer,
    /// The header is there more than once.
    #[error("Authorization is there twice; send it once")]
    Repeated,
    /// Nothing that a token can be.
    #[error("what follows Bearer is no token: 1 to 512 visible ASCII characters without spaces")]
    Malformed,
}

impl ApiError {
    /// A fault of this server.
    pub fn internal(error: impl std::fmt::Display) -> Self {
        ServiceError::internal(error).into()
    }

    /// One bad field of a body.
    pub fn field(pointer: impl Into<String>, detail: impl Into<String>) -> Self {
        ServiceError::field(pointer, detail).into()
    }

    /// One bad query parameter.
    pub fn query(name: &str, detail: impl Into<String>) -> Self {
        Self::InvalidQuery(vec![FieldError::new(format!("/{name}"), detail)])
    }

    /// The same, with a fault of this server written to the log: for refusals that go out inside a stream.
    pub fn logged(self) -> Self {
        if let Self::Service(ServiceError::Internal(reason)) = &self {
            tracing::error!(reason, "internal error");
        }
        self
    }

    /// What kind of problem it is: its stable code, status and title.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Unreadable(_) => Kind::Unreadable,
            Self::DuplicateKey { .. } => Kind::DuplicateKey,
            Self::TooDeep { .. } => Kind::TooDeep,
            Self::TooLarge { .. } => Kind::TooLarge,
            Self::BodyTimeout { .. } => Kind::BodyTimeout,
            Self::UnsupportedMediaType | Self::EncodedBody => Kind::UnsupportedMediaType,
            Self::InvalidQuery(_) => Kind::InvalidQuery,
            Self::InvalidHeader { .. } => Kind::InvalidHeader,
            Self::BadRequest(_) => Kind::BadRequest,
            Self::MethodNotAllowed { .. } => Kind::MethodNotAllowed,
            Self::NotAcceptable { .. } => Kind::NotAcceptable,
            Self::BadBearer(_) => Kind::UnknownToken,
            Self::UnknownPosition { .. } => Kind::UnknownPosition,
            Self::BadKey(_) => Kind::BadKey,
            Self::FromElsewhere { .. } => Kind::FromElsewhere,
            Self::RateLimited { .. } => Kind::RateLimited,
            Self::Service(error) => Kind::of(error),
        }
    }

    /// The problem document.
    pub fn problem(&self) -> Problem {
        let mut problem = Problem::new(self.kind(), self.to_string());
        match self {
            Self::DuplicateKey { pointer, key } => {
                problem.errors = vec![FieldError::new(pointer.clone(), format!("\"{key}\" appears twice"))];
            }
            Self::InvalidQuery(errors) => problem.errors = errors.clone(),
            Self::UnknownPosition { pointer, newest, .. } => {
                problem.errors = vec![FieldError::new(*pointer, format!("at most {newest}"))];
                problem.version = Some(*newest);
            }
            Self::Service(error) => problem.describe(error),
            _ => {}
        }
        problem.retry_after_s = self.retry_after();
        problem
    }

    /// Seconds after which the same request may succeed.
    fn retry_after(&self) -> Option<u64> {
        match self {
            Self::RateLimited { retry_after_s } => Some(*retry_after_s),
            Self::Service(error) => error.retry_after(),
            _ => None,
        }
    }

    fn headers(&self) -> Vec<(HeaderName, String)> {
        let mut headers = Vec::new();
        match self {
            Self::Service(ServiceError::TokenRequired) => {
                headers.push((header::WWW_AUTHENTICATE, "Bearer".to_owned()))
            }
            Self::Service(ServiceError::UnknownToken | ServiceError::BadToken(_)) | Self::BadBearer(_) => {
                headers.push((header::WWW_AUTHENTICATE, "Bearer error=\"invalid_token\"".to_owned()));
            }
            Self::MethodNotAllowed { allow } => headers.push((header::ALLOW, allow.clone())),
            Self::UnsupportedMediaType => headers.push((header::ACCEPT, "application/json".to_owned())),
            Self::EncodedBody => headers.push((header::ACCEPT_ENCODING, "identity".to_owned())),
            _ => {}
        }
        if let Self::Service(error) = self
            && let Some(etag) = newest_tag(error)
        {
            headers.push((header::ETAG, etag));
        }
        if let Some(seconds) = self.retry_after() {
            headers.push((header::RETRY_AFTER, seconds.to_string()));
        }
        headers
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        ServiceError::from(error).into()
    }
}

/// The entity tag of the newest version, for whoever decided on another.
fn newest_tag(error: &ServiceError) -> Option<String> {
    match error {
        ServiceError::StaleVersion { version, seat, .. }
        | ServiceError::ForeignState { version, seat, .. } => Some(etag(*version, Viewer::Seat(*seat))),
        _ => None,
    }
}

/// A refusal of the service in words, with the headers by which callers of this front end say things.
fn service_detail(error: &ServiceError) -> String {
    match error {
        ServiceError::TokenRequired => "this needs a token: send Authorization: Bearer <token>".to_owned(),
        ServiceError::KeyReused => "this Idempotency-Key was used for another request".to_owned(),
        ServiceError::VersionRequired => {
            "say what you decided on: If-Match with the ETag of that state, or its version in the body, as in \
             {\"version\": 17}; If-Match: * stands for any"
                .to_owned()
        }
        ServiceError::ForeignState { named, version, seat } => format!(
            "{named} is no ETag of yours: this game is {} to you; every seat has ETags of its own",
            etag(*version, Viewer::Seat(*seat))
        ),
        ServiceError::BadToken(TokenFault::TicketOnly { seat }) => format!(
            "this is the ticket for seat {seat}: take the seat with it, with POST to its path, and use the token you get"
        ),
        ServiceError::Internal(_) => {
            "something went wrong on our side; the request id tells us where".to_owned()
        }
        other => other.to_string(),
    }
}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        self.kind().status()
    }

    fn error_response(&self) -> HttpResponse<BoxBody> {
        let mut response = respond(self.status_code(), &self.problem());
        for (name, value) in self.headers() {
            if let Ok(value) = HeaderValue::from_str(&value) {
                response.headers_mut().insert(name, value);
            }
        }
        if let Self::Service(ServiceError::Internal(reason)) = self {
            response.extensions_mut().insert(Fault(reason.clone()));
        }
        response
    }
}

/// What went wrong inside, kept with the answer, which does not say it: for the log line that names the request.
#[derive(Clone, Debug)]
pub struct Fault(pub String);

fn respond<T: Serialize>(status: StatusCode, problem: &T) -> HttpResponse {
    let body = serde_json::to_vec(problem).unwrap_or_default();
    HttpResponse::build(status)
        .insert_header((header::CONTENT_TYPE, PROBLEM_JSON))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(body)
}
