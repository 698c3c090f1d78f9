//! The catalogue of problems: stable codes with their status and title.

use std::borrow::Cow;

use actix_web::http::StatusCode;
use serde::{Serialize, Serializer};
use tapis_service::{Conflict, ServiceError, TokenFault};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $status:ident, $title:literal;)*) => {
        /// What kind of problem it is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Kind { $($(#[$doc])* #[doc = $title] $name,)* }

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

            /// A title that is the same every time.
            pub fn title(self) -> &'static str {
                match self { $(Kind::$name => $title,)* }
            }
        }
    };
}

kinds! {
    Unreadable = "unreadable_body", BAD_REQUEST, "The body is not readable JSON";
    DuplicateKey = "duplicate_key", BAD_REQUEST, "A key appears twice";
    TooDeep = "too_deep", BAD_REQUEST, "The body is nested too deep";
    BadRequest = "bad_request", BAD_REQUEST, "The request cannot be read";
    InvalidHeader = "invalid_header", BAD_REQUEST, "A header cannot be read";
    BadKey = "invalid_idempotency_key", BAD_REQUEST, "The Idempotency-Key cannot be used";
    TokenRequired = "token_required", UNAUTHORIZED, "A token is required";
    UnknownToken = "unknown_token", UNAUTHORIZED, "The token is not valid here";
    NotYourSeat = "not_your_seat", FORBIDDEN, "The token belongs to another seat";
    HintsOff = "hints_off", FORBIDDEN, "Hints are off";
    HintsAfterGame = "hints_after_game", FORBIDDEN, "Hints come after the game";
    HintsUsed = "hints_used", FORBIDDEN, "All hints are used";
    FromElsewhere = "admin_from_elsewhere", FORBIDDEN, "Administration from elsewhere needs an admin token";
    NotFound = "not_found", NOT_FOUND, "Not found";
    MethodNotAllowed = "method_not_allowed", METHOD_NOT_ALLOWED, "Method not allowed";
    NotAcceptable = "not_acceptable", NOT_ACCEPTABLE, "No media type that is accepted";
    BodyTimeout = "body_timeout", REQUEST_TIMEOUT, "The body did not arrive in time";
    NotYourTurn = "not_your_turn", CONFLICT, "It is not your turn";
    MoveRefused = "move_refused", CONFLICT, "The rules forbid the move";
    GameWaiting = "game_waiting", CONFLICT, "The game waits for players";
    GameOver = "game_over", CONFLICT, "The game is over";
    GameNotOver = "game_not_over", CONFLICT, "The game is not over";
    TimeUp = "time_up", CONFLICT, "The time for the move is up";
    SeatTaken = "seat_taken", CONFLICT, "The seat is taken";
    UndoRefused = "undo_refused", CONFLICT, "Nothing can be undone";
    UndoPending = "undo_pending", CONFLICT, "An undo waits for consent";
    RulesRetired = "rules_retired", CONFLICT, "The rules of this game are no longer played";
    StaleVersion = "stale_version", PRECONDITION_FAILED, "The version is stale";
    ForeignTag = "foreign_etag", PRECONDITION_FAILED, "The ETag is not one of yours";
    TooLarge = "body_too_large", PAYLOAD_TOO_LARGE, "The body is too large";
    UnsupportedMediaType = "unsupported_media_type", UNSUPPORTED_MEDIA_TYPE, "Unsupported media type";
    InvalidBody = "invalid_body", UNPROCESSABLE_ENTITY, "The body is not what is expected";
    InvalidQuery = "invalid_query", UNPROCESSABLE_ENTITY, "A query parameter is not what is expected";
    UnknownPosition = "unknown_position", UNPROCESSABLE_ENTITY, "No event has this position yet";
    BadNotation = "bad_notation", UNPROCESSABLE_ENTITY, "The move cannot be read";
    KeyReused = "idempotency_key_reused", UNPROCESSABLE_ENTITY, "The Idempotency-Key was used before";
    VersionRequired = "version_required", PRECONDITION_REQUIRED, "If-Match or a version is required";
    RateLimited = "rate_limited", TOO_MANY_REQUESTS, "Too many requests";
    QuotaUsed = "quota_used", TOO_MANY_REQUESTS, "The quota of your address is used";
    ShareUsed = "share_used", TOO_MANY_REQUESTS, "The share of your address is used";
    Internal = "internal", INTERNAL_SERVER_ERROR, "Internal error";
    Busy = "busy", SERVICE_UNAVAILABLE, "Busy";
    StoreUnavailable = "store_unavailable", SERVICE_UNAVAILABLE, "The store is not available";
    ShuttingDown = "shutting_down", SERVICE_UNAVAILABLE, "Shutting down";
    NoSpace = "no_space", INSUFFICIENT_STORAGE, "The space left is for moves";
}

/// Its code.
impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl PartialSchema for Kind {
    fn schema() -> RefOr<Schema> {
        let code =
            ObjectBuilder::new().schema_type(Type::String).description(Some("What kind of problem it is."));
        Schema::Object(code.enum_values(Some(Self::ALL.iter().map(|kind| kind.code()))).build()).into()
    }
}

impl ToSchema for Kind {
    fn name() -> Cow<'static, str> {
        "ProblemCode".into()
    }
}

impl Kind {
    /// The kind of a refusal of the service.
    pub fn of(error: &ServiceError) -> Self {
        match error {
            ServiceError::Invalid(_) | ServiceError::NoSuchMove { .. } => Self::InvalidBody,
            ServiceError::TokenRequired => Self::TokenRequired,
            ServiceError::UnknownToken => Self::UnknownToken,
            ServiceError::BadToken(TokenFault::TicketOnly { .. }) => Self::TokenRequired,
            ServiceError::BadToken(_) => Self::UnknownToken,
            ServiceError::NotYourSeat => Self::NotYourSeat,
            ServiceError::NotFound { .. } => Self::NotFound,
            ServiceError::KeyReused => Self::KeyReused,
            ServiceError::VersionRequired => Self::VersionRequired,
            ServiceError::StaleVersion { .. } => Self::StaleVersion,
            ServiceError::ForeignState { .. } => Self::ForeignTag,
            ServiceError::BadNotation { .. } => Self::BadNotation,
            ServiceError::NotYourTurn { .. } => Self::NotYourTurn,
            ServiceError::MoveRefused { .. } => Self::MoveRefused,
            ServiceError::Conflict { conflict, .. } => Self::of_conflict(*conflict),
            ServiceError::Busy { .. } => Self::Busy,
            ServiceError::NoSpace { .. } => Self::NoSpace,
            ServiceError::QuotaUsed { .. } => Self::QuotaUsed,
            ServiceError::ShareUsed { .. } => Self::ShareUsed,
            ServiceError::StoreUnavailable => Self::StoreUnavailable,
            ServiceError::ShuttingDown => Self::ShuttingDown,
            ServiceError::Internal(_) => Self::Internal,
        }
    }

    fn of_conflict(conflict: Conflict) -> Self {
        match conflict {
            Conflict::HintsOff => Self::HintsOff,
            Conflict::HintsAfterGame => Self::HintsAfterGame,
            Conflict::HintsUsed => Self::HintsUsed,
            Conflict::GameWaiting => Self::GameWaiting,
            Conflict::GameOver => Self::GameOver,
            Conflict::GameNotOver => Self::GameNotOver,
            Conflict::TimeUp => Self::TimeUp,
            Conflict::SeatTaken => Self::SeatTaken,
            Conflict::UndoRefused => Self::UndoRefused,
            Conflict::RulesRetired => Self::RulesRetired,
        }
    }
}

#[cfg(test)]
mod tests {
    use actix_web::ResponseError;
    use actix_web::http::header::RETRY_AFTER;

    use super::*;
    use crate::problem::ApiError;

    #[test]
    fn who_is_to_come_back_is_told_when() {
        let refusals = [
            ApiError::RateLimited { retry_after_s: 3 },
            ServiceError::QuotaUsed { what: "games", most: 2, left: 0, retry_after_s: 3 }.into(),
            ServiceError::ShareUsed { what: "streams", retry_after_s: 3 }.into(),
            ServiceError::Busy { what: "solver", retry_after_s: 3 }.into(),
            ServiceError::StoreUnavailable.into(),
            ServiceError::ShuttingDown.into(),
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
