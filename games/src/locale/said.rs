//! What is wrong with a field, an option, a deck, a notation or a posted log: a sentence of `faults.ftl`, by its key, with what
//! stands in it.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Arg, COMMON_EN, COMMON_FR, Language, Text, Texts};

/// What can be wrong with fields, options, decks, notations and posted logs.
pub static FAULTS: Texts = Texts {
    en: &[COMMON_EN, include_str!("../../text/en/faults.ftl")],
    fr: &[COMMON_FR, include_str!("../../text/fr/faults.ftl")],
};

/// Stands before a sentence that is handed through an error of serde, which is a text.
const PACKED: char = '\u{1}';

/// A sentence that is put into words when somebody reads it. Its display text is the English one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said(Sentence);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Sentence {
    /// A text of the program's own.
    Own { key: Cow<'static, str>, blanks: Vec<(Cow<'static, str>, Blank)> },
    /// What a library says in English, of which the program knows no more.
    Foreign(String),
}

/// What stands in a blank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Blank {
    /// The same in every language: a number, a name, what was sent.
    Value(String),
    /// A sentence.
    Sentence(Said),
}

/// The sentence `fault-<key>`.
pub fn said(key: &'static str) -> Said {
    Said(Sentence::Own { key: Cow::Borrowed(key), blanks: Vec::new() })
}

impl Said {
    /// The sentence of a library, in English: in other languages something is said that is true of every fault.
    pub fn foreign(english: impl Into<String>) -> Self {
        Self(Sentence::Foreign(english.into()))
    }

    /// With `value` in the blank `name`.
    #[must_use]
    pub fn with(self, name: &'static str, value: impl ToString) -> Self {
        self.filled(name, Blank::Value(value.to_string()))
    }

    /// With another sentence in the blank `name`.
    #[must_use]
    pub fn around(self, name: &'static str, sentence: impl Into<Said>) -> Self {
        self.filled(name, Blank::Sentence(sentence.into()))
    }

    fn filled(mut self, name: &'static str, blank: Blank) -> Self {
        if let Sentence::Own { blanks, .. } = &mut self.0 {
            blanks.push((Cow::Borrowed(name), blank));
        }
        self
    }

    /// In words.
    pub fn text(&self) -> Text {
        Text::new(self.say(Language::English), self.say(Language::French))
    }

    /// In the words of one language.
    pub fn say(&self, language: Language) -> String {
        match &self.0 {
            Sentence::Own { key, blanks } => {
                let blanks: Vec<(&str, Arg)> =
                    blanks.iter().map(|(name, blank)| (&**name, Arg::Id(blank.say(language)))).collect();
                FAULTS.say(language, &format!("fault-{key}"), &blanks)
            }
            Sentence::Foreign(english) if language == Language::English => english.clone(),
            Sentence::Foreign(_) => FAULTS.say(language, "fault-expected_as_it_is", &[]),
        }
    }

    /// As an error of serde, which [`Said::read`] reads again.
    pub fn custom<E: serde::de::Error>(self) -> E {
        let packed = serde_json::to_string(&self).expect("a sentence has JSON");
        E::custom(format!("{PACKED}{packed}"))
    }

    /// The sentence in the message of an error of serde, if one was handed to it.
    pub fn read(message: &str) -> Option<Self> {
        let packed = message.split_once(PACKED)?.1;
        serde_json::Deserializer::from_str(packed).into_iter().next()?.ok()
    }
}

impl Blank {
    fn say(&self, language: Language) -> String {
        match self {
            Self::Value(value) => value.clone(),
            Self::Sentence(sentence) => sentence.say(language),
        }
    }
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Language::English))
    }
}

impl From<Said> for Text {
    fn from(said: Said) -> Self {
        said.text()
    }
}

#[cfg(test)]
mod tests {
    use serde::de::Error as _;

    use super::*;

    fn french(said: &Said) -> String {
        said.text().fr.replace('\u{202f}', " ")
    }

    #[test]
    fn a_sentence_is_said_in_both_languages_with_what_stands_in_its_blanks() {
        let players = said("value_bounds").with("value", 8).with("least", 3).with("most", 6);
        assert_eq!(players.to_string(), "8; 3 to 6 is right");
        assert_eq!(french(&players), "8 ; il faut de 3 à 6");
        let wanted = said("expected_not")
            .around("fault_wanted", said("whole_number_0_255"))
            .around("fault_found", said("shown_text").with("value", "\"x\""));
        assert_eq!(wanted.to_string(), "a whole number, 0 to 255 is expected, not the text \"x\"");
        assert_eq!(french(&wanted), "il faut un nombre entier de 0 à 255, pas le texte \"x\"");
        let foreign = Said::foreign("one fault to nobody");
        assert_eq!(
            (foreign.to_string().as_str(), french(&foreign).as_str()),
            ("one fault to nobody", "ce n’est pas ce qui est attendu")
        );
    }

    /// What is filled in has a gender and a number that the sentence does not know.
    #[test]
    fn nothing_in_french_has_to_agree_with_what_is_filled_in() {
        for wanted in ["list", "object", "whole_number", "true_or_false", "something_else"] {
            let told = said("expected_not").around("fault_wanted", said(wanted));
            let told = told.around("fault_found", said("list"));
            assert_eq!(french(&told), format!("il faut {}, pas une liste", french(&said(wanted))));
        }
        // These are never one.
        let bounds = ["most", "players", "same"];
        let counts = ["cards_exactly", "cells_exactly", "some_options", "combinations", "too_many_games"];
        for line in include_str!("../../text/fr/faults.ftl").lines() {
            let Some((key, _)) = line.strip_prefix("fault-").and_then(|line| line.split_once(" = ")) else {
                continue;
            };
            for (at, _) in line.match_indices(" } ") {
                let name = line[..at].rsplit('$').next().unwrap_or_default();
                let next: String = line[at + 3..].chars().take_while(|c| c.is_alphabetic()).collect();
                // "s" is the unit.
                let agrees = next.ends_with('s') && !["s", "des"].contains(&next.as_str());
                assert!(!agrees || bounds.contains(&name) || counts.contains(&key), "{line}");
            }
        }
    }

    #[test]
    fn a_sentence_survives_an_error_of_serde() {
        let sentence =
            said("expected").around("fault_wanted", said("cell_found").with("found", "\"x\" at line 7"));
        let error: serde_json::Error = sentence.clone().custom();
        assert_eq!(Said::read(&format!("{error} at line 1 column 7")), Some(sentence));
        assert_eq!(Said::read(&serde_json::Error::custom("expected value").to_string()), None);
    }
}
