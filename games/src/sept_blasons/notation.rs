//! Notation, both ways.

use super::SeptBlasons;
use super::card::Character;
use super::moves::{Action, Move, Pick};
use super::state::State;
use crate::refusal::NotationError;
use crate::seat::Seat;
use crate::words::{Word, Words};

impl SeptBlasons {
    pub(super) fn write(&self, state: &State, mv: Move) -> String {
        match mv {
            Move::Play(character, None) => format!("play {}", character.0),
            Move::Play(character, Some(action)) => format!("play {} {}", character.0, action_word(action)),
            Move::Value(seat) => format!("value s{}", seat.0),
            Move::Power(seat) => format!("power s{}", seat.0),
            Move::Itself => "self".to_owned(),
            Move::Draw(pick) => format!("draw {}", pick_text(pick)),
            Move::Reveal(pick) => format!("reveal {}", pick_text(pick)),
            Move::Remove(id) => format!("remove t{id:02}"),
            Move::Give(id, seat) => format!("give t{id:02} s{}", seat.0),
            Move::Swap(id, pick) => format!("swap t{id:02} {}", pick_text(pick)),
            Move::Serve(seat) => format!("serve s{}", seat.0),
            Move::Look { own, other } => self.write_look(state, own, other),
            Move::Peek(mask) => {
                let ids = state.tokens.iter().enumerate().filter(|(at, _)| mask >> at & 1 == 1);
                ids.fold("peek".to_owned(), |text, (_, token)| format!("{text} t{:02}", token.id))
            }
            Move::Decline => "none".to_owned(),
        }
    }

    fn write_look(&self, state: &State, own: u8, other: Option<(Seat, u8)>) -> String {
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

    pub(super) fn read(&self, state: &State, text: &str) -> Result<Move, NotationError> {
        let mut words = Words::new(text);
        let verb = words.next();
        let mv = match verb.text {
            "play" => {
                let character = words.next().number(7, "a character from 0 to 7")?;
                let action = words.maybe().map(action).transpose()?;
                Move::Play(Character(character), action)
            }
            "value" => Move::Value(words.next().seat()?),
            "power" => Move::Power(words.next().seat()?),
            "serve" => Move::Serve(words.next().seat()?),
            "self" => Move::Itself,
            "none" => Move::Decline,
            "draw" => Move::Draw(pick(words.next())?),
            "reveal" => Move::Reveal(pick(words.next())?),
            "remove" => Move::Remove(token(words.next())?),
            "give" => Move::Give(token(words.next())?, words.next().seat()?),
            "swap" => Move::Swap(token(words.next())?, pick(words.next())?),
            "look" => self.read_look(state, &mut words)?,
            "peek" => read_peek(state, &mut words)?,
            _ => return Err(verb.wrong("a move such as `play 5`, `draw pool`, `value s2` or `none`")),
        };
        words.end()?;
        Ok(mv)
    }

    /// Tricks of a seat stand together, `s2:1,2`, or one by one, `s2:1 s2:2`.
    fn read_look(&self, state: &State, words: &mut Words<'_>) -> Result<Move, NotationError> {
        let me = self.decider(state);
        let (mut own, mut other, mut last) = (0, None::<(Seat, u8)>, None::<(Seat, u8)>);
        let mut word = words.next();
        loop {
            let (seat, mask) = tricks(word)?;
            if last.is_some_and(|last| last >= (seat, mask & mask.wrapping_neg())) {
                return Err(word.wrong("seats and their tricks in ascending order, each once"));
            }
            last = Some((seat, mask));
            match &mut other {
                _ if Some(seat) == me => own |= mask,
                None => other = Some((seat, mask)),
                Some((of, tricks)) if *of == seat => *tricks |= mask,
                Some(_) => return Err(word.wrong("one single other player")),
            }
            match words.maybe() {
                Some(next) => word = next,
                None => return Ok(Move::Look { own, other }),
            }
        }
    }
}

fn read_peek(state: &State, words: &mut Words<'_>) -> Result<Move, NotationError> {
    let (mut mask, mut last) = (0, 0);
    let mut word = words.next();
    loop {
        let id = token(word)?;
        let at = state.tokens.iter().position(|token| token.id == id);
        let Some(at) = at.filter(|_| id > last) else {
            return Err(word.wrong("tokens on the table in ascending order, each once"));
        };
        mask |= 1 << at;
        last = id;
        match words.maybe() {
            Some(next) => word = next,
            None => return Ok(Move::Peek(mask)),
        }
    }
}

fn action_word(action: Action) -> &'static str {
    match action {
        Action::Consult => "consult",
        Action::Serve => "serve",
        Action::Peek => "peek",
    }
}

fn pick_text(pick: Pick) -> String {
    match pick {
        Pick::Token(id) => format!("t{id:02}"),
        Pick::Pool => "pool".to_owned(),
    }
}

fn token(word: Word<'_>) -> Result<u8, NotationError> {
    let expected = "a token such as `t07`";
    let digits = word.text.strip_prefix('t').ok_or_else(|| word.wrong(expected))?;
    let id = digits.parse().ok().filter(|id: &u8| *id > 0 && format!("{id:02}") == digits);
    id.ok_or_else(|| word.wrong(expected))
}

fn pick(word: Word<'_>) -> Result<Pick, NotationError> {
    if word.text == "pool" {
        return Ok(Pick::Pool);
    }
    token(word).map(Pick::Token).map_err(|_| word.wrong("`pool` or a token such as `t07`"))
}

fn action(word: Word<'_>) -> Result<Action, NotationError> {
    match word.text {
        "consult" => Ok(Action::Consult),
        "serve" => Ok(Action::Serve),
        "peek" => Ok(Action::Peek),
        _ => Err(word.wrong("`consult`, `serve` or `peek`")),
    }
}

/// `s3:1,4`: a seat and trick numbers 1 to 8, ascending.
fn tricks(word: Word<'_>) -> Result<(Seat, u8), NotationError> {
    let expected = "a seat and its tricks in ascending order, such as `s3:1,4`";
    let (seat, numbers) = word.text.split_once(':').ok_or_else(|| word.wrong(expected))?;
    let seat = Word { text: seat, column: word.column }.seat()?;
    let (mut mask, mut last) = (0, 0);
    for number in numbers.split(',') {
        let number = Word { text: number, column: word.column }.number(8, expected)?;
        if number <= last {
            return Err(word.wrong(expected));
        }
        mask |= 1 << (number - 1);
        last = number;
    }
    Ok((seat, mask))
}
