//! The languages of the product, and how numbers are written in them.

use std::str::FromStr;

/// A language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// French.
    French,
}

/// The text is neither `en` nor `fr`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the languages are en and fr")]
pub struct UnknownLanguage;

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(text: &str) -> Result<Self, UnknownLanguage> {
        match text {
            "en" => Ok(Self::English),
            "fr" => Ok(Self::French),
            _ => Err(UnknownLanguage),
        }
    }
}

impl Language {
    /// Its code: `en`.
    pub fn code(self) -> &'static str {
        self.say("en", "fr")
    }

    /// What is said in it.
    pub fn say<T>(self, english: T, french: T) -> T {
        match self {
            Self::English => english,
            Self::French => french,
        }
    }

    /// A colon, with the space before it that French has.
    pub fn colon(self) -> &'static str {
        self.say(":", "\u{202f}:")
    }

    /// A number with so many digits after the point; a true minus, and a comma in French.
    pub fn number(self, number: f64, digits: usize) -> String {
        let text = format!("{:.digits$}", number.abs());
        let is_zero = text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
        let text = if self == Self::French { text.replace('.', ",") } else { text };
        if number < 0.0 && !is_zero { format!("−{text}") } else { text }
    }

    /// A count with its digits in groups: `34,650`.
    pub fn grouped(self, number: f64) -> String {
        let digits = self.number(number, 0);
        let groups: Vec<&str> =
            digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
        groups.join(self.say(",", "\u{202f}"))
    }

    /// A share as a percentage: `53.1 %`.
    pub fn percent(self, share: f64, digits: usize) -> String {
        format!("{}\u{202f}%", self.number(share * 100.0, digits))
    }

    /// A difference with its sign: `+3.1`.
    pub fn signed(self, number: f64, digits: usize) -> String {
        let text = self.number(number, digits);
        if number > 0.0 { format!("+{text}") } else { text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_people_write_them() {
        let (en, fr) = (Language::English, Language::French);
        assert_eq!((en.number(-1.25, 1), fr.number(1234.5, 2)), ("−1.2".to_owned(), "1234,50".to_owned()));
        assert_eq!((en.number(-0.01, 1), en.signed(0.031, 2)), ("0.0".to_owned(), "+0.03".to_owned()));
        assert_eq!(fr.percent(0.531, 1), "53,1\u{202f}%");
        assert_eq!("fr".parse(), Ok(fr));
        assert_eq!("de".parse::<Language>(), Err(UnknownLanguage));
    }
}
