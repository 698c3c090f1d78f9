//! Moves as text.

use std::fmt;

use super::cell::{Cell, End, ROWS};
use super::moves::{Move, Payment};
use crate::locale::{Said, said};
use crate::refusal::NotationError;

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
    let mut reader = Reader { rest: text, column: 0 };
    let mv = reader.any_move()?;
    if reader.rest.is_empty() { Ok(mv) } else { Err(reader.error(said("move_end"))) }
}

struct Reader<'a> {
    rest: &'a str,
    column: usize,
}

impl<'a> Reader<'a> {
    fn any_move(&mut self) -> Result<Move, NotationError> {
        let word = self.word();
        let plain = match word {
            "stop" => Some(Move::Stop),
            "recover" => Some(Move::Recover),
            "skip" => Some(Move::Skip),
            "pass" => Some(Move::Pass),
            "take" | "mark" | "move" => None,
            _ => return Err(self.error(said("richelieu_move"))),
        };
        self.advance(word.len());
        match plain {
            Some(plain) => Ok(plain),
            None if word == "take" => self.take(),
            None if word == "mark" => Ok(Move::Mark(self.next_cell()?)),
            None => Ok(Move::Shift { from: self.next_cell()?, to: self.next_cell()? }),
        }
    }

    fn take(&mut self) -> Result<Move, NotationError> {
        self.literal(" ", said("space_row"))?;
        let row =
            self.one(|c| c.to_digit(10).filter(|&row| (1..=ROWS as u32).contains(&row)), said("a_row"))?;
        let end = |c| match c {
            'L' => Some(End::Left),
            'R' => Some(End::Right),
            _ => None,
        };
        let end = self.one(end, said("left_right"))?;
        let pay = if self.rest.is_empty() { None } else { Some(self.payment()?) };
        Ok(Move::Take { row: row as u8 - 1, end, pay })
    }

    fn payment(&mut self) -> Result<Payment, NotationError> {
        self.literal(" pay", said("pay_end"))?;
        self.literal(" ", said("space_marker"))?;
        let expected = said("reserve_cell");
        if self.literal("reserve", expected.clone()).is_ok() {
            return Ok(Payment::Reserve);
        }
        self.cell(expected).map(Payment::Card)
    }

    fn next_cell(&mut self) -> Result<Cell, NotationError> {
        self.literal(" ", said("space_cell"))?;
        self.cell(said("a_cell"))
    }

    fn cell(&mut self, expected: Said) -> Result<Cell, NotationError> {
        let cell = self.rest.get(..4).and_then(|text| text.parse().ok());
        match cell {
            Some(cell) => {
                self.advance(4);
                Ok(cell)
            }
            None => Err(self.error(expected)),
        }
    }

    fn one<T>(&mut self, read: impl Fn(char) -> Option<T>, expected: Said) -> Result<T, NotationError> {
        let Some((c, value)) = self.rest.chars().next().and_then(|c| Some((c, read(c)?))) else {
            return Err(self.error(expected));
        };
        self.advance(c.len_utf8());
        Ok(value)
    }

    fn literal(&mut self, text: &str, expected: Said) -> Result<(), NotationError> {
        if !self.rest.starts_with(text) {
            return Err(self.error(expected));
        }
        self.advance(text.len());
        Ok(())
    }

    /// What stands before the next space or the end.
    fn word(&self) -> &'a str {
        self.rest.split(' ').next().unwrap_or_default()
    }

    fn advance(&mut self, bytes: usize) {
        let (read, rest) = self.rest.split_at(bytes);
        self.column += read.chars().count();
        self.rest = rest;
    }

    fn error(&self, expected: Said) -> NotationError {
        NotationError { column: self.column, found: shortened(self.rest), expected }
    }
}

/// What stands at an error, at most twelve characters of it.
fn shortened(text: &str) -> String {
    const SHOWN: usize = 12;
    let mut found: String = text.chars().take(SHOWN).collect();
    if text.chars().nth(SHOWN).is_some() {
        found.push('…');
    }
    found
}
