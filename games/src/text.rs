//! Texts that people give: the names of seats, cards, arms and whatever else is shown to others.
//!
//! A text has something visible, and nothing that is not seen or changes how others are seen: no control, direction, private or
//! unassigned characters. Joiners, variation selectors and tags are taken where they are seen: in emoji, between the letters of
//! scripts that join them (Unicode annex 31, section 2.3.1; RFC 5892, appendix A), and behind ideographs and Mongolian letters that
//! have variants. Its length is counted in grapheme clusters (Unicode annex 29): what readers take for one character, a flag or a family as
//! well.

use icu_properties::props::{
    DefaultIgnorableCodePoint, Emoji, EmojiModifier, ExtendedPictographic, GeneralCategory,
    GeneralCategoryGroup, IndicSyllabicCategory, JoiningType, UnifiedIdeograph, WhiteSpace,
};
use icu_properties::{CodePointMapData, CodePointSetData};
use unicode_segmentation::UnicodeSegmentation;

use crate::lines::escaped;
use crate::locale::{Said, said};
use crate::ruleset::Fault;

/// The longest emoji sequences have fewer code points, and no script stacks so many marks on a letter.
const MOST_CODE_POINTS_A_CHARACTER: usize = 16;
/// The most characters of a text in options, whatever it is.
const MOST_IN_OPTIONS: usize = 1_000;

const JOINER: char = '\u{200d}';
const NON_JOINER: char = '\u{200c}';
const EMOJI_STYLE: char = '\u{fe0f}';
const TEXT_STYLE: char = '\u{fe0e}';
/// Seen as a blank, though it is a symbol.
const BLANK_PATTERN: char = '\u{2800}';

/// Why a text is refused. The display text says what would be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", Said::from(*self))]
pub enum TextError {
    /// Nothing in it is seen.
    NothingVisible,
    /// It is too long.
    TooLong(usize),
    /// A character that is not seen, or changes how others are seen.
    Unseen(char),
    /// Marks piled on a character.
    Piled,
}

impl From<TextError> for Said {
    fn from(error: TextError) -> Self {
        match error {
            TextError::NothingVisible => said("visible_character"),
            TextError::TooLong(most) => said("at_most_characters").with("most", most),
            TextError::Unseen(c) => {
                said("unseen_character").with("code", format_args!("U+{:04X}", u32::from(c)))
            }
            TextError::Piled => said("code_points").with("most", MOST_CODE_POINTS_A_CHARACTER),
        }
    }
}

/// The number of characters as readers count them.
pub fn length(text: &str) -> usize {
    text.graphemes(true).count()
}

/// Checks a text of at most `most` characters.
///
/// # Errors
/// What is wrong with it.
pub fn check(text: &str, most: usize) -> Result<(), TextError> {
    let mut visible = false;
    for (number, (at, character)) in text.grapheme_indices(true).enumerate() {
        if number >= most {
            return Err(TextError::TooLong(most));
        }
        if character.chars().nth(MOST_CODE_POINTS_A_CHARACTER).is_some() {
            return Err(TextError::Piled);
        }
        check_character(character, &text[at + character.len()..])?;
        visible |= character.chars().any(is_visible);
    }
    if visible { Ok(()) } else { Err(TextError::NothingVisible) }
}

/// A text without white space at its ends, and with one space where several were.
///
/// # Errors
/// As [`check`], of what is left.
pub fn clean(text: &str, most: usize) -> Result<String, TextError> {
    let cleaned = text.split_whitespace().collect::<Vec<_>>().join(" ");
    check(&cleaned, most).map(|()| cleaned)
}

/// The texts in options that cannot be taken, each with its pointer below `pointer`. An empty text is the game's business.
pub fn faults(options: &serde_json::Value, pointer: &str) -> Vec<Fault> {
    use serde_json::Value;
    match options {
        Value::String(text) if text.is_empty() => Vec::new(),
        Value::String(text) => match check(text, MOST_IN_OPTIONS) {
            Ok(()) => Vec::new(),
            Err(error) => vec![Fault::new(pointer, error)],
        },
        Value::Array(items) => {
            items.iter().enumerate().flat_map(|(at, item)| faults(item, &format!("{pointer}/{at}"))).collect()
        }
        Value::Object(members) => {
            let each = members.iter();
            each.flat_map(|(name, member)| faults(member, &format!("{pointer}/{}", escaped(name)))).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

/// Checks what readers take for one character; `after` is the text behind it.
fn check_character(character: &str, after: &str) -> Result<(), TextError> {
    for (at, c) in character.char_indices() {
        let (before, rest) = (&character[..at], &character[at + c.len_utf8()..]);
        let (last, next) = (before.chars().next_back(), rest.chars().next());
        let is_seen = match c {
            JOINER => joins(last, next),
            NON_JOINER => parts(before, rest.chars().chain(after.chars())),
            EMOJI_STYLE | TEXT_STYLE => last.is_some_and(is_emoji),
            '\u{fe00}'..='\u{fe02}' | '\u{e0100}'..='\u{e01ef}' => last.is_some_and(is_ideograph),
            '\u{180b}'..='\u{180d}' | '\u{180f}' => last.is_some_and(is_mongolian),
            // The tags of a flag, from its picture to the last one.
            '\u{e0020}'..='\u{e007f}' => {
                character.starts_with(is_picture) && character.ends_with('\u{e007f}')
            }
            _ => !is_unseen(c),
        };
        if !is_seen {
            return Err(TextError::Unseen(c));
        }
    }
    Ok(())
}

/// Whether a joiner makes one picture of two, or changes a letter that has lost its vowel or loses it.
fn joins(last: Option<char>, next: Option<char>) -> bool {
    let picture = last.is_some_and(ends_picture) && next.is_some_and(is_picture);
    picture || last.is_some_and(is_virama) || last.is_some_and(is_letter) && next.is_some_and(is_virama)
}

/// Whether letters would be joined without a non-joiner.
fn parts(before: &str, mut after: impl Iterator<Item = char>) -> bool {
    if before.ends_with(is_virama) {
        return after.next().is_some_and(is_letter);
    }
    let joining = |c: char| CodePointMapData::<JoiningType>::new().get(c);
    let is_letter = |c: &char| joining(*c) != JoiningType::Transparent;
    let before = before.chars().rev().find(is_letter).map(joining);
    let after = after.find(is_letter).map(joining);
    [Some(JoiningType::DualJoining), Some(JoiningType::LeftJoining)].contains(&before)
        && [Some(JoiningType::DualJoining), Some(JoiningType::RightJoining)].contains(&after)
}

/// Whether a joiner of pictures may stand behind it: a picture, alone or with its skin tone or style.
fn ends_picture(c: char) -> bool {
    is_picture(c) || c == EMOJI_STYLE || CodePointSetData::new::<EmojiModifier>().contains(c)
}

fn is_picture(c: char) -> bool {
    CodePointSetData::new::<ExtendedPictographic>().contains(c)
}

fn is_emoji(c: char) -> bool {
    CodePointSetData::new::<Emoji>().contains(c)
}

fn is_ideograph(c: char) -> bool {
    CodePointSetData::new::<UnifiedIdeograph>().contains(c)
}

fn is_mongolian(c: char) -> bool {
    ('\u{1820}'..='\u{18aa}').contains(&c)
}

/// The sign that takes the vowel of a letter in the scripts of India.
fn is_virama(c: char) -> bool {
    CodePointMapData::<IndicSyllabicCategory>::new().get(c) == IndicSyllabicCategory::Virama
}

fn is_letter(c: char) -> bool {
    GeneralCategoryGroup::Letter.contains(category(c))
}

fn is_unseen(c: char) -> bool {
    // The group `Other` is control, format (all direction characters are among these), private and unassigned characters.
    let unseen = GeneralCategoryGroup::Other
        .union(GeneralCategoryGroup::LineSeparator)
        .union(GeneralCategoryGroup::ParagraphSeparator);
    unseen.contains(category(c)) || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
}

fn is_visible(c: char) -> bool {
    let seen = GeneralCategoryGroup::Letter
        .union(GeneralCategoryGroup::Number)
        .union(GeneralCategoryGroup::Punctuation)
        .union(GeneralCategoryGroup::Symbol);
    let blank = c == BLANK_PATTERN || CodePointSetData::new::<WhiteSpace>().contains(c);
    seen.contains(category(c)) && !blank && !is_unseen(c)
}

fn category(c: char) -> GeneralCategory {
    CodePointMapData::<GeneralCategory>::new().get(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_all_scripts_and_emoji_are_taken_and_counted() {
        for (text, characters) in [
            ("Zoé", 3),
            ("e\u{301}", 1),
            ("Łukasz 🃏", 8),
            ("محمد", 4),
            ("नमस्ते", 3),
            ("王小明", 3),
            ("❤️", 1),
            ("1️⃣", 1),
            ("👨‍👩‍👧‍👦", 1),
            ("👩🏽‍🚀", 1),
            ("🏳️‍🌈", 1),
            ("🇫🇷🇵🇱", 2),
            ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 1),
            ("=1+1", 4),
        ] {
            assert_eq!((check(text, 40), length(text)), (Ok(()), characters), "{text:?}");
        }
        assert_eq!(check(&"👨‍👩‍👧‍👦".repeat(40), 40), Ok(()));
        assert_eq!(check(&"é".repeat(41), 40), Err(TextError::TooLong(40)));
    }

    #[test]
    fn joiners_and_variants_are_taken_where_they_are_seen() {
        for seen in [
            "\u{645}\u{6cc}\u{200c}\u{646}\u{627}",               // Persian: mi-na
            "\u{628}\u{64e}\u{200c}\u{628}",                      // a vowel sign between
            "\u{d28}\u{d3f}\u{d16}\u{d3f}\u{d32}\u{d4d}\u{200d}", // Malayalam: Nikhil
            "\u{dc1}\u{dca}\u{200d}\u{dbb}\u{dd3}",               // Sinhala: Sri
            "\u{9b0}\u{200d}\u{9cd}\u{9af}\u{9be}\u{9ac}",        // Bengali: Ryab
            "\u{915}\u{94d}\u{200c}\u{937}",                      // Hindi: k-sha
            "\u{845b}\u{e0100}\u{57ce}",                          // Japanese: Katsuragi
            "\u{795e}\u{fe00}",                                   // a standardised variant
            "\u{182d}\u{180b}",                                   // Mongolian
            "\u{2764}\u{fe0f}\u{200d}\u{1f525}",
        ] {
            assert_eq!(check(seen, 40), Ok(()), "{seen:?}");
        }
        for unseen in [
            "\u{627}\u{200c}\u{627}", // no letter that joins the next
            "\u{645}\u{200c}",
            "\u{645}\u{6cc}\u{200c}\u{200c}\u{646}",
            "\u{645}\u{6cc}\u{200c} \u{646}",
            "\u{645}\u{200d}\u{646}",
            "\u{915}\u{94d}\u{200c}",
            "\u{915}\u{94d}\u{200d}\u{200d}\u{937}",
            "\u{915}\u{200d}\u{937}",
            "\u{845b}\u{e0100}\u{e0100}",
            "a\u{e0100}",
            "a\u{fe00}",
            "a\u{180b}",
            "\u{645}\u{202e}\u{646}",
            "1\u{fe0f}\u{200d}\u{1f469}",
        ] {
            assert!(matches!(check(unseen, 40), Err(TextError::Unseen(_))), "{unseen:?}");
        }
    }

    #[test]
    fn what_is_not_seen_or_turns_the_text_is_refused() {
        let unseen = "\0\u{7}\u{1b}\t\n\r\u{7f}\u{85}\u{ad}\u{61c}\u{200b}\u{200c}\u{200d}\u{200e}\u{200f}\u{2028}\u{2029}\
                      \u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2060}\u{2066}\u{2067}\u{2068}\u{2069}\u{feff}\u{3164}\u{ffa0}\
                      \u{fff9}\u{e000}\u{fe0f}\u{e0061}\u{e007f}\u{ffff}";
        for c in unseen.chars() {
            assert_eq!(check(&format!("a{c}b"), 40), Err(TextError::Unseen(c)), "{c:?}");
        }
        // Joiners that join nothing.
        for wrong in ["👩\u{200d}", "👩\u{200d}a", "a\u{200d}👩", "\u{200d}", "a\u{e0067}\u{e007f}"] {
            assert!(matches!(check(wrong, 40), Err(TextError::Unseen(_))), "{wrong:?}");
        }
        for nothing in ["", " ", "\u{a0}\u{2003}", "\u{2800}", "\u{301}"] {
            assert_eq!(check(nothing, 40), Err(TextError::NothingVisible), "{nothing:?}");
        }
        assert_eq!(check(&format!("a{}", "\u{301}".repeat(16)), 40), Err(TextError::Piled));
    }

    #[test]
    fn a_text_is_cleaned() {
        assert_eq!(clean("  Ada \u{a0} Lovelace\n", 40).as_deref(), Ok("Ada Lovelace"));
        assert_eq!(clean(" \n ", 40), Err(TextError::NothingVisible));
    }

    #[test]
    fn texts_in_options_are_found_with_their_place() {
        let options =
            serde_json::json!({"deck": {"cards": [{"name": "ok"}, {"na/me": "a\u{202e}b"}]}, "x": ["", 3]});
        let found = faults(&options, "");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].pointer, "/deck/cards/1/na~1me");
    }
}
