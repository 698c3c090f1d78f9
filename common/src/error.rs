//! Every refusal of the service and of the laboratory. A front end decides how it is told.

use serde::Serialize;
use tapis_db::StoreError;
use tapis_games::erased::LegalMove;
use tapis_games::lines::line_of;
use tapis_games::refusal::{NotationError, Refusal, Text};
use tapis_games::seat::Seat;
use tapis_games::shown::Pick;
use utoipa::ToSchema;

/// Why the service refuses. The display text says what is wrong and what would be right.
#[derive(Clone, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum ServiceError {
    /// Fields missing, unknown, of the wrong type or out of range.
    #[error("{}", FieldError::summary(.0))]
    Invalid(Vec<FieldError>),
    /// A token is needed.
    #[error("this needs a seat's token")]
    TokenRequired,
    /// A token that opens nothing here.
    #[error("this token is not valid here")]
    UnknownToken,
    /// A token that opens nothing here, for a reason that its bearer may know.
    #[error("{0}")]
    BadToken(TokenFault),
    /// A valid token of another seat.
    #[error("this token belongs to another seat")]
    NotYourSeat,
    /// Nothing of that name, or nothing the caller may know of.
    #[error("there is no such {what}")]
    NotFound { what: &'static str },
    /// The same key was used for another request.
    #[error("this key was used for another request")]
    KeyReused,
    /// A move that does not say on which state it was decided.
    #[error("say on which version of the game you decided")]
    VersionRequired,
    /// A request that was decided on another version than the newest.
    #[error("{}", stale(*known, *version))]
    StaleVersion { known: u64, version: u64, seat: Seat },
    /// A request that was decided on a state which its caller cannot have seen.
    #[error("{named} is no state that this seat has seen: the game is at version {version}")]
    ForeignState { named: String, version: u64, seat: Seat },
    /// A notation that cannot be read.
    #[error("the move cannot be read: {error}")]
    BadNotation { error: NotationError, legal_moves: Option<Vec<LegalMove>> },
    /// Picks, or a kind and arguments, that make no legal move: what of them does not fit, in words for people, and what could
    /// be picked in its place.
    #[error("{}", field.said())]
    NoSuchMove { field: Box<FieldError>, text: Box<Text>, possible: Vec<Pick> },
    /// It is not the caller's turn.
    #[error("it is not your turn")]
    NotYourTurn { turn: Option<u8> },
    /// The rules forbid the move.
    #[error("{}", refusal.text.en)]
    MoveRefused { refusal: Refusal, legal_moves: Option<Vec<LegalMove>> },
    /// The game's state or its creator does not allow the request.
    #[error("{detail}")]
    Conflict { conflict: Conflict, detail: String },
    /// All places in a bounded queue are taken.
    #[error("{what} is busy; try again in {retry_after_s} s")]
    Busy { what: &'static str, retry_after_s: u64 },
    /// The caller's address has as many as one address may have; there is room for others.
    #[error(
        "your address has as many {what} as one address may have; end one, or try again in {retry_after_s} s"
    )]
    ShareUsed { what: &'static str, retry_after_s: u64 },
    /// What is left of the disk is for people's moves.
    #[error(
        "{free} bytes are free, and {reserve} are kept for moves of people: nothing else is stored until there is more; games go on"
    )]
    NoSpace { free: u64, reserve: u64 },
    /// The caller's address has stored as much as one may in a day.
    #[error("your address may have {most} {what} a day and has {left} left; try again in {retry_after_s} s")]
    QuotaUsed { what: &'static str, most: u32, left: u32, retry_after_s: u64 },
    /// The store did not accept the request; nothing was applied.
    #[error("the store is not available; nothing was applied")]
    StoreUnavailable,
    /// The service is about to end.
    #[error("the server is shutting down")]
    ShuttingDown,
    /// A fault of this program. The text is for the log, never for callers.
    #[error("{0}")]
    Internal(String),
}

/// Why a token or ticket opens nothing. Each tells no more than whoever holds the token knows already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are seats")]
pub enum TokenFault {
    /// No form of a seat's token or ticket.
    #[error("this is no token of a seat, which is seat_ (a ticket: inv_) and 96 lower-case hex digits")]
    NotOfASeat,
    /// The right form, and of another game or made up.
    #[error("this is no token of this game; a token opens the game it was given for and no other")]
    OtherGame,
    /// It opened this seat once.
    #[error("this token opened seat {seat} until it was replaced or the seat was left")]
    Replaced { seat: u8 },
    /// A ticket that was used, or replaced by a newer one.
    #[error("this ticket was for seat {seat}; it was used already, or a newer one took its place")]
    Used { seat: u8 },
    /// A good ticket where a seat's token is needed.
    #[error("this is the ticket for seat {seat}: take the seat with it, and use the token you get")]
    TicketOnly { seat: u8 },
    /// A good ticket at the wrong seat.
    #[error("this ticket is for seat {seat}")]
    TicketOfSeat { seat: u8 },
    /// A good token where a ticket is needed.
    #[error("this is the token of seat {seat}; an invited seat is taken with its own ticket")]
    TokenOfSeat { seat: u8 },
}

/// What of a game's state stands against a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Conflict {
    /// Hints are off.
    HintsOff,
    /// Hints are given after the game only.
    HintsAfterGame,
    /// All hints of the seat are used.
    HintsUsed,
    /// Seats are still to be taken.
    GameWaiting,
    /// The game is over.
    GameOver,
    /// The game is not over yet.
    GameNotOver,
    /// The time for the move is up.
    TimeUp,
    /// Somebody sits there.
    SeatTaken,
    /// Nothing can be taken back.
    UndoRefused,
    /// The rules are of a version that is no longer played.
    RulesRetired,
}

/// One field or parameter that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldError {
    /// JSON pointer (RFC 6901) into the body; for a query parameter `/` and its name.
    #[schema(example = "/seats/0/kind")]
    pub pointer: String,
    /// What is wrong and what would be right.
    pub detail: String,
    /// The same in words for people, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
    /// For options and decks sent as a text of several lines: the line it stands on, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
}

impl ServiceError {
    /// A refusal because of the state of the game.
    pub fn conflict(conflict: Conflict, detail: impl Into<String>) -> Self {
        Self::Conflict { conflict, detail: detail.into() }
    }

    /// A fault of this program.
    pub fn internal(error: impl std::fmt::Display) -> Self {
        Self::Internal(error.to_string())
    }

    /// One bad field.
    pub fn field(pointer: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::Invalid(vec![FieldError::new(pointer, detail)])
    }

    /// Seconds after which the same request may succeed.
    pub fn retry_after(&self) -> Option<u64> {
        match self {
            Self::Busy { retry_after_s, .. } | Self::ShareUsed { retry_after_s, .. } => Some(*retry_after_s),
            Self::QuotaUsed { retry_after_s, .. } => Some(*retry_after_s),
            Self::NoSpace { .. } => Some(60),
            Self::StoreUnavailable | Self::ShuttingDown => Some(1),
            _ => None,
        }
    }
}

fn stale(known: u64, version: u64) -> String {
    if known < version {
        format!("the game has moved on to version {version}")
    } else {
        format!("the game has no version {known} yet: it is at version {version}")
    }
}

impl From<StoreError> for ServiceError {
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

impl FieldError {
    /// A fault at `pointer`.
    pub fn new(pointer: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { pointer: pointer.into(), detail: detail.into(), text: None, line: None }
    }

    /// A fault at `pointer`, in every language.
    pub fn in_words(pointer: impl Into<String>, text: Text) -> Self {
        Self { text: Some(text.clone()), ..Self::new(pointer, text.en) }
    }

    /// The same fault of something that stands at `place`.
    #[must_use]
    pub fn below(self, place: &str) -> Self {
        Self { pointer: format!("{place}{}", self.pointer), ..self }
    }

    /// Adds the line of `body` the fault stands on, where the body has several lines.
    pub fn in_text(self, body: &[u8]) -> Self {
        let text = std::str::from_utf8(body).ok().filter(|text| text.contains('\n'));
        let line = text.and_then(|text| line_of(text, &self.pointer));
        Self { line, ..self }
    }

    /// The fault in words: where it is, unless it is everywhere, and what.
    fn said(&self) -> String {
        let Self { pointer, detail, .. } = self;
        if pointer.is_empty() { detail.clone() } else { format!("{pointer}: {detail}") }
    }

    /// The first fault in words, and how many more there are.
    pub fn summary(errors: &[Self]) -> String {
        match errors {
            [] => "the request is not valid".to_owned(),
            [only] => only.said(),
            [first, rest @ ..] => format!("{} (and {} more)", first.said(), rest.len()),
        }
    }
}
