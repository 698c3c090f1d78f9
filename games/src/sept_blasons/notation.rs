//! Notation, both ways.

use std::fmt;

use super::SeptBlasons;
use super::moves::{Action, Move, Pick};
use super::state::State;
use crate::prelude::*;
use crate::words::{Word, Words};

impl SeptBlasons {
    pub(super) fn write_look(&self, state: &State, own: u8, other: Option<(Seat, u8)>) -> String {
        let mut parts: Vec<_> = other.into_iter().collect();
        if let (Some(seat), true) = (self.decider(state), own != 0) {
            parts.push((seat, own));
        }
        parts.sort();
        parts.into_iter().fold("look".to_owned(), |text, (seat, mask)| {
            let tricks: Vec<_> = (0..8).filter(|n| mask >> n & 1 == 1).map(|n| (n + 1).to_string()).collect();
            format!("{text} s{}:{}", seat.0, tricks.join(","))
        })
    }

    /// Tricks of a seat stand together, `s2:1,2`, or one by one, `s2:1 s2:2`.
    pub(super) fn read_look(&self, state: &State, words: &mut Words<'_>) -> Result<Move, NotationError> {
        let me = self.decider(state);
        let (mut own, mut other, mut last) = (0, None::<(Seat, u8)>, None::<(Seat, u8)>);
        let mut word = words.next();
        loop {
            let (seat, mask) = tricks(word)?;
            if last.is_some_and(|last| last >= (seat, mask & mask.wrapping_neg())) {
                return Err(word.wrong(said("tricks_order")));
            }
            last = Some((seat, mask));
            match &mut other {
                _ if Some(seat) == me => own |= mask,
                None => other = Some((seat, mask)),
                Some((of, tricks)) if *of == seat => *tricks |= mask,
                Some(_) => return Err(word.wrong(said("single_other"))),
            }
            match words.maybe() {
                Some(next) => word = next,
                None => return Ok(Move::Look { own, other }),
            }
        }
    }
}

pub(super) fn read_peek(state: &State, words: &mut Words<'_>) -> Result<Move, NotationError> {
    let (mut mask, mut last) = (0, 0);
    let mut word = words.next();
    loop {
        let id = token(word)?;
        let at = state.tokens.iter().position(|token| token.id == id);
        let Some(at) = at.filter(|_| id > last) else {
            return Err(word.wrong(said("tokens_order")));
        };
        mask |= 1 << at;
        last = id;
        match words.maybe() {
            Some(next) => word = next,
            None => return Ok(Move::Peek(mask)),
        }
    }
}

impl fmt::Display for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pick::Token(id) => write!(f, "t{id:02}"),
            Pick::Pool => f.write_str("pool"),
        }
    }
}

pub(super) fn token(word: Word<'_>) -> Result<u8, NotationError> {
    let expected = || said("a_token");
    let digits = word.text.strip_prefix('t').ok_or_else(|| word.wrong(expected()))?;
    let id = digits.parse().ok().filter(|id: &u8| *id > 0 && format!("{id:02}") == digits);
    id.ok_or_else(|| word.wrong(expected()))
}

pub(super) fn pick(word: Word<'_>) -> Result<Pick, NotationError> {
    if word.text == "pool" {
        return Ok(Pick::Pool);
    }
    token(word).map(Pick::Token).map_err(|_| word.wrong(said("pool_or_token")))
}

pub(super) fn action(word: Word<'_>) -> Result<Action, NotationError> {
    Action::named(word.text).ok_or_else(|| word.wrong(said("blasons_action")))
}

/// `s3:1,4`: a seat and trick numbers 1 to 8, ascending.
fn tricks(word: Word<'_>) -> Result<(Seat, u8), NotationError> {
    let expected = || said("seat_tricks");
    let (seat, numbers) = word.text.split_once(':').ok_or_else(|| word.wrong(expected()))?;
    let seat = Word { text: seat, column: word.column }.seat()?;
    let (mut mask, mut last) = (0, 0);
    for number in numbers.split(',') {
        let number = Word { text: number, column: word.column }.number(8, expected())?;
        if number <= last {
            return Err(word.wrong(expected()));
        }
        mask |= 1 << (number - 1);
        last = number;
    }
    Ok((seat, mask))
}
