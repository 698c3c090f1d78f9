//! Why something is refused: always what, where, and what would be right.

use serde::Serialize;
use utoipa::ToSchema;

pub use crate::locale::{BilingualText, Text};
use crate::locale::{COMMON, Said, Texts, said};
use crate::shown::{Purpose, Speaker, Told};

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

    /// A refusal under `rule` by a sentence that says what is wrong.
    pub fn said(code: &'static str, rule: &'static str, why: &Said) -> Self {
        Self { code, rule, text: why.text() }
    }

    /// A refusal under `rule` in the words of a game: the text `refusal-<kind>`. Its code is the kind, up to a hyphen: what stands after
    /// it tells apart the reasons of one code.
    pub fn told(texts: &'static Texts, rule: &'static str, told: &Told) -> Self {
        let code = told.kind.split('-').next().unwrap_or(told.kind);
        let text = Speaker { texts, names: &[] }.both(Purpose::Refusal, told.kind, &told.args);
        Self { code, rule, text }
    }

    /// Its text behind its code, for whoever wrote the program that is refused.
    pub fn coded(&self) -> Text {
        let mut coded = Text::new(self.code, self.code);
        coded.add(&self.text);
        coded
    }

    /// A chance outcome that cannot happen in the position: what [`crate::game::Game::resolve`] refuses.
    pub fn impossible_chance(rule: &'static str) -> Self {
        Self::told(&COMMON, rule, &Told::new("impossible_chance", []))
    }

    /// Ply `n` of an observation log cannot follow what came before: what [`crate::game::InformationSet::learn`] refuses. `why`
    /// says what is wrong with it.
    pub fn inconsistent_log(rule: &'static str, n: u32, why: &Said) -> Self {
        Self::told(&COMMON, rule, &Told::new("inconsistent_log", [("n", (n as i32).into())])).because(why)
    }

    /// With why in brackets, for whoever wrote the program that is refused.
    pub(crate) fn because(mut self, why: &Said) -> Self {
        let why = why.text();
        self.text.en += &format!(" ({})", why.en);
        self.text.fr += &format!(" ({})", why.fr);
        self
    }
}

/// A notation that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.said())]
pub struct NotationError {
    /// 0-based character position of the first thing that makes no sense.
    pub column: usize,
    /// What stands there (shortened), empty at the end of the text.
    pub found: String,
    /// What would be right there.
    pub expected: Said,
}

impl NotationError {
    /// In words: what stands where, and what would be right.
    pub fn said(&self) -> Said {
        let said = said("notation").with("found", &self.found).with("column", self.column);
        said.around("fault_wanted", self.expected.clone())
    }
}
