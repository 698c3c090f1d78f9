//! Moves as text.

use std::fmt;

use super::cell::{End, ROWS};
use super::moves::{Move, Payment};
use crate::locale::said;
use crate::refusal::NotationError;
use crate::words::{Word, Words};

/// The forms, one line each.
pub(super) const FORMS: &[&str] = &[
    "take 2L",
    "take 2R",
    "take 2L pay reserve",
    "take 2L pay 3c05",
    "stop",
    "recover",
    "mark 3c05",
    "move 1c02 3c05",
    "skip",
    "pass",
];

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Take { row, end, pay } => {
                write!(f, "take {}{}", row + 1, end.letter())?;
                match pay {
                    None => Ok(()),
                    Some(Payment::Reserve) => f.write_str(" pay reserve"),
                    Some(Payment::Card(cell)) => write!(f, " pay {cell}"),
                }
            }
            Self::Stop => f.write_str("stop"),
            Self::Recover => f.write_str("recover"),
            Self::Mark(cell) => write!(f, "mark {cell}"),
            Self::Shift { from, to } => write!(f, "move {from} {to}"),
            Self::Skip => f.write_str("skip"),
            Self::Pass => f.write_str("pass"),
        }
    }
}

/// Reads a notation: words separated by single spaces, nothing before or after.
pub(super) fn parse(text: &str) -> Result<Move, NotationError> {
    let mut words = Words::new(text);
    let verb = words.next();
    let mv = match verb.text {
        "take" => take(&mut words)?,
        "stop" => Move::Stop,
        "recover" => Move::Recover,
        "mark" => Move::Mark(words.next().read()?),
        "move" => Move::Shift { from: words.next().read()?, to: words.next().read()? },
        "skip" => Move::Skip,
        "pass" => Move::Pass,
        _ => return Err(verb.wrong(said("richelieu_move"))),
    };
    words.end()?;
    Ok(mv)
}

fn take(words: &mut Words<'_>) -> Result<Move, NotationError> {
    let word = words.next();
    let row = word.text.chars().next().and_then(|row| row.to_digit(10));
    let row = row.filter(|&row| (1..=ROWS as u32).contains(&row)).ok_or_else(|| word.wrong(said("a_row")))?;
    let letter = Word { text: &word.text[1..], column: word.column + 1 };
    let end = match letter.text {
        "L" => End::Left,
        "R" => End::Right,
        _ => return Err(letter.wrong(said("left_right"))),
    };
    let pay = match words.maybe() {
        None => None,
        Some(word) if word.text == "pay" => Some(payment(words.next())?),
        Some(word) => return Err(word.wrong(said("pay_end"))),
    };
    Ok(Move::Take { row: row as u8 - 1, end, pay })
}

fn payment(word: Word<'_>) -> Result<Payment, NotationError> {
    match word.text {
        "reserve" => Ok(Payment::Reserve),
        cell => cell.parse().map(Payment::Card).map_err(|_| word.wrong(said("reserve_cell"))),
    }
}
