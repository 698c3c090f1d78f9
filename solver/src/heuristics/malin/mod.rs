//! Opinions about Le Malin: what a hand will take against what was announced.
//!
//! * [`strength`]: tricks to expect, of a hand seen from its seat and of all hands laid open;
//! * [`announce`], [`play`], [`windows`]: how good a contract, a card and a Malheur look to the seat to move, from its own
//!   hand and what everybody knows;
//! * [`outlook`]: what a contract or a card can be expected to cost: playouts, habits, beliefs;
//! * [`chances`]: what each contract would come to, for hints;
//! * [`standing`]: what points are worth of the game.

use rand::{Rng, RngExt};
use tapis_games::game::{Game, Turn};
use tapis_games::malin::{Malin, Move, Phase, State};
use tapis_games::random::below;
use tapis_games::seat::{BySeat, Seat};

use super::{Evaluation, Heuristics};
use crate::answer::Explanation;
use outlook::Outlook;

mod announce;
mod chances;
mod outlook;
mod play;
mod standing;
mod strength;
#[cfg(test)]
mod tests;
mod windows;

/// Moves of a playout are the best by opinion and a random number up to this.
const NOISE: u32 = 200;
/// The same in points a move can be expected to cost.
const DOUBT: f64 = 0.4;
/// A playout thinks of Malheurs before one card in so many.
const SELDOM: u32 = 4;
/// Lines that go one way before the search remembers more of it.
const RIPE: u32 = 1_000;

impl Heuristics for Malin {
    fn move_score(&self, state: &State, mv: Move) -> i32 {
        let Turn::Player(seat) = self.turn(state) else { return 0 };
        match mv {
            Move::Bid(contract) => announce::score(self, state, seat, contract),
            Move::Play(lay) => play::Look::of(self, state, seat).score(lay),
            Move::Malheur(malheur) => windows::score(self, state, seat, malheur),
            Move::Pass => 0,
        }
    }

    fn evaluate(&self, state: &State) -> BySeat<Evaluation> {
        let lost = strength::losses(self, state);
        standing::evaluate(self, state, &lost)
    }

    fn between_rounds(&self, state: &State) -> Option<BySeat<f64>> {
        let none = BySeat::from_fn(self.seats(), |_| 0.0);
        let standing = standing::evaluate(self, state, &none);
        Some(BySeat::from_fn(self.seats(), |seat| standing[seat].share))
    }

    fn contentment(&self, state: &State) -> Option<BySeat<f64>> {
        let shares = match self.turn(state) {
            Turn::Over => self.payoffs(state).shares,
            _ => self.between_rounds(state)?,
        };
        Some(standing::contentment(self, state, &shares))
    }

    fn plausibility(&self, state: &State, seat: Seat) -> Option<f64> {
        let announced = |other: &Seat| *other != seat && state.contracts[other.index()].is_some();
        let mut others = Seat::all(self.seats()).filter(announced).peekable();
        // Where nobody else has announced there is nothing to explain.
        others.peek()?;
        Some(others.map(|other| -outlook::unease(self, state, other)).sum())
    }

    fn habit(&self, state: &State) -> Option<Move> {
        let Phase::Bid(seat) = state.phase else { return None };
        let outlook = Outlook::of_bid(self, state, seat);
        let cost = |mv: &Move| match *mv {
            Move::Bid(contract) => outlook.of_contract(contract),
            _ => f64::INFINITY,
        };
        self.legal_moves(state).iter().copied().min_by(|one, other| cost(one).total_cmp(&cost(other)))
    }

    fn ripe_after(&self) -> u32 {
        RIPE
    }

    fn facts<R: Rng + ?Sized>(&self, worlds: &[State], rng: &mut R) -> Vec<Explanation> {
        chances::of_contracts(self, worlds, rng)
    }

    fn playout_move<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Option<Move> {
        let Turn::Player(seat) = self.turn(state) else { return None };
        if matches!(state.phase, Phase::Play(_)) && (state.malheurs_held(seat) == 0 || below(rng, SELDOM) > 0)
        {
            let outlook = Outlook::of_play(self, state, seat);
            let lays = play::sensible(self, state, seat);
            return cheapest(lays.map(|lay| (Move::Play(lay), outlook.of_lay(lay))), rng);
        }
        if matches!(state.phase, Phase::Bid(_)) {
            let outlook = Outlook::of_bid(self, state, seat);
            let bids = self.legal_moves(state);
            let cost = |mv: &Move| match *mv {
                Move::Bid(contract) => outlook.of_contract(contract),
                _ => 0.0,
            };
            return cheapest(bids.iter().map(|mv| (*mv, cost(mv))), rng);
        }
        let moves = self.legal_moves(state);
        best(moves.iter().map(|&mv| (mv, self.move_score(state, mv))), rng)
    }
}

/// The cheapest of some moves, with some noise.
fn cheapest<R: Rng + ?Sized>(moves: impl Iterator<Item = (Move, f64)>, rng: &mut R) -> Option<Move> {
    let noisy = moves.map(|(mv, cost)| (cost + DOUBT * rng.random::<f64>(), mv));
    noisy.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, mv)| mv)
}

/// The best of some moves, with some noise.
fn best<R: Rng + ?Sized>(moves: impl Iterator<Item = (Move, i32)>, rng: &mut R) -> Option<Move> {
    let noisy = moves.map(|(mv, score)| (score + below(rng, NOISE) as i32, mv));
    noisy.max_by_key(|(score, _)| *score).map(|(_, mv)| mv)
}

/// Tricks a seat still has to take to meet its contract; negative when it has too many. `None` before it has announced.
fn need(state: &State, seat: Seat) -> Option<i32> {
    let contract = state.contracts[seat.index()]?;
    Some(i32::from(contract) - i32::from(state.taken[seat.index()]))
}

/// Tricks still to be decided, the one on the table included.
fn tricks_left(rules: &Malin, state: &State) -> i32 {
    rules.tricks() as i32 - i32::from(state.tricks)
}
