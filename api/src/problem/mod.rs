//! Every refusal this service can give: one enum, one envelope (RFC 9457 problem+json).

use actix_web::body::BoxBody;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;
use tapis_db::StoreError;
use tapis_games::erased::LegalMove;
use tapis_games::refusal::{NotationError, Refusal};

mod document;
mod kind;
mod responses;

pub use document::{FieldError, Problem, SeenLegalMove};
pub use kind::Kind;
pub use responses::{
    AdminProblems, BodyProblems, GameProblems, HintProblems, MoveProblems, NoSuchAnalysis, NoSuchGame,
    ProblemResponses, QueryProblems, StateProblems,
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
    /// Fields missing, unknown, of the wrong type or out of range.
    #[error("{}", first_detail(.0))]
    InvalidBody(Vec<FieldError>),
    /// Query parameters unknown, of the wrong type or out of range.
    #[error("{}", first_detail(.0))]
    InvalidQuery(Vec<FieldError>),
    /// A header that does not parse.
    #[error("the header {header} cannot be read: {detail}")]
    InvalidHeader { header: &'static str, detail: String },
    /// Something else about the request cannot be read.
    #[error("the request cannot be read: {0}")]
    BadRequest(String),
    /// A token is needed.
    #[error("this needs a token: send Authorization: Bearer <token>")]
    TokenRequired,
    /// A token that opens nothing here.
    #[error("this token is not valid here")]
    UnknownToken,
    /// A valid token of another seat.
    #[error("this token belongs to another seat")]
    NotYourSeat,
    /// Nothing of that name.
    #[error("there is no such {what}")]
    NotFound { what: &'static str },
    /// The path exists, the method does not.
    #[error("this resource answers {allow} only")]
    MethodNotAllowed { allow: String },
    /// A move without `If-Match`.
    #[error("send If-Match with the ETag of the state you decided on")]
    VersionRequired,
    /// A move on an old version.
    #[error("the game has moved on to version {version}")]
    StaleVersion { version: u64, etag: String },
    /// The same key was used for another request.
    #[error("this Idempotency-Key was used for another request")]
    KeyReused,
    /// The key is unusable.
    #[error("{0}")]
    BadKey(&'static str),
    /// A notation that cannot be read.
    #[error("the move cannot be read: {error}")]
    BadNotation { error: NotationError, legal_moves: Option<Vec<LegalMove>> },
    /// It is not the caller's turn.
    #[error("it is not your turn")]
    NotYourTurn { turn: Option<u8> },
    /// The rules forbid the move.
    #[error("{}", refusal.text.en)]
    MoveRefused { refusal: Refusal, legal_moves: Option<Vec<LegalMove>> },
    /// The game's state does not allow the request.
    #[error("{detail}")]
    Conflict { kind: Kind, detail: String },
    /// Too many requests.
    #[error("too many requests; try again in {retry_after_s} s")]
    RateLimited { retry_after_s: u64 },
    /// All places in a bounded queue are taken.
    #[error("{what} is busy; try again in {retry_after_s} s")]
    Busy { what: &'static str, retry_after_s: u64 },
    /// The store did not accept the request; nothing was applied.
    #[error("the store is not available; nothing was applied")]
    StoreUnavailable,
    /// The server is about to end.
    #[error("the server is shutting down")]
    ShuttingDown,
    /// A fault of this server. The text is logged, never sent.
    #[error("something went wrong on our side; the request id tells us where")]
    Internal(String),
}

impl ApiError {
    /// A refusal because of the state of the game.
    pub fn conflict(kind: Kind, detail: impl Into<String>) -> Self {
        Self::Conflict { kind, detail: detail.into() }
    }

    /// A fault of this server.
    pub fn internal(error: impl std::fmt::Display) -> Self {
        Self::Internal(error.to_string())
    }

    /// One bad field of a body.
    pub fn field(pointer: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::InvalidBody(vec![FieldError::new(pointer, detail)])
    }

    /// One bad query parameter.
    pub fn query(name: &str, detail: impl Into<String>) -> Self {
        Self::InvalidQuery(vec![FieldError::new(format!("/{name}"), detail)])
    }

    /// The same, with a fault of this server written to the log: for refusals that go out inside a stream.
    pub fn logged(self) -> Self {
        if let Self::Internal(reason) = &self {
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
            Self::UnsupportedMediaType => Kind::UnsupportedMediaType,
            Self::InvalidBody(_) => Kind::InvalidBody,
            Self::InvalidQuery(_) => Kind::InvalidQuery,
            Self::InvalidHeader { .. } => Kind::InvalidHeader,
            Self::BadRequest(_) => Kind::BadRequest,
            Self::TokenRequired => Kind::TokenRequired,
            Self::UnknownToken => Kind::UnknownToken,
            Self::NotYourSeat => Kind::NotYourSeat,
            Self::NotFound { .. } => Kind::NotFound,
            Self::MethodNotAllowed { .. } => Kind::MethodNotAllowed,
            Self::VersionRequired => Kind::VersionRequired,
            Self::StaleVersion { .. } => Kind::StaleVersion,
            Self::KeyReused => Kind::KeyReused,
            Self::BadKey(_) => Kind::BadKey,
            Self::BadNotation { .. } => Kind::BadNotation,
            Self::NotYourTurn { .. } => Kind::NotYourTurn,
            Self::MoveRefused { .. } => Kind::MoveRefused,
            Self::Conflict { kind, .. } => *kind,
            Self::RateLimited { .. } => Kind::RateLimited,
            Self::Busy { .. } => Kind::Busy,
            Self::StoreUnavailable => Kind::StoreUnavailable,
            Self::ShuttingDown => Kind::ShuttingDown,
            Self::Internal(_) => Kind::Internal,
        }
    }

    /// The problem document.
    pub fn problem(&self) -> Problem {
        let mut problem = Problem::new(self.kind(), self.to_string());
        match self {
            Self::DuplicateKey { pointer, key } => {
                problem.errors = vec![FieldError::new(pointer.clone(), format!("\"{key}\" appears twice"))];
            }
            Self::InvalidBody(errors) | Self::InvalidQuery(errors) => problem.errors = errors.clone(),
            Self::StaleVersion { version, etag } => {
                problem.version = Some(*version);
                problem.etag = Some(etag.clone());
            }
            Self::BadNotation { error, legal_moves } => {
                problem.errors = vec![FieldError::new("/move", error.to_string())];
                problem.column = Some(error.column);
                problem.expected = Some(error.expected.clone());
                problem.legal_moves = legal_moves.as_deref().map(shown);
            }
            Self::NotYourTurn { turn } => problem.turn = *turn,
            Self::MoveRefused { refusal, legal_moves } => {
                problem.reason = Some(refusal.code.to_owned());
                problem.rule = Some(refusal.rule.to_owned());
                problem.text = Some(refusal.text.clone());
                problem.legal_moves = legal_moves.as_deref().map(shown);
            }
            _ => {}
        }
        problem.retry_after_s = self.retry_after();
        problem
    }

    /// Seconds after which the same request may succeed.
    fn retry_after(&self) -> Option<u64> {
        match self {
            Self::RateLimited { retry_after_s } | Self::Busy { retry_after_s, .. } => Some(*retry_after_s),
            Self::StoreUnavailable | Self::ShuttingDown => Some(1),
            _ => None,
        }
    }

    fn headers(&self) -> Vec<(HeaderName, String)> {
        let mut headers = Vec::new();
        match self {
            Self::TokenRequired => headers.push((header::WWW_AUTHENTICATE, "Bearer".to_owned())),
            Self::UnknownToken => {
                headers.push((header::WWW_AUTHENTICATE, "Bearer error=\"invalid_token\"".to_owned()));
            }
            Self::MethodNotAllowed { allow } => headers.push((header::ALLOW, allow.clone())),
            Self::StaleVersion { etag, .. } => headers.push((header::ETAG, etag.clone())),
            Self::UnsupportedMediaType => headers.push((header::ACCEPT, "application/json".to_owned())),
            _ => {}
        }
        if let Some(seconds) = self.retry_after() {
            headers.push((header::RETRY_AFTER, seconds.to_string()));
        }
        headers
    }
}

impl From<StoreError> for ApiError {
    /// What a caller is told when the store fails. Callers of the store handle the errors they expect before.
    fn from(error: StoreError) -> Self {
        if error.is_unavailable() {
            tracing::warn!(%error, "the store is not available");
            Self::StoreUnavailable
        } else {
            Self::Internal(error.to_string())
        }
    }
}

fn shown(legal_moves: &[LegalMove]) -> Vec<SeenLegalMove> {
    legal_moves.iter().map(SeenLegalMove::from).collect()
}

fn first_detail(errors: &[FieldError]) -> String {
    match errors {
        [] => "the request is not valid".to_owned(),
        [only] => format!("{}: {}", only.pointer, only.detail),
        [first, rest @ ..] => format!("{}: {} (and {} more)", first.pointer, first.detail, rest.len()),
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
        if let Self::Internal(reason) = self {
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
