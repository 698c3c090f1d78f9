//! Every refusal this service can give: one enum, one envelope (RFC 9457 problem+json).

use actix_web::body::BoxBody;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{HttpResponse, ResponseError};
use bytes::Bytes;
use serde::Serialize;
use strum::{IntoStaticStr, VariantArray};
use tapis_db::StoreError;
use tapis_db::model::KeyScope;
use tapis_games::locale::{Said, said};
use tapis_games::seat::Viewer;
use tapis_service::{FieldError, ServiceError};

use crate::etag::etag;
use crate::languages;

mod document;
mod kind;
mod responses;
mod words;

pub use document::Problem;
pub use kind::Kind;
pub use responses::{
    AdminProblems, BodyProblems, DesignerProblems, GameProblems, HintProblems, MoveProblems, NoSuchAnalysis,
    NoSuchExperiment, NoSuchGame, NoSuchPlayer, NoSuchReview, NoSuchWebhook, PlayerProblems,
    ProblemResponses, QueryProblems, ReviewProblems, SpaceProblems, StaleProblems, StateProblems,
    WebhookProblems,
};
pub use words::lost;

/// Media type of every problem.
pub const PROBLEM_JSON: &str = "application/problem+json";

/// When the keys of logins are asked for again.
const NO_KEYS_RETRY_S: u64 = 10;

/// Why a request is refused. [`ApiError::text`] becomes the problem's `text` and `detail`; the display text is the English one.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the fields are named after the problem's members")]
pub enum ApiError {
    /// The body is not JSON.
    Unreadable(Said),
    /// An object has a key twice.
    DuplicateKey { pointer: String, key: String },
    /// Nested deeper than anything this service takes.
    TooDeep { limit: usize },
    /// Too many bytes.
    TooLarge { limit: usize },
    /// The body did not arrive in time.
    BodyTimeout { limit_ms: u64 },
    /// Not JSON by its own word.
    UnsupportedMediaType,
    /// The body is compressed.
    EncodedBody,
    /// Query parameters unknown, of the wrong type or out of range.
    InvalidQuery(Vec<FieldError>),
    /// A header that does not parse.
    InvalidHeader { header: &'static str, detail: Said },
    /// Something else about the request cannot be read.
    BadRequest(Said),
    /// The path exists, the method does not.
    MethodNotAllowed { allow: String },
    /// There is no such path, and perhaps one like it.
    NoSuchPath { nearest: Option<String> },
    /// A call of an earlier release.
    CallGone { instead: &'static str },
    /// Nothing is there in a media type that the caller takes.
    NotAcceptable { types: Vec<String> },
    /// An `Authorization` that has no token.
    BadBearer(BearerFault),
    /// A position in the events that is not there yet.
    UnknownPosition { pointer: &'static str, asked: u64, newest: u64 },
    /// The key is unusable.
    BadKey(KeyFault),
    /// A `Tapis-Key` that is no key of this service, or several of them.
    UnknownKey,
    /// A `Tapis-Key` that was revoked.
    RevokedKey,
    /// A login that names nobody.
    BadLogin(LoginFault),
    /// What belongs to a key, asked without one.
    KeyRequired,
    /// The key is in force and does not open this; one of the scope `wanted` would, or none.
    KeyScope { name: String, wanted: Option<KeyScope> },
    /// What is for the administrator, asked without the administrator's token.
    AdminTokenRequired,
    /// Too many requests.
    RateLimited { retry_after_s: u64 },
    /// What the service refuses. A fault of this server is logged, never sent.
    Service(ServiceError),
}

/// Why an `Authorization` has no token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BearerFault {
    /// Another scheme than Bearer, or none.
    NotBearer,
    /// The header is there more than once.
    Repeated,
    /// Nothing that a token can be.
    Malformed,
}

/// Why a login is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case", prefix = "login_refused-")]
pub enum LoginFault {
    /// It is no JSON Web Token, or none with a signature of a kind that is taken.
    Form,
    /// It is longer than any that is taken.
    TooLong,
    /// It is signed by a key that is not among those of the app.
    UnknownKey,
    /// The signature is not that of the key.
    Signature,
    /// Somebody else issued it.
    Issuer,
    /// It is for somebody else.
    Audience,
    /// Its time is over.
    Expired,
    /// Its time has not come.
    Early,
    /// A claim is missing, or cannot be what it should be.
    Claims,
    /// Its `sub` cannot be the id of a player.
    Subject,
    /// The keys of the app cannot be had now.
    NoKeys,
}

/// Why an `Idempotency-Key` cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyFault {
    /// It is empty, too long, or has other characters.
    Form,
    /// It has only so many characters, and whoever guesses it gets the answer.
    Short {
        /// How many it has.
        length: usize,
    },
}

impl ApiError {
    /// A fault of this server.
    pub fn internal(error: impl std::fmt::Display) -> Self {
        ServiceError::internal(error).into()
    }

    /// One bad field of a body.
    pub fn field(pointer: impl Into<String>, detail: impl Into<Said>) -> Self {
        ServiceError::field(pointer, detail).into()
    }

    /// Refuses a text of a body that is longer than its schema says.
    ///
    /// # Errors
    /// It has more than `most` characters.
    pub fn unless_longer(pointer: &str, text: Option<&str>, most: usize) -> Result<(), Self> {
        let fits = text.is_none_or(|text| text.chars().nth(most).is_none());
        fits.then_some(()).ok_or_else(|| Self::field(pointer, said("at_most_characters").with("most", most)))
    }

    /// One bad query parameter.
    pub fn query(name: &str, detail: impl Into<Said>) -> Self {
        Self::InvalidQuery(vec![FieldError::new(format!("/{name}"), detail)])
    }

    /// The same, with a fault of this server written to the log: for refusals that go out inside a stream.
    pub fn logged(self) -> Self {
        if let Self::Service(ServiceError::Internal(reason)) = &self {
            tracing::error!(reason, "internal error");
        }
        self
    }

    /// The problem as the last event of a stream.
    pub fn event(&self) -> Bytes {
        let data = languages::json(&self.problem()).unwrap_or_default();
        [b"event: problem\ndata: ", &data[..], b"\n\n"].concat().into()
    }

    /// The problem document.
    pub fn problem(&self) -> Problem {
        let mut problem = Problem::new(self.kind(), self.text());
        match self {
            Self::DuplicateKey { pointer, key } => {
                problem.errors = vec![FieldError::new(pointer.clone(), said("key_twice").with("key", key))];
            }
            Self::InvalidQuery(errors) => problem.errors = errors.clone(),
            Self::UnknownPosition { pointer, newest, .. } => {
                problem.errors = vec![FieldError::new(*pointer, said("at_most").with("most", newest))];
                problem.version = Some(*newest);
            }
            Self::Service(error) => problem.describe(error),
            _ => {}
        }
        let language = languages::asked().one();
        problem.errors = problem.errors.into_iter().map(|error| error.detailed_in(language)).collect();
        problem.retry_after_s = self.retry_after();
        problem
    }

    /// Seconds after which the same request may succeed.
    fn retry_after(&self) -> Option<u64> {
        match self {
            Self::RateLimited { retry_after_s } => Some(*retry_after_s),
            Self::BadLogin(LoginFault::NoKeys) => Some(NO_KEYS_RETRY_S),
            Self::Service(error) => error.retry_after(),
            _ => None,
        }
    }

    fn headers(&self) -> Vec<(HeaderName, String)> {
        let told = match self {
            Self::AdminTokenRequired
            | Self::Service(ServiceError::TokenRequired | ServiceError::ReviewOfOthers { token: false }) => {
                Some((header::WWW_AUTHENTICATE, "Bearer".to_owned()))
            }
            Self::Service(ServiceError::UnknownToken | ServiceError::BadToken(_))
            | Self::BadBearer(_)
            | Self::BadLogin(_) => {
                Some((header::WWW_AUTHENTICATE, "Bearer error=\"invalid_token\"".to_owned()))
            }
            Self::UnknownKey | Self::RevokedKey | Self::KeyRequired => {
                Some((header::WWW_AUTHENTICATE, "Tapis-Key".to_owned()))
            }
            Self::MethodNotAllowed { allow } => Some((header::ALLOW, allow.clone())),
            Self::UnsupportedMediaType => Some((header::ACCEPT, "application/json".to_owned())),
            Self::EncodedBody => Some((header::ACCEPT_ENCODING, "identity".to_owned())),
            Self::Service(error) => newest_tag(error).map(|etag| (header::ETAG, etag)),
            _ => None,
        };
        let retry = self.retry_after().map(|seconds| (header::RETRY_AFTER, seconds.to_string()));
        told.into_iter().chain(retry).collect()
    }
}

impl From<ServiceError> for ApiError {
    fn from(error: ServiceError) -> Self {
        Self::Service(error)
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

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        self.kind().status()
    }

    fn error_response(&self) -> HttpResponse<BoxBody> {
        metrics::counter!("tapis_refusals_total", "code" => self.kind().code()).increment(1);
        let mut response = respond(self.status_code(), &self.problem());
        for (name, value) in self.headers() {
            if let Ok(value) = HeaderValue::from_str(&value) {
                response.headers_mut().insert(name, value);
            }
        }
        if let Self::Service(ServiceError::Internal(reason)) = self {
            response.extensions_mut().insert(LoggedFault(reason.clone()));
        }
        response
    }
}

/// What went wrong inside, kept with the answer, which does not say it: for the log line that names the request.
#[derive(Clone, Debug)]
pub struct LoggedFault(pub String);

fn respond<T: Serialize>(status: StatusCode, problem: &T) -> HttpResponse {
    let body = languages::json(problem).unwrap_or_default();
    HttpResponse::build(status)
        .insert_header((header::CONTENT_TYPE, PROBLEM_JSON))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(body)
}
