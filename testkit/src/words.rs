//! Reading notations that are one word, or a word and a small number.

use std::str::FromStr;

use tapis_games::locale::Said;
use tapis_games::refusal::NotationError;

/// The number after `word` and one space, all there is in `text`.
pub(super) fn word_and_number<T: FromStr>(text: &str, word: &str) -> Result<T, NotationError> {
    let expected = || format!("'{word}' and a number");
    let Some(digits) = text.strip_prefix(word).and_then(|rest| rest.strip_prefix(' ')) else {
        return Err(unreadable(text, 0, expected()));
    };
    number(digits).ok_or_else(|| unreadable(text, word.len() + 1, expected()))
}

/// The two numbers after `word`, separated by single spaces, all there is in `text`.
pub(super) fn word_and_two_numbers<T: FromStr>(text: &str, word: &str) -> Result<(T, T), NotationError> {
    let expected = || format!("'{word}' and two numbers");
    let Some(rest) = text.strip_prefix(word).and_then(|rest| rest.strip_prefix(' ')) else {
        return Err(unreadable(text, 0, expected()));
    };
    let pair = rest.split_once(' ').and_then(|(first, second)| Some((number(first)?, number(second)?)));
    pair.ok_or_else(|| unreadable(text, word.len() + 1, expected()))
}

/// A number in digits, written as it would be printed.
fn number<T: FromStr>(digits: &str) -> Option<T> {
    let canonical =
        digits.bytes().all(|byte| byte.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
    digits.parse().ok().filter(|_| canonical)
}

/// The value that stands beside `text` in `table`.
pub(super) fn one_of<T: Copy>(text: &str, table: &[(&str, T)]) -> Result<T, NotationError> {
    let found = table.iter().find(|(word, _)| *word == text);
    found.map(|&(_, value)| value).ok_or_else(|| {
        let words: Vec<_> = table.iter().map(|(word, _)| format!("'{word}'")).collect();
        unreadable(text, 0, words.join(" or "))
    })
}

/// An error at `column` of `text`, quoting at most twenty characters from there.
pub(super) fn unreadable(text: &str, column: usize, expected: String) -> NotationError {
    let found = text.chars().skip(column).take(20).collect();
    NotationError { column, found, expected: Said::foreign(expected) }
}
