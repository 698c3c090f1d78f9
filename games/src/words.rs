//! Reading notations made of words separated by single spaces.

use std::str::FromStr;

use crate::locale::{Said, said};
use crate::refusal::NotationError;
use crate::seat::{MAX_SEATS, Seat};

/// The words of a notation, first to last.
pub struct Words<'a> {
    text: &'a str,
    at: usize,
}

/// One word and where it stands.
#[derive(Clone, Copy)]
pub struct Word<'a> {
    /// The word.
    pub text: &'a str,
    /// The 0-based character position of its beginning.
    pub column: usize,
}

impl<'a> Words<'a> {
    /// The words of `text`.
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The next word; empty at the end of the text.
    #[expect(clippy::should_implement_trait, reason = "it never ends: after the last word come empty ones")]
    pub fn next(&mut self) -> Word<'a> {
        self.maybe().unwrap_or(Word { text: "", column: self.text.chars().count() })
    }

    /// The next word, if the text goes on; a doubled or trailing space gives an empty word.
    pub fn maybe(&mut self) -> Option<Word<'a>> {
        let rest = self.text.get(self.at..)?;
        let len = rest.find(' ').unwrap_or(rest.len());
        let column = self.text[..self.at].chars().count();
        self.at += len + 1;
        Some(Word { text: &rest[..len], column })
    }

    /// Nothing may follow.
    ///
    /// # Errors
    /// What follows.
    pub fn end(&mut self) -> Result<(), NotationError> {
        self.maybe().map_or(Ok(()), |extra| Err(extra.wrong(said("move_end"))))
    }
}

impl Word<'_> {
    /// The refusal of this word: `expected` says what would be right in its place.
    pub fn wrong(&self, expected: impl Into<Said>) -> NotationError {
        NotationError {
            column: self.column,
            found: self.text.chars().take(20).collect(),
            expected: expected.into(),
        }
    }

    /// Whatever the word stands for; its error says what would be right.
    ///
    /// # Errors
    /// The word stands for nothing of this kind.
    pub fn read<T: FromStr<Err: Into<Said>>>(&self) -> Result<T, NotationError> {
        self.text.parse().map_err(|expected: T::Err| self.wrong(expected))
    }

    /// A number as it would be printed, at most `most`.
    ///
    /// # Errors
    /// The word is none: `expected` says what would be right.
    pub fn number(&self, most: u8, expected: impl Into<Said>) -> Result<u8, NotationError> {
        let number =
            self.text.parse().ok().filter(|number: &u8| *number <= most && number.to_string() == self.text);
        number.ok_or_else(|| self.wrong(expected))
    }

    /// A seat such as `s2`.
    ///
    /// # Errors
    /// The word is none.
    pub fn seat(&self) -> Result<Seat, NotationError> {
        let digits = self.text.strip_prefix('s').map(|text| Word { text, column: self.column });
        let number = digits.and_then(|digits| digits.number(MAX_SEATS as u8 - 1, said("a_seat")).ok());
        number.map(Seat).ok_or_else(|| self.wrong(said("a_seat")))
    }
}
