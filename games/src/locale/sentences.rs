//! Sentences that name their own text, as with gettext: what is wrong with a field is said in English by whoever finds it, by
//! readers of JSON and of numbers too, which know no keys. `faults.ftl` has the sentence in every language.

use std::sync::LazyLock;

use fluent_bundle::FluentResource;
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

use super::{Arg, COMMON_EN, COMMON_FR, Texts};
use crate::refusal::Text;

/// What can be wrong with fields, options, decks, notations and posted logs.
pub static FAULTS: Texts = Texts {
    en: &[COMMON_EN, include_str!("../../text/en/faults.ftl")],
    fr: &[COMMON_FR, include_str!("../../text/fr/faults.ftl")],
};

/// Variables of this name hold a sentence of the same file.
const NESTED: &str = "fault_";

/// Variables that are numbers: nothing else fits there.
const NUMBERS: [&str; 3] = ["n", "least", "most"];

static KNOWN: LazyLock<Vec<Sentence>> =
    LazyLock::new(|| FAULTS.en.iter().flat_map(|file| read(file)).collect());

/// A fault in every language, by what is said of it in English. A sentence that `faults.ftl` does not have stays as it is in
/// English; in other languages something is said that is true of every fault.
pub fn in_words(english: &str) -> Text {
    known(english).unwrap_or_else(|| {
        let any = FAULTS.both("fault-expected_as_it_is", &[]);
        Text::new(english, any.fr)
    })
}

/// As [`in_words`], where `faults.ftl` has the sentence. The most exact one counts.
pub fn known(english: &str) -> Option<Text> {
    let fitting = KNOWN.iter().filter_map(|sentence| Some((sentence, sentence.fill(english)?)));
    let (sentence, blanks) = fitting.max_by_key(|(sentence, _)| sentence.letters)?;
    let filled = |french: bool| {
        let each = blanks.iter().map(|(name, value)| {
            let nested = if name.starts_with(NESTED) && french { known(value) } else { None };
            (*name, Arg::Id(nested.map_or_else(|| (*value).to_owned(), |text| text.fr)))
        });
        each.collect::<Vec<_>>()
    };
    let french = FAULTS.say(super::Language::French, sentence.key, &filled(true));
    Some(Text::new(english, french))
}

/// An English text: words, with blanks between.
struct Sentence {
    key: &'static str,
    parts: Vec<Part>,
    /// How many letters are words.
    letters: usize,
}

enum Part {
    Words(&'static str),
    Blank(&'static str),
}

impl Sentence {
    /// What stands in the blanks of `text`, if it is this sentence.
    fn fill<'t>(&self, text: &'t str) -> Option<Vec<(&'static str, &'t str)>> {
        let mut rest = text;
        let mut blanks = Vec::new();
        let mut open = None;
        for (at, part) in self.parts.iter().enumerate() {
            match (part, open.take()) {
                (Part::Blank(name), _) => open = Some(*name),
                (Part::Words(words), None) => rest = rest.strip_prefix(words)?,
                (Part::Words(words), Some(name)) => {
                    let last = at + 1 == self.parts.len();
                    let found = if last { rest.strip_suffix(words)?.len() } else { rest.find(words)? };
                    blanks.push((name, &rest[..found]));
                    rest = &rest[found + words.len()..];
                }
            }
        }
        match open {
            Some(name) => blanks.push((name, rest)),
            None if !rest.is_empty() => return None,
            None => {}
        }
        let fits = |(name, value): &(&str, &str)| !NUMBERS.contains(name) || value.parse::<f64>().is_ok();
        blanks.iter().all(fits).then_some(blanks)
    }
}

fn read(file: &'static str) -> Vec<Sentence> {
    let file: &'static FluentResource =
        Box::leak(Box::new(FluentResource::try_new(file.to_owned()).unwrap_or_else(|(read, _)| read)));
    let messages = file.entries().filter_map(|entry| match entry {
        Entry::Message(message) if message.id.name.starts_with("fault-") => Some(message),
        _ => None,
    });
    messages.filter_map(|message| sentence(message.id.name, message.value.as_ref()?)).collect()
}

/// `None` for texts with more than words and blanks.
fn sentence(key: &'static str, pattern: &Pattern<&'static str>) -> Option<Sentence> {
    let part = |element: &PatternElement<&'static str>| match element {
        PatternElement::TextElement { value } => Some(Part::Words(value)),
        PatternElement::Placeable { expression: Expression::Inline(inline) } => match inline {
            InlineExpression::VariableReference { id } => Some(Part::Blank(id.name)),
            InlineExpression::StringLiteral { value } => Some(Part::Words(value)),
            _ => None,
        },
        PatternElement::Placeable { .. } => None,
    };
    let parts: Vec<Part> = pattern.elements.iter().map(part).collect::<Option<_>>()?;
    let letters = parts.iter().map(|part| if let Part::Words(words) = part { words.len() } else { 0 }).sum();
    Some(Sentence { key, parts, letters })
}

#[cfg(test)]
mod tests {
    use super::super::Uses;
    use super::*;

    fn french(english: &str) -> String {
        in_words(english).fr.replace('\u{202f}', " ")
    }

    #[test]
    fn a_sentence_is_said_in_french_with_what_stands_in_its_blanks() {
        assert_eq!(french("8 players; 3 to 6 can play"), "8 joueurs ; on joue de 3 à 6");
        assert_eq!(french("`ghost` is none of them: bot, invite"), "« ghost » n’en est pas un : bot, invite");
        assert_eq!(
            french("a whole number, 0 to 255 is expected, not the text \"x\""),
            "un nombre entier de 0 à 255 est attendu, pas le texte \"x\"",
        );
        assert_eq!(
            french("expected `,` or `}` at line 1 column 7"),
            "il faut « , » ou « } », ligne 1, colonne 7"
        );
        assert_eq!(french("one fault to nobody"), "ce n’est pas ce qui est attendu");
        assert_eq!(in_words("one fault to nobody").en, "one fault to nobody");
    }

    /// Every text of the file is found by its own sentence, and no other one takes its place.
    #[test]
    fn every_sentence_names_its_own_text() {
        for sentence in KNOWN.iter() {
            let said: String = sentence
                .parts
                .iter()
                .map(|part| if let Part::Words(words) = part { words } else { "7" })
                .collect();
            let fitting = KNOWN.iter().filter(|other| other.fill(&said).is_some());
            let most = fitting.max_by_key(|other| other.letters).map(|other| other.key);
            assert_eq!(most, Some(sentence.key), "{said}");
        }
    }

    #[test]
    fn every_fault_has_words_in_both_languages() {
        let keys = KNOWN.iter().map(|sentence| sentence.key.to_owned()).collect();
        assert_eq!(FAULTS.faults(1, &Uses { keys, sources: Vec::new() }), [""; 0]);
    }
}
