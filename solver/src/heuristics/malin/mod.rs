//! Opinions about Le Malin: what a hand will take against what was announced.
//!
//! * [`strength`]: tricks to expect, of a hand seen from its seat and of all hands laid open;
//! * [`announce`], [`play`], [`windows`]: how good a contract, a card and a Malheur look to the seat to move, from its own
//!   hand and what everybody knows;
//! * [`standing`]: what points are worth of the game.

use rand::Rng;
use tapis_games::game::{Game, Turn};
use tapis_games::malin::{Malin, Move, State};
use tapis_games::random::below;
use tapis_games::seat::{BySeat, Seat};

use super::{Evaluation, Heuristics};

mod announce;
mod play;
mod standing;
mod strength;
mod windows;

/// Moves of a playout are the best by opinion and a random number up to this.
const NOISE: u32 = 200;
/// A playout thinks of Malheurs before one card in so many.
const SELDOM: u32 = 4;

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

    fn playout_move<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Option<Move> {
        let Turn::Player(seat) = self.turn(state) else { return None };
        if let Some(look) = play::Look::at_card(self, state, seat)
            && (state.malheurs_held(seat) == 0 || below(rng, SELDOM) > 0)
        {
            let lays = look.sensible().map(|lay| (Move::Play(lay), look.score(lay)));
            return best(lays, rng);
        }
        let moves = self.legal_moves(state);
        best(moves.iter().map(|&mv| (mv, self.move_score(state, mv))), rng)
    }
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
