//! The problem document.

use serde::Serialize;
use tapis_games::erased::ShownMove;
use tapis_games::refusal::{BilingualText, Refusal, Text};
use tapis_games::shapes::SeenLegalMove;
use tapis_games::shown::Pick;
use tapis_service::{FieldError, ServiceError};
use utoipa::ToSchema;

use super::Kind;
use crate::languages;

/// A refusal (RFC 9457). `code` is stable; the members after it are present if they apply.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!(example!("problem")))]
pub struct Problem {
    /// Where the kind of problem is described.
    #[serde(rename = "type")]
    #[schema(example = "/problems#stale_version")]
    pub kind: String,
    /// The same for every problem with this code, in the requested language, or in English if all are requested.
    #[schema(example = "The version is stale")]
    pub title: String,
    /// The HTTP status.
    #[schema(example = 412)]
    pub status: u16,
    /// What is wrong with this request and what would be right, in the requested language, or in English if all are requested.
    #[schema(example = "the game has moved on to version 18")]
    pub detail: String,
    /// The same in every language.
    pub text: BilingualText,
    /// Stable, snake_case.
    pub code: Kind,
    /// The fields or parameters that are wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub errors: Vec<FieldError>,
    /// The game's current version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
    /// The `ETag` of the current version for this caller.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub etag: Option<String>,
    /// Whose turn it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u8>,
    /// Why the rules forbid the move: a stable code of the game. For an invalid token: why it is invalid, as in `timed_out`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The section of the rules that says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "richelieu.md#a-turn")]
    pub rule: Option<String>,
    /// Where that section can be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = "uri-reference", example = "/v1/rulesets/richelieu/rules#a-turn")]
    pub rule_href: Option<String>,
    /// The 0-based position of the first error in the notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// What is expected there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// What could be picked in place of the first wrong pick, or after the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<String>>, example = json!(["table#2c01", "!stop"]))]
    pub possible: Option<Vec<Pick>>,
    /// The legal moves; only for the seat to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<SeenLegalMove>>)]
    pub legal_moves: Option<Vec<ShownMove>>,
    /// What is left: bytes of free space, or of the quota of the caller's address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<u64>,
    /// Seconds after which the same request may succeed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after_s: Option<u64>,
}

impl Problem {
    /// A problem without extras, in the language that is asked for.
    pub fn new(kind: Kind, text: Text) -> Self {
        let (language, title) = (languages::asked().one(), kind.title());
        Self {
            kind: format!("/problems#{}", kind.code()),
            title: language.say(title.en, title.fr),
            status: kind.status().as_u16(),
            detail: language.say(&text.en, &text.fr).clone(),
            text: text.into(),
            code: kind,
            errors: Vec::new(),
            version: None,
            etag: None,
            turn: None,
            reason: None,
            rule: None,
            rule_href: None,
            column: None,
            expected: None,
            possible: None,
            legal_moves: None,
            left: None,
            retry_after_s: None,
        }
    }

    /// Says which rule is broken, in its words.
    fn broken(&mut self, refusal: &Refusal) {
        self.reason = Some(refusal.code.to_owned());
        self.rule = Some(refusal.rule.to_owned());
        self.rule_href = rule_href(refusal.rule);
    }

    /// Adds the members that say more of a refusal of the service.
    pub(super) fn describe(&mut self, error: &ServiceError) {
        match error {
            ServiceError::Invalid(errors) => self.errors = errors.clone(),
            ServiceError::BadNotation { error, legal_moves } => {
                self.errors = vec![FieldError::new("/move", error.said())];
                self.column = Some(error.column);
                self.expected = Some(error.expected.say(languages::asked().one()));
                self.legal_moves.clone_from(legal_moves);
            }
            ServiceError::NoSuchMove { field, text, possible, rule } => {
                self.errors = vec![FieldError::clone(field)];
                self.possible = Some(possible.clone()).filter(|picks| !picks.is_empty());
                match rule {
                    Some(refusal) => self.broken(refusal),
                    None => self.text = Text::clone(text).into(),
                }
            }
            ServiceError::BadToken(fault) => self.reason = Some(fault.code().to_owned()),
            ServiceError::NoSpace { free, .. } => self.left = Some(*free),
            ServiceError::QuotaUsed { left, .. } => self.left = Some(u64::from(*left)),
            ServiceError::NotYourTurn { turn } => self.turn = *turn,
            ServiceError::StaleVersion { version, .. } | ServiceError::ForeignState { version, .. } => {
                self.version = Some(*version);
                self.etag = super::newest_tag(error);
            }
            ServiceError::MoveRefused { refusal, legal_moves } => {
                self.broken(refusal);
                self.legal_moves.clone_from(legal_moves);
            }
            _ => {}
        }
    }
}

/// Where a rule such as `richelieu.md#a-turn` can be read: among the rules of its game.
fn rule_href(rule: &str) -> Option<String> {
    let (game, section) = rule.split_once(".md#")?;
    Some(format!("/v1/rulesets/{game}/rules#{section}"))
}
