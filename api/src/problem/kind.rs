//! The catalogue of problems: stable codes with their status.

use std::borrow::Cow;

use actix_web::http::StatusCode;
use serde::{Serialize, Serializer};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $status:ident;)*) => {
        /// The kind of problem.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Kind { $($(#[$doc])* #[doc = $code] $name,)* }

        impl Kind {
            /// All kinds, in the order of the catalogue.
            pub const ALL: &'static [Kind] = &[$(Kind::$name),*];

            /// The stable code.
            pub fn code(self) -> &'static str {
                match self { $(Kind::$name => $code,)* }
            }

            /// The HTTP status.
            pub fn status(self) -> StatusCode {
                match self { $(Kind::$name => StatusCode::$status,)* }
            }
        }
    };
}

kinds! {
    Unreadable = "unreadable_body", BAD_REQUEST;
    DuplicateKey = "duplicate_key", BAD_REQUEST;
    TooDeep = "too_deep", BAD_REQUEST;
    BadRequest = "bad_request", BAD_REQUEST;
    InvalidHeader = "invalid_header", BAD_REQUEST;
    BadKey = "invalid_idempotency_key", BAD_REQUEST;
    TokenRequired = "token_required", UNAUTHORIZED;
    UnknownToken = "unknown_token", UNAUTHORIZED;
    UnknownKey = "unknown_key", UNAUTHORIZED;
    KeyRequired = "key_required", UNAUTHORIZED;
    LoginRefused = "login_refused", UNAUTHORIZED;
    KeyScope = "key_scope", FORBIDDEN;
    NotYourSeat = "not_your_seat", FORBIDDEN;
    HintsOff = "hints_off", FORBIDDEN;
    HintsAfterGame = "hints_after_game", FORBIDDEN;
    HintsUsed = "hints_used", FORBIDDEN;
    NotFound = "not_found", NOT_FOUND;
    MethodNotAllowed = "method_not_allowed", METHOD_NOT_ALLOWED;
    NotAcceptable = "not_acceptable", NOT_ACCEPTABLE;
    BodyTimeout = "body_timeout", REQUEST_TIMEOUT;
    NotYourTurn = "not_your_turn", CONFLICT;
    MoveRefused = "move_refused", CONFLICT;
    GameWaiting = "game_waiting", CONFLICT;
    GameOver = "game_over", CONFLICT;
    GameNotOver = "game_not_over", CONFLICT;
    TimeUp = "time_up", CONFLICT;
    SeatTaken = "seat_taken", CONFLICT;
    UndoRefused = "undo_refused", CONFLICT;
    UndoPending = "undo_pending", CONFLICT;
    RulesRetired = "rules_retired", CONFLICT;
    NoEnd = "no_end", CONFLICT;
    ReviewNotOver = "review_not_over", CONFLICT;
    LogFull = "log_full", CONFLICT;
    StaleVersion = "stale_version", PRECONDITION_FAILED;
    ForeignTag = "foreign_etag", PRECONDITION_FAILED;
    TooLarge = "body_too_large", PAYLOAD_TOO_LARGE;
    UnsupportedMediaType = "unsupported_media_type", UNSUPPORTED_MEDIA_TYPE;
    InvalidBody = "invalid_body", UNPROCESSABLE_ENTITY;
    InvalidQuery = "invalid_query", UNPROCESSABLE_ENTITY;
    UnknownPosition = "unknown_position", UNPROCESSABLE_ENTITY;
    BadNotation = "bad_notation", UNPROCESSABLE_ENTITY;
    KeyReused = "idempotency_key_reused", UNPROCESSABLE_ENTITY;
    VersionRequired = "version_required", PRECONDITION_REQUIRED;
    RateLimited = "rate_limited", TOO_MANY_REQUESTS;
    QuotaUsed = "quota_used", TOO_MANY_REQUESTS;
    ShareUsed = "share_used", TOO_MANY_REQUESTS;
    Internal = "internal", INTERNAL_SERVER_ERROR;
    Busy = "busy", SERVICE_UNAVAILABLE;
    StoreUnavailable = "store_unavailable", SERVICE_UNAVAILABLE;
    ShuttingDown = "shutting_down", SERVICE_UNAVAILABLE;
    LoginUnavailable = "login_unavailable", SERVICE_UNAVAILABLE;
    NoSpace = "no_space", INSUFFICIENT_STORAGE;
}

/// Its code.
impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl PartialSchema for Kind {
    fn schema() -> RefOr<Schema> {
        let code = ObjectBuilder::new().schema_type(Type::String).description(Some("The kind of problem."));
        Schema::Object(code.enum_values(Some(Self::ALL.iter().map(|kind| kind.code()))).build()).into()
    }
}

impl ToSchema for Kind {
    fn name() -> Cow<'static, str> {
        "ProblemCode".into()
    }
}

impl Kind {
    /// The kind of this code.
    pub fn of(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.code() == code)
    }
}

#[cfg(test)]
mod tests {
    use actix_web::ResponseError;
    use actix_web::http::header::RETRY_AFTER;
    use tapis_service::ServiceError;

    use super::*;
    use crate::problem::{ApiError, LoginFault};

    #[test]
    fn who_is_to_come_back_is_told_when() {
        let refusals = [
            ApiError::RateLimited { retry_after_s: 3 },
            ServiceError::QuotaUsed { what: "games", most: 2, left: 0, retry_after_s: 3 }.into(),
            ServiceError::ShareUsed { what: "streams", retry_after_s: 3 }.into(),
            ServiceError::Busy { what: "solver", retry_after_s: 3 }.into(),
            ServiceError::StoreUnavailable.into(),
            ServiceError::ShuttingDown.into(),
            ApiError::BadLogin(LoginFault::NoKeys),
        ];
        let waits = Kind::ALL.iter().filter(|kind| matches!(kind.status().as_u16(), 429 | 503));
        for kind in waits {
            let refusal = refusals.iter().find(|refusal| refusal.kind() == *kind);
            let refusal = refusal.unwrap_or_else(|| panic!("no refusal is {}", kind.code()));
            let answer = refusal.error_response();
            let seconds =
                answer.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok());
            assert!(seconds.is_some_and(|seconds: u64| (1..=86_400).contains(&seconds)), "{}", kind.code());
        }
    }
}
