//! Why something is refused: always what, where, and what would be right.

use std::borrow::Cow;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::locale::{COMMON, Language, Languages, Said, Texts, said};
use crate::shown::{Purpose, Speaker, Told};

/// A text shown to people, in both languages of the product. It is serialised in the languages of [`Languages::writing`]: in one
/// as a string, in all as [`BilingualText`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// English.
    pub en: String,
    /// French.
    pub fr: String,
}

/// A text in every language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(example = json!({"en": "take the card", "fr": "prendre la carte"}))]
pub struct BilingualText {
    /// English.
    pub en: String,
    /// French.
    pub fr: String,
}

/// A text: a string in the requested language, or an object with all languages.
#[derive(ToSchema)]
#[allow(dead_code, reason = "a schema only")]
#[serde(untagged)]
enum WrittenText {
    /// In the requested language.
    One(String),
    /// In every language.
    All(BilingualText),
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match Languages::written() {
            Languages::One(language) => serializer.serialize_str(language.say(&self.en, &self.fr)),
            Languages::All => {
                let mut both = serializer.serialize_struct("Text", 2)?;
                both.serialize_field("en", &self.en)?;
                both.serialize_field("fr", &self.fr)?;
                both.end()
            }
        }
    }
}

impl PartialSchema for Text {
    fn schema() -> RefOr<Schema> {
        WrittenText::schema()
    }
}

impl ToSchema for Text {
    fn name() -> Cow<'static, str> {
        "Text".into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        WrittenText::schemas(schemas);
    }
}

impl From<Text> for BilingualText {
    fn from(Text { en, fr }: Text) -> Self {
        Self { en, fr }
    }
}

impl Text {
    /// A text in English and French.
    pub fn new(en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self { en: en.into(), fr: fr.into() }
    }

    /// Adds what is wrong more exactly, after a colon.
    pub fn add(&mut self, more: &Self) {
        self.en += &format!("{} {}", Language::English.colon(), more.en);
        self.fr += &format!("{} {}", Language::French.colon(), more.fr);
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
        let mut refusal =
            Self::told(&COMMON, rule, &Told::new("inconsistent_log", [("n", (n as i32).into())]));
        // For whoever wrote the program that wrote the log.
        let why = why.text();
        refusal.text.en += &format!(" ({})", why.en);
        refusal.text.fr += &format!(" ({})", why.fr);
        refusal
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
