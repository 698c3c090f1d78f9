//! What is better than a move may still follow it in the same turn: then the move costs less than a search says which leaves what comes
//! after it to a few of its lines.
//!
//! Where the seat goes on to move, and learned nothing by its move that its notation does not say, a fault is looked at from two more sides,
//! and the least that it loses counts. If the move and the best one may be made in either order, it loses no more than it does once the
//! best one has been made. And it is worth what the hint after it says.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::Value;
use tapis_games::erased::AnyTable;
use tapis_games::game::Turn;
use tapis_games::seat::{Seat, Viewer};
use tapis_solver::control::Control;
use tapis_solver::engine::{Engine, HintError};

use super::look::{Look, Search, answered, seed_of, seen};
use super::{Behind, Grade};
use crate::game::FinishedGame;

/// A choice of a game.
pub(super) struct At<'a> {
    pub game: &'a FinishedGame,
    pub engine: &'a dyn Engine,
    pub ply: u32,
    pub seat: Seat,
    pub control: &'a Control,
}

impl At<'_> {
    /// How far `notation` lies behind the best move of `look`, which was of so many lines: no more than the look says. `None` of a move
    /// that the look does not list.
    ///
    /// # Errors
    /// The search refused a position.
    pub(super) fn behind(
        &self,
        look: &Look,
        notation: &str,
        lines: u64,
    ) -> Result<Option<Behind>, HintError> {
        let Some(found) = look.behind(notation) else { return Ok(None) };
        if look.proved || !self.is_fault(found) {
            return Ok(Some(found));
        }
        let before = self.game.before(self.ply);
        let Some(before) = before.as_deref() else { return Ok(Some(found)) };
        let Some(after) = self.after(before, notation) else { return Ok(Some(found)) };
        let mut least = found;
        if let Some(first) = self.in_either_order(before, [look.best(), notation]) {
            let second = self.look(&*first, "second", lines)?.behind(notation);
            least = second.map_or(least, |second| least.least(second));
        }
        if self.is_fault(least) {
            least = least.no_more_than(look.value() - self.look(&*after, "after", lines)?.value());
        }
        Ok(Some(least))
    }

    fn is_fault(&self, behind: Behind) -> bool {
        Grade::of(behind, self.game.ruleset().seats()).is_fault()
    }

    /// The game after the first of two moves, if they may be made in either order.
    fn in_either_order(&self, before: &dyn AnyTable, moves: [&str; 2]) -> Option<Box<dyn AnyTable>> {
        let [first, second] = [self.after(before, moves[0])?, self.after(before, moves[1])?];
        let [one, other] = [self.played(&*first, moves[1])?, self.played(&*second, moves[0])?];
        let alike = one.turn() == other.turn() && unordered(one.document()) == unordered(other.document());
        alike.then_some(first)
    }

    /// The game after a move of the seat, if it goes on to move and knows nothing new.
    fn after(&self, before: &dyn AnyTable, notation: &str) -> Option<Box<dyn AnyTable>> {
        let after = self.played(before, notation)?;
        (after.turn() == Turn::Player(self.seat)).then_some(after)
    }

    /// The game after a legal move, if nothing but its notation tells the seat what happened.
    fn played(&self, before: &dyn AnyTable, notation: &str) -> Option<Box<dyn AnyTable>> {
        let mut played = before.fork();
        // Where chance decides anything the game is not gone on with.
        let mut rng = ChaCha8Rng::from_seed(self.game.review_seed());
        let record = played.play(self.seat, notation, &mut rng).ok()?;
        let told = record.seen_by(Viewer::Seat(self.seat)).outcome.is_some();
        (!told && record.stored.chance.is_empty()).then_some(played)
    }

    fn look(&self, table: &dyn AnyTable, what: &str, lines: u64) -> Result<Look, HintError> {
        let ruleset = self.game.ruleset().ruleset().reference();
        let log = seen(table, &ruleset, self.seat, table.plies().len() as u32);
        let seed = seed_of(self.game.review_seed(), what, self.ply, 0);
        let search = Search { lines, seed, names: &[], compared: None, explained: false };
        Ok(Look::of(&answered(self.engine, &log, search, self.control)?.1))
    }
}

/// A position without the order in which things came to lie.
fn unordered(document: Value) -> Value {
    match document {
        Value::Array(values) => {
            let mut values: Vec<Value> = values.into_iter().map(unordered).collect();
            values.sort_by_cached_key(ToString::to_string);
            Value::Array(values)
        }
        Value::Object(members) => {
            Value::Object(members.into_iter().map(|(key, value)| (key, unordered(value))).collect())
        }
        value => value,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tapis_games::random::{Seed, Stream};
    use tapis_solver::registry::Registry;

    use super::*;

    /// A game up to a choice of cards to bet: nothing is used and nobody lies down before it.
    fn begun(game: &str, options: &str, seed: u8) -> FinishedGame {
        let ruleset = Registry::standard().game(game).unwrap().ruleset(options).unwrap();
        let mut table = ruleset.deal(&Seed([seed; 32]));
        while let Turn::Player(seat) = table.turn() {
            let moves = table.legal_moves();
            if moves.iter().filter(|mv| mv.notation.starts_with("bet ")).count() > 1 {
                break;
            }
            let mut chance = Seed([seed; 32]).stream(Stream::Chance(table.plies().len() as u32));
            table.play(seat, &moves[0].notation, &mut chance).unwrap();
        }
        let plies = table.plies().iter().map(|ply| (*ply.stored).clone()).collect();
        FinishedGame::new(Arc::clone(&ruleset), plies, format!("sha256:{seed}"))
    }

    /// How many moves a look calls faults, and how many of them still are ones once what may follow them counts.
    fn faults(game: &FinishedGame) -> [usize; 2] {
        let engine = Registry::standard().engine(game.ruleset()).unwrap();
        let control = Control::default();
        let ply = game.plies.len() as u32;
        let table = game.before(ply).unwrap();
        let Turn::Player(seat) = table.turn() else { panic!("a choice") };
        let at = At { game, engine: &*engine, ply, seat, control: &control };
        let look = at.look(&*table, "look", 1_000).unwrap();
        let (mut found, mut left) = (0, 0);
        for mv in table.legal_moves().iter().filter(|mv| at.is_fault(look.behind(&mv.notation).unwrap())) {
            let before = look.behind(&mv.notation).unwrap();
            let behind = at.behind(&look, &mv.notation, 1_000).unwrap().unwrap();
            assert!(behind.mean <= before.mean && behind.low <= behind.mean && behind.mean <= behind.high);
            found += 1;
            left += usize::from(at.is_fault(behind));
        }
        assert_eq!(at.behind(&look, "none", 1_000).unwrap(), None);
        [found, left]
    }

    #[test]
    fn what_may_follow_a_move_is_no_reason_to_blame_it() {
        let all: Vec<[usize; 2]> =
            (0..6).map(|seed| faults(&begun("parbourg", r#"{"players": 2}"#, seed))).collect();
        let sum = |at: usize| all.iter().map(|faults| faults[at]).sum::<usize>();
        println!("{all:?}");
        assert!(sum(1) < sum(0), "{all:?}");
    }

    #[test]
    fn two_bets_may_be_laid_in_either_order() {
        let game = begun("parbourg", r#"{"players": 2}"#, 1);
        let engine = Registry::standard().engine(game.ruleset()).unwrap();
        let ply = game.plies.len() as u32;
        let table = game.before(ply).unwrap();
        let Turn::Player(seat) = table.turn() else { panic!("a choice") };
        let at = At { game: &game, engine: &*engine, ply, seat, control: &Control::default() };
        let moves: Vec<String> = table.legal_moves().into_iter().map(|mv| mv.notation).collect();
        let plain = |mv: &&String| mv.starts_with("bet ") && mv.split(' ').count() == 2;
        let bets: Vec<&String> = moves.iter().filter(plain).collect();
        let either = |one: &str, other: &str| at.in_either_order(&*table, [one, other]).is_some();
        assert!(either(bets[0], bets[1]) && either(bets[1], bets[0]), "{bets:?}");
        assert!(!either(bets[0], bets[0]), "once");
        assert!(!either(bets[0], "fold") && !either(bets[0], "none"), "what ends the turn comes last");
    }
}
