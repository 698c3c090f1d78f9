//! Why something is refused: always what, where, and what would be right.

use serde::Serialize;
use utoipa::ToSchema;

/// A text shown to people, in both languages of the product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Text {
    /// English.
    pub en: String,
    /// French.
    pub fr: String,
}

impl Text {
    /// A text in English and French.
    pub fn new(en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self { en: en.into(), fr: fr.into() }
    }
}

/// A move the rules forbid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, thiserror::Error)]
#[error("{code}: {}", text.en)]
pub struct Refusal {
    /// Stable, snake_case: `not_at_an_end`, `card_protected`.
    pub code: &'static str,
    /// The section of the rules file that says so, as in `richelieu.md#a-turn`.
    pub rule: &'static str,
    /// What is wrong and what would be right. Depends only on what the mover may know.
    pub text: Text,
}

impl Refusal {
    /// A refusal under `rule`.
    pub fn new(code: &'static str, rule: &'static str, en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self { code, rule, text: Text::new(en, fr) }
    }

    /// A chance outcome that cannot happen in the position: what [`crate::game::Game::resolve`] refuses.
    pub fn impossible_chance(rule: &'static str) -> Self {
        Self::new(
            "impossible_chance",
            rule,
            "this chance outcome cannot happen here",
            "ce tirage est impossible ici",
        )
    }

    /// Ply `n` of an observation log cannot follow what came before: what [`crate::game::InformationSet::learn`] refuses. `why`
    /// says what is wrong with it.
    pub fn inconsistent_log(rule: &'static str, n: u32, why: &str) -> Self {
        Self::new("inconsistent_log", rule, format!("ply {n}: {why}"), format!("coup {n} : {why}"))
    }
}

/// A notation that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot read '{found}' at column {column}: expected {expected}")]
pub struct NotationError {
    /// 0-based character position of the first thing that makes no sense.
    pub column: usize,
    /// What stands there (shortened), empty at the end of the text.
    pub found: String,
    /// What would be right there, in English.
    pub expected: String,
}
