//! Every refusal of the service and of the laboratory. A front end decides how it is told.

use std::fmt;

use serde::Serialize;
use tapis_db::StoreError;
use tapis_games::erased::ShownMove;
use tapis_games::lines::line_of;
use tapis_games::locale::{Arg, COMMON_EN, COMMON_FR, Language, Said, Texts};
use tapis_games::refusal::{NotationError, Refusal, Text};
use tapis_games::seat::Seat;
use tapis_games::shown::Pick;
use utoipa::ToSchema;

/// The words of refusals.
pub static TEXTS: Texts = Texts {
    en: &[COMMON_EN, include_str!("../text/en/refusals.ftl")],
    fr: &[COMMON_FR, include_str!("../text/fr/refusals.ftl")],
};

/// Why the service refuses; [`ServiceError::text`] says what is wrong and what would be right. Its display text is the English one,
/// of a fault of this program the reason.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum ServiceError {
    /// Fields missing, unknown, of the wrong type or out of range.
    Invalid(Vec<FieldError>),
    /// A token is needed.
    TokenRequired,
    /// A token that opens nothing here.
    UnknownToken,
    /// A token that opens nothing here, for a reason that its bearer may know.
    BadToken(TokenFault),
    /// A valid token of another seat.
    NotYourSeat,
    /// A review that others began, of a game where the caller does not sit; whether a token was sent at all.
    ReviewOfOthers { token: bool },
    /// Nothing of that name, or nothing the caller may know of; `what` is a noun of [`TEXTS`].
    NotFound { what: &'static str },
    /// The same key was used for another request.
    KeyReused,
    /// A move that does not say on which state it was decided.
    VersionRequired,
    /// A request that was decided on another version than the newest.
    StaleVersion { known: u64, version: u64, seat: Seat },
    /// A request that was decided on a state which its caller cannot have seen.
    ForeignState { named: String, version: u64, seat: Seat },
    /// A notation that cannot be read.
    BadNotation { error: NotationError, legal_moves: Option<Vec<ShownMove>> },
    /// Picks, or a kind and arguments, that make no legal move: what of them does not fit, in words for people, and what could
    /// be picked in its place; the rule that forbids it, where there is one.
    NoSuchMove { field: Box<FieldError>, text: Box<Text>, possible: Vec<Pick>, rule: Option<Box<Refusal>> },
    /// It is not the caller's turn.
    NotYourTurn { turn: Option<u8> },
    /// The rules forbid the move.
    MoveRefused { refusal: Refusal, legal_moves: Option<Vec<ShownMove>> },
    /// The game's state or its creator does not allow the request.
    Conflict(Reason),
    /// All places in a bounded queue are taken; `what` is a noun of [`TEXTS`].
    Busy { what: &'static str, retry_after_s: u64 },
    /// The caller's address has as many as one address may have; there is room for others.
    ShareUsed { what: &'static str, retry_after_s: u64 },
    /// What is left of the disk is for people's moves.
    NoSpace { free: u64, reserve: u64 },
    /// The caller's address has stored as much as one may in a day.
    QuotaUsed { what: &'static str, most: u32, left: u32, retry_after_s: u64 },
    /// The store did not accept the request; nothing was applied.
    StoreUnavailable,
    /// The service is about to end.
    ShuttingDown,
    /// The node that had begun what was asked for is gone, and it with it.
    NodeGone,
    /// A fault of this program. The reason is for the log, never for callers.
    Internal(String),
}

/// Why a token or ticket opens nothing. Each tells no more than whoever holds the token knows already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the fields are seats")]
pub enum TokenFault {
    /// No form of a seat's token or ticket.
    NotOfASeat,
    /// The right form, and of another game or made up.
    OtherGame,
    /// It opened this seat once.
    Replaced { seat: u8 },
    /// It opened this seat until a bot took it because the time was up.
    TimedOut { seat: u8 },
    /// It opened this seat until its bearer left it to a bot.
    Left { seat: u8 },
    /// A ticket that was used, or replaced by a newer one.
    Used { seat: u8 },
    /// A good ticket where a seat's token is needed.
    TicketOnly { seat: u8 },
    /// A good ticket at the wrong seat.
    TicketOfSeat { seat: u8 },
    /// A good token where a ticket is needed.
    TokenOfSeat { seat: u8 },
}

/// A text of [`TEXTS`] with what is filled into it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    key: &'static str,
    args: Vec<(&'static str, Arg)>,
}

impl Reason {
    /// The text `refusal-<key>`.
    pub fn new<const N: usize>(key: &'static str, args: [(&'static str, Arg); N]) -> Self {
        Self { key, args: args.into() }
    }

    /// In words.
    pub fn text(&self) -> Text {
        self.text_in(&TEXTS)
    }

    /// In the words of other texts.
    pub fn text_in(&self, texts: &'static Texts) -> Text {
        texts.both(&format!("refusal-{}", self.key), &self.args)
    }

    /// The code of the problem, which all its reasons share: the key up to the first hyphen.
    pub fn code(&self) -> &'static str {
        self.key.split_once('-').map_or(self.key, |(code, _)| code)
    }
}

impl From<&'static str> for Reason {
    fn from(key: &'static str) -> Self {
        Self::new(key, [])
    }
}

/// One field or parameter that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldError {
    /// JSON pointer (RFC 6901) into the body; for a query parameter `/` and its name.
    #[schema(example = "/seats/0/kind")]
    pub pointer: String,
    /// What is wrong and what would be right, in the requested language, or in English if all are requested.
    pub detail: String,
    /// The same in every requested language.
    pub text: Text,
    /// If options or a deck are sent as a text of several lines: the line of the fault, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
}

impl ServiceError {
    /// A refusal because of the state of the game, in words of [`TEXTS`].
    pub fn conflict(reason: impl Into<Reason>) -> Self {
        Self::Conflict(reason.into())
    }

    /// The stable code of the problem.
    pub fn code(&self) -> &'static str {
        match self {
            Self::ReviewOfOthers { token: false } => "token_required",
            other => other.reason().code(),
        }
    }

    /// What is wrong and what would be right, in every language.
    pub fn text(&self) -> Text {
        let mut text = match self {
            Self::MoveRefused { refusal, .. } => return refusal.text.clone(),
            Self::NoSuchMove { rule: Some(rule), .. } => return rule.text.clone(),
            Self::Invalid(errors) => return FieldError::summary(errors),
            other => other.reason().text(),
        };
        match self {
            Self::BadNotation { error, .. } => text.add(&error.said().text()),
            // What a programmer is told is no help to people at a table.
            Self::NoSuchMove { field, text: told, .. } => {
                text.en = field.said(Language::English);
                text.fr.clone_from(&told.fr);
            }
            _ => {}
        }
        text
    }

    /// What is refused, by the key of its text; the text of a move that the rules forbid is theirs.
    pub fn reason(&self) -> Reason {
        let busy =
            |key, what: &'static str, n: u64| Reason::new(key, [("what", what.into()), ("n", n.into())]);
        match self {
            Self::Invalid(_) | Self::NoSuchMove { .. } => "invalid_body".into(),
            Self::TokenRequired => "token_required".into(),
            Self::UnknownToken => "unknown_token".into(),
            Self::BadToken(fault) => fault.reason(),
            Self::NotYourSeat => "not_your_seat".into(),
            Self::ReviewOfOthers { .. } => "not_your_seat-review".into(),
            Self::NotFound { what } => Reason::new("not_found", [("what", (*what).into())]),
            Self::KeyReused => "idempotency_key_reused".into(),
            Self::VersionRequired => "version_required".into(),
            Self::StaleVersion { known, version, .. } => {
                let key = if known < version { "stale_version" } else { "stale_version-ahead" };
                Reason::new(key, [("known", (*known).into()), ("version", (*version).into())])
            }
            Self::ForeignState { named, version, .. } => {
                let named = named.as_str().into();
                Reason::new("foreign_etag", [("named", named), ("version", (*version).into())])
            }
            Self::BadNotation { .. } => "bad_notation".into(),
            Self::NotYourTurn { .. } => "not_your_turn".into(),
            Self::Busy { what, retry_after_s } => busy("busy", what, *retry_after_s),
            Self::ShareUsed { what, retry_after_s } => busy("share_used", what, *retry_after_s),
            Self::NoSpace { free, reserve } => {
                Reason::new("no_space", [("free", (*free).into()), ("reserve", (*reserve).into())])
            }
            Self::QuotaUsed { what, most, left, retry_after_s } => {
                let mut reason = busy("quota_used", what, *retry_after_s);
                reason.args.extend([("most", (*most).into()), ("left", (*left).into())]);
                reason
            }
            Self::StoreUnavailable => "store_unavailable".into(),
            Self::ShuttingDown => "shutting_down".into(),
            Self::NodeGone => "shutting_down-gone".into(),
            Self::MoveRefused { .. } => "move_refused".into(),
            Self::Conflict(reason) => reason.clone(),
            Self::Internal(_) => "internal".into(),
        }
    }

    /// A fault of this program.
    pub fn internal(error: impl fmt::Display) -> Self {
        Self::Internal(error.to_string())
    }

    /// One bad field.
    pub fn field(pointer: impl Into<String>, detail: impl Into<Said>) -> Self {
        Self::Invalid(vec![FieldError::new(pointer, detail)])
    }

    /// Seconds after which the same request may succeed.
    pub fn retry_after(&self) -> Option<u64> {
        match self {
            Self::Busy { retry_after_s, .. } | Self::ShareUsed { retry_after_s, .. } => Some(*retry_after_s),
            Self::QuotaUsed { retry_after_s, .. } => Some(*retry_after_s),
            Self::NoSpace { .. } => Some(60),
            Self::StoreUnavailable | Self::ShuttingDown | Self::NodeGone => Some(1),
            _ => None,
        }
    }
}

impl fmt::Display for ServiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Internal(reason) => f.write_str(reason),
            other => f.write_str(&other.text().en),
        }
    }
}

impl std::error::Error for ServiceError {}

impl TokenFault {
    /// A stable code of the fault.
    pub fn code(self) -> &'static str {
        self.reason().key.split_once('-').map_or("", |(_, code)| code)
    }

    fn reason(self) -> Reason {
        let of = |key, seat: u8| Reason::new(key, [("seat", seat.into())]);
        match self {
            Self::NotOfASeat => "unknown_token-not_of_a_seat".into(),
            Self::OtherGame => "unknown_token-other_game".into(),
            Self::Replaced { seat } => of("unknown_token-replaced", seat),
            Self::TimedOut { seat } => of("unknown_token-timed_out", seat),
            Self::Left { seat } => of("unknown_token-left", seat),
            Self::Used { seat } => of("unknown_token-used", seat),
            Self::TicketOnly { seat } => of("token_required-ticket_only", seat),
            Self::TicketOfSeat { seat } => of("unknown_token-ticket_of_seat", seat),
            Self::TokenOfSeat { seat } => of("unknown_token-token_of_seat", seat),
        }
    }
}

impl From<StoreError> for ServiceError {
    /// What a caller is told when the store fails. Callers of the store handle the errors they expect before.
    fn from(error: StoreError) -> Self {
        if error.is_unavailable() {
            // Requests are many: that the store is away is said by what is done without them.
            tracing::debug!(%error, "the store is not available");
            Self::StoreUnavailable
        } else {
            Self::Internal(error.to_string())
        }
    }
}

impl FieldError {
    /// A fault at `pointer`.
    pub fn new(pointer: impl Into<String>, detail: impl Into<Said>) -> Self {
        Self::in_words(pointer, detail.into().text())
    }

    /// A fault at `pointer`, in every language.
    pub fn in_words(pointer: impl Into<String>, text: Text) -> Self {
        Self { pointer: pointer.into(), detail: text.en.clone(), text, line: None }
    }

    /// The same, its detail in one language.
    #[must_use]
    pub fn detailed_in(self, language: Language) -> Self {
        Self { detail: language.say(&self.text.en, &self.text.fr).clone(), ..self }
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
    fn said(&self, language: Language) -> String {
        let what = language.say(&self.text.en, &self.text.fr);
        if self.pointer.is_empty() { what.clone() } else { format!("{}: {what}", self.pointer) }
    }

    /// The first fault in words, and how many more there are.
    pub fn summary(errors: &[Self]) -> Text {
        let Some((first, rest)) = errors.split_first() else { return Reason::from("invalid_body").text() };
        let [en, fr] = [Language::English, Language::French].map(|language| {
            let key = if rest.is_empty() { "fault" } else { "faults" };
            let args = [("first", first.said(language).into()), ("n", rest.len().into())];
            TEXTS.say(language, &format!("refusal-{key}"), &args)
        });
        Text::new(en, fr)
    }
}

#[cfg(test)]
mod tests {
    use tapis_games::locale::said;

    use super::*;

    #[test]
    fn programmers_are_told_more_than_people() {
        let refused = ServiceError::field("/seats/0", Said::foreign("too long"));
        assert_eq!(refused.to_string(), "/seats/0: too long");
        assert_eq!(refused.text().fr, "/seats/0: ce n’est pas ce qui est attendu");
        let faults = [said("at_most").with("most", 3), said("missing"), said("twice")];
        let faults = faults.map(|what| FieldError::new("/n", what));
        let text = FieldError::summary(&faults);
        assert_eq!((&*text.en, &*text.fr), ("/n: at most 3 (and 2 more)", "/n: au plus 3 (et 2 autres)"));
        let stale = ServiceError::StaleVersion { known: 7, version: 1, seat: Seat(0) };
        assert_eq!(stale.to_string(), "the game has no version 7 yet: it is at version 1");
        let busy = ServiceError::QuotaUsed { what: "new_games", most: 10, left: 0, retry_after_s: 60 };
        assert!(busy.text().fr.contains("10 par jour (nouvelles parties), il en reste 0"), "{busy}");
    }
}
