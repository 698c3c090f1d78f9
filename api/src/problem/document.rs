//! The problem document.

use serde::Serialize;
use serde_json::Value;
use tapis_games::erased::LegalMove;
use tapis_games::lines::line_of;
use tapis_games::refusal::Text;
use utoipa::ToSchema;

use super::Kind;

/// A refusal (RFC 9457). `code` is stable; the members after it are there where they make sense.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "type": "/problems#stale_version", "title": "The version is stale", "status": 412,
    "detail": "the game has moved on to version 18", "code": "stale_version", "version": 18, "etag": "\"v18-s0\""
}))]
pub struct Problem {
    /// Where the kind of problem is described.
    #[serde(rename = "type")]
    #[schema(example = "/problems#stale_version")]
    pub kind: String,
    /// The same for every problem of this code.
    #[schema(example = "The version is stale")]
    pub title: String,
    /// The HTTP status.
    #[schema(example = 412)]
    pub status: u16,
    /// What is wrong with this request, and what would be right.
    #[schema(example = "the game has moved on to version 18")]
    pub detail: String,
    /// Stable, snake_case.
    #[schema(example = "stale_version")]
    pub code: String,
    /// The fields or parameters at fault.
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
    /// Why the rules forbid the move: a stable code of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The section of the rules that says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The reason in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
    /// 0-based position in the notation of the first thing that makes no sense.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// What would be right there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// The legal moves, to the seat to move only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal_moves: Option<Vec<SeenLegalMove>>,
    /// Seconds after which the same request may succeed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after_s: Option<u64>,
}

impl Problem {
    /// A problem without extras.
    pub fn new(kind: Kind, detail: String) -> Self {
        Self {
            kind: format!("/problems#{}", kind.code()),
            title: kind.title().to_owned(),
            status: kind.status().as_u16(),
            detail,
            code: kind.code().to_owned(),
            errors: Vec::new(),
            version: None,
            etag: None,
            turn: None,
            reason: None,
            rule: None,
            text: None,
            column: None,
            expected: None,
            legal_moves: None,
            retry_after_s: None,
        }
    }
}

/// One field or parameter at fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldError {
    /// JSON pointer (RFC 6901) into the body; for a query parameter `/` and its name.
    #[schema(example = "/seats/0/kind")]
    pub pointer: String,
    /// What is wrong and what would be right.
    pub detail: String,
    /// For options and decks sent as a text of several lines: the line it stands on, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
}

impl FieldError {
    /// A fault at `pointer`.
    pub fn new(pointer: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { pointer: pointer.into(), detail: detail.into(), line: None }
    }

    /// Besides, the line it stands on in the body.
    pub fn in_text(self, body: &[u8]) -> Self {
        let text = std::str::from_utf8(body).ok().filter(|text| text.contains('\n'));
        let line = text.and_then(|text| line_of(text, &self.pointer));
        Self { line, ..self }
    }
}

/// A legal move. The document has one shape a game and kind in its place.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = LegalMove)]
pub struct SeenLegalMove {
    /// What to send as `move`; absent where one entry describes many set-valued moves.
    #[schema(example = "take 2L")]
    #[serde(skip_serializing_if = "String::is_empty")]
    pub notation: String,
    /// `kind` and `args`, per game; or `kind` and `choose` (owners, candidates, max).
    #[serde(flatten)]
    #[schema(value_type = Object)]
    pub parts: Value,
}

impl From<&LegalMove> for SeenLegalMove {
    fn from(legal: &LegalMove) -> Self {
        Self { notation: legal.notation.clone(), parts: legal.parts.clone() }
    }
}
