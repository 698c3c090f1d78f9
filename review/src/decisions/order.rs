//! What is better than a move may still follow it in the same turn: then the move costs less than a search says which leaves what comes
//! after it to a few of its lines.
//!
//! Where the seat goes on to move a fault is looked at from two more sides, and the least that it loses counts. If the move and the best one
//! may be made in either order, it loses no more than it does once the best one has been made. And it is worth what the hint at the seat's
//! next choice of the same turn says: at once where the move told nothing, and where it told something, or somebody was asked in between and
//! passed, if the best move may still be made there and is none that loses.
//!
//! Nothing here is gone on with where chance decides, for it could decide otherwise in another order. What a move told that was not made is
//! not looked at.
//!
//! And a search can be wrong: it leaves what comes after a move that goes on to a few of its lines, so moves that end the decisions look
//! better than they are. A fault that is nearly none, and for which the lines that are played to the end speak, is none.

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

/// What whoever does nothing is written down with.
const PASS: &str = "pass";
/// A fault of which the lower end is below this part of its mean is doubtful: it is none if lines speak for it and end better so many times
/// as often as they end worse.
const DOUBTFUL: [(f64, f64); 2] = [(1.0 / 3.0, 1.0), (1.0 / 2.0, 3.0)];
/// Lines speak for a move that ends better in so many of them more than it ends worse, if there are so many pairs of them, and if they are
/// so many standard errors more, by those that end differently.
const CLEARLY: f64 = 0.08;
const PAIRS: u64 = 200;
const ERRORS: f64 = 2.5;

/// A choice of a game.
pub(super) struct At<'a> {
    pub game: &'a FinishedGame,
    pub engine: &'a dyn Engine,
    pub ply: u32,
    pub seat: Seat,
    pub control: &'a Control,
}

impl At<'_> {
    /// How far `notation` lies behind the best move of `look`: no more than the look says. `None` of a move that the look does not list.
    ///
    /// # Errors
    /// The search refused a position.
    pub(super) fn behind(&self, look: &Look, notation: &str) -> Result<Option<Behind>, HintError> {
        let Some(found) = look.behind(notation) else { return Ok(None) };
        if look.proved || !self.is_fault(found) {
            return Ok(Some(found));
        }
        let before = self.game.before(self.ply);
        let Some(before) = before.as_deref() else { return Ok(Some(found)) };
        let mut least = found;
        if let Some(first) = self.in_either_order(before, look.best(), notation) {
            let second = self.look(&*first, "second", look.lines)?.behind(notation);
            least = second.map_or(least, |second| least.least(second));
        }
        if self.is_fault(least)
            && let Some(lost) = self.lost_until_next(before, look, notation)?
        {
            least = least.no_more_than(lost);
        }
        let doubt = DOUBTFUL.iter().find(|(part, _)| least.low < least.mean * part);
        if self.is_fault(least)
            && let Some((_, times)) = doubt
            && self.lines_speak_for(before, look, notation, *times)?
        {
            least = least.perhaps_none();
        }
        Ok(Some(least))
    }

    /// What is worth less at the seat's next choice of the same turn, if it has one, than it was before `notation`.
    fn lost_until_next(
        &self,
        before: &dyn AnyTable,
        look: &Look,
        notation: &str,
    ) -> Result<Option<f64>, HintError> {
        let lost = |next: &Look| look.value - next.value;
        if let Some(after) = self.after(before, notation) {
            return Ok(Some(lost(&self.look(&*after, "after", look.lines)?)));
        }
        let Some(later) = self.later(look.best(), notation) else { return Ok(None) };
        let next = self.look(&*later, "after", look.lines)?;
        // What has to be made up for then is looked at there.
        let is_still_good = next.behind(look.best()).is_some_and(|behind| behind.low <= 0.0);
        Ok(is_still_good.then(|| lost(&next)))
    }

    /// The game at the seat's next choice after `notation`, if that is what it played, nobody did anything in between but pass, and the
    /// move `best` is legal there.
    fn later(&self, best: &str, notation: &str) -> Option<Box<dyn AnyTable>> {
        let game = self.game;
        // What was done instead of nothing is not undone by doing nothing later.
        (best != PASS && game.notation(self.ply) == Some(notation)).then_some(())?;
        // Whether others could do anything but pass depends on what they hold: that they passed is all that the seat sees.
        let is_next = |n: u32| game.mover(n) == Some(self.seat) && game.is_free(n);
        let later = (self.ply + 1..).find(|n| is_next(*n) || game.notation(*n) != Some(PASS))?;
        let table = game.before(later).filter(|_| is_next(later))?;
        table.legal_moves().iter().any(|mv| mv.notation == best).then_some(table)
    }

    /// Whether the lines of the search, each played to the end after both moves, speak for `notation` and against the best move, and end
    /// better so many times as often as they end worse.
    fn lines_speak_for(
        &self,
        before: &dyn AnyTable,
        look: &Look,
        notation: &str,
        times: f64,
    ) -> Result<bool, HintError> {
        let ruleset = self.game.ruleset().ruleset().reference();
        let log = seen(before, &ruleset, self.seat, self.ply);
        let answer = answered(self.engine, &log, look.compared(notation), self.control)?.1;
        let compared = answer.compared.filter(|compared| compared.other == notation);
        Ok(compared
            .is_some_and(|of| of.better >= times * of.worse && speak_for([of.better, of.worse], of.lines)))
    }

    fn is_fault(&self, behind: Behind) -> bool {
        Grade::of(behind, self.game.ruleset().seats()).is_fault()
    }

    /// The game after `best`, if that tells nothing new and `notation` may be made before or after it: both tell the seat the same then, and
    /// lead to the same position. What a move tells that was not made nobody knows.
    fn in_either_order(
        &self,
        before: &dyn AnyTable,
        best: &str,
        notation: &str,
    ) -> Option<Box<dyn AnyTable>> {
        let first = self.after(before, best)?;
        let (second, told) = self.played(before, notation)?;
        (told.is_none() || self.game.notation(self.ply) == Some(notation)).then_some(())?;
        let (one, told_later) = self.played(&*first, notation)?;
        let other = self.untold(&*second, best)?;
        let alike = told == told_later
            && one.turn() == other.turn()
            && unordered(one.document()) == unordered(other.document());
        alike.then_some(first)
    }

    /// The game after a move of the seat, if it goes on to move and knows nothing new.
    fn after(&self, before: &dyn AnyTable, notation: &str) -> Option<Box<dyn AnyTable>> {
        let after = self.untold(before, notation)?;
        (after.turn() == Turn::Player(self.seat)).then_some(after)
    }

    /// The game after a legal move, if nothing but its notation tells the seat what happened.
    fn untold(&self, before: &dyn AnyTable, notation: &str) -> Option<Box<dyn AnyTable>> {
        let (after, told) = self.played(before, notation)?;
        told.is_none().then_some(after)
    }

    /// The game after a legal move in which chance decides nothing, and what it tells the seat beyond its notation.
    fn played(&self, before: &dyn AnyTable, notation: &str) -> Option<(Box<dyn AnyTable>, Option<Value>)> {
        let mut played = before.fork();
        // Where chance decides anything the game is not gone on with.
        let mut rng = ChaCha8Rng::from_seed(self.game.review_seed());
        let record = played.play(self.seat, notation, &mut rng).ok()?;
        let told = record.seen_by(Viewer::Seat(self.seat)).outcome.clone();
        record.stored.chance.is_empty().then_some((played, told))
    }

    fn look(&self, table: &dyn AnyTable, what: &str, lines: u64) -> Result<Look, HintError> {
        let ruleset = self.game.ruleset().ruleset().reference();
        let log = seen(table, &ruleset, self.seat, table.plies().len() as u32);
        let seed = seed_of(self.game.review_seed(), what, self.ply, 0);
        let search = Search { lines, seed, names: &[], compared: None, explained: false };
        Ok(Look::of(&answered(self.engine, &log, search, self.control)?.1, search))
    }
}

/// Whether so many pairs of lines, of which these shares end better and worse after a move than after the best one, speak for it.
pub(super) fn speak_for([better, worse]: [f64; 2], lines: u64) -> bool {
    let by_chance = ERRORS * ((better + worse) / lines.max(1) as f64).sqrt();
    lines >= PAIRS && better - worse >= CLEARLY.max(by_chance)
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
            let behind = at.behind(&look, &mv.notation).unwrap().unwrap();
            assert!(behind.mean <= before.mean && behind.low <= behind.mean && behind.mean <= behind.high);
            found += 1;
            left += usize::from(at.is_fault(behind));
        }
        assert_eq!(at.behind(&look, "none").unwrap(), None);
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
        let either = |one: &str, other: &str| at.in_either_order(&*table, one, other).is_some();
        assert!(either(bets[0], bets[1]) && either(bets[1], bets[0]), "{bets:?}");
        assert!(!either(bets[0], bets[0]), "once");
        assert!(!either(bets[0], "fold") && !either(bets[0], "none"), "what ends the turn comes last");
    }
}
