//! Which languages texts have in a body that is made now.

use std::cell::Cell;
use std::str::FromStr;

use serde_json::Value;

use super::{Language, UnknownLanguage};

/// The languages of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Languages {
    /// Every text in all of them: `{"en": …, "fr": …}`.
    #[default]
    All,
    /// Every text in this one: a plain string.
    One(Language),
}

thread_local! {
    /// A serialiser has no place to say it in, and a text can lie at any depth of a body.
    static WRITTEN: Cell<Languages> = const { Cell::new(Languages::All) };
}

impl Languages {
    /// What `write` makes, texts that it serialises in these languages.
    pub fn writing<T>(self, write: impl FnOnce() -> T) -> T {
        /// Puts back what was, also when `write` panics.
        struct Before(Languages);
        impl Drop for Before {
            fn drop(&mut self) {
                WRITTEN.set(self.0);
            }
        }
        let _before = Before(WRITTEN.replace(self));
        write()
    }

    /// Those of the innermost [`Languages::writing`].
    pub(crate) fn written() -> Self {
        WRITTEN.get()
    }

    /// The one language, English where all are asked for: of what is there in one language at a time.
    pub fn one(self) -> Language {
        match self {
            Self::All => Language::English,
            Self::One(language) => language,
        }
    }

    /// Its code: `all`, `en`.
    pub fn code(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::One(language) => language.code(),
        }
    }

    /// Leaves these languages in JSON that was made with all of them.
    pub fn leave(self, json: &mut Value) {
        let Self::One(language) = self else { return };
        match json {
            Value::Array(items) => items.iter_mut().for_each(|item| self.leave(item)),
            Value::Object(members) => {
                let texts = ["en", "fr"].map(|code| members.get(code).is_some_and(Value::is_string));
                if members.len() == texts.len() && texts == [true, true] {
                    *json = members[language.code()].take();
                } else {
                    members.values_mut().for_each(|member| self.leave(member));
                }
            }
            _ => {}
        }
    }
}

impl FromStr for Languages {
    type Err = UnknownLanguage;

    fn from_str(text: &str) -> Result<Self, UnknownLanguage> {
        if text == "all" { Ok(Self::All) } else { text.parse().map(Self::One) }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::locale::Text;

    #[test]
    fn a_text_is_written_in_the_languages_asked_for() {
        let text = Text::new("the card", "la carte");
        let body = || json!({"cards": [{"text": text}]});
        let french = Languages::One(Language::French);
        let both = json!({"cards": [{"text": {"en": "the card", "fr": "la carte"}}]});
        assert_eq!(body(), both);
        assert_eq!(french.writing(body), json!({"cards": [{"text": "la carte"}]}));
        assert_eq!(body(), both, "and in all of them again");
        assert_eq!(french.writing(|| Languages::All.writing(body)), both);
        let mut made = body();
        french.leave(&mut made);
        assert_eq!(made, json!({"cards": [{"text": "la carte"}]}));
    }

    #[test]
    fn what_is_no_text_is_left() {
        let body = json!({"en": "a", "fr": 1, "or": {"en": "b"}, "too": {"en": "c", "fr": "d", "de": "e"}});
        let mut left = body.clone();
        Languages::One(Language::English).leave(&mut left);
        assert_eq!(left, body);
    }

    #[test]
    fn codes_are_read_as_they_are_written() {
        for languages in [Languages::All, Languages::One(Language::English), Languages::One(Language::French)]
        {
            assert_eq!(languages.code().parse(), Ok(languages));
        }
        assert_eq!("EN".parse::<Languages>(), Err(UnknownLanguage));
    }
}
