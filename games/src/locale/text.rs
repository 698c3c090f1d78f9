//! A text in the languages of the program.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use super::{Language, Languages};

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

crate::schemas::schema_of!(Text, "Text", WrittenText);

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
