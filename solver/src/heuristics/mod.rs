//! Opinions about positions, one file a game. Rules are not repeated here, and nothing else in this crate names a game.

use rand::Rng;
use tapis_games::game::Game;
use tapis_games::seat::{BySeat, Seat};

use crate::answer::Explanation;
use crate::request::Objective;

mod malin;
mod mixer;
mod parbourg;
mod richelieu;
mod sept_blasons;
#[cfg(feature = "testing")]
mod testing;

pub(crate) use mixer::Mixer;

/// What a position looks worth to one seat, without search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// Expected share of the win, 0 to 1; the shares of all seats sum to 1.
    pub share: f64,
    /// Expected points less the best other seat's, of the round under way.
    pub margin: f64,
}

/// What an exhaustive search relies on at a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Survey {
    /// See [`Heuristics::bounds`].
    pub bounds: Option<(f64, f64)>,
    /// See [`Heuristics::worth_key`].
    pub key: u64,
}

/// What is known of a game beside its rules. Every default is neutral: a game without opinions implements the empty
/// trait and is searched correctly, only more slowly.
pub trait Heuristics: Game {
    /// How promising `mv` looks to the seat to move, higher first, in about ±1000. Orders moves, never decides; called
    /// for every move of every node, so it must be cheap.
    fn move_score(&self, state: &Self::State, mv: Self::Move) -> i32 {
        let _ = (state, mv);
        0
    }

    /// The worth of a position to each seat: for greedy play, for leaves of unfinished searches and for playouts that
    /// are cut off.
    fn evaluate(&self, state: &Self::State) -> BySeat<Evaluation> {
        let _ = state;
        let share = 1.0 / self.seats() as f64;
        BySeat::from_fn(self.seats(), |_| Evaluation { share, margin: 0.0 })
    }

    /// The share of the win each seat can expect where one round has ended and the next is not yet dealt. With such an
    /// opinion lines of the sampling solver end there instead of at the end of the game; its answers say so.
    fn between_rounds(&self, state: &Self::State) -> Option<BySeat<f64>> {
        let _ = state;
        None
    }

    /// What a round that has ended was worth to each seat by its own measure, 0 to 1: what bots play for where lines end
    /// with the round. With none they play for the win share that the round's end lets them expect.
    fn contentment(&self, state: &Self::State) -> Option<BySeat<f64>> {
        let _ = state;
        None
    }

    /// How well `state` explains what the others than `seat` have announced and played, as the logarithm of a likelihood up
    /// to a constant. Weighs the worlds of the sampling solver; with none all are as likely as the cards make them.
    fn plausibility(&self, state: &Self::State, seat: Seat) -> Option<f64> {
        let _ = (state, seat);
        None
    }

    /// The move that solver bots make without a search, where the seat to move has agreed habits that searching against
    /// those habits would only break. A function of what that seat knows.
    fn habit(&self, state: &Self::State) -> Option<Self::Move> {
        let _ = state;
        None
    }

    /// Lines that go one way before the search remembers what comes after it: more where playouts by opinion play better
    /// than a young tree, which tries everything.
    fn ripe_after(&self) -> u32 {
        1
    }

    /// Computed facts in words about the decision at hand, for hints: from some worlds that agree with what the seat to move
    /// knows.
    fn facts<R: Rng + ?Sized>(&self, worlds: &[Self::State], rng: &mut R) -> Vec<Explanation> {
        let _ = (worlds, rng);
        Vec::new()
    }

    /// A move for a playout: plausible, cheap to find, and with some chance in it. `None` leaves it to
    /// [`Heuristics::move_score`], or where no player is to move.
    fn playout_move<R: Rng + ?Sized>(&self, state: &Self::State, rng: &mut R) -> Option<Self::Move> {
        let _ = (state, rng);
        None
    }

    /// Sound bounds of what `objective` will be worth to `seat` at the end, whatever is played and drawn. The only
    /// opinion that must be right: exact searches cut on it. `None` when nothing is known or the bounds would cost
    /// more than they save.
    fn bounds(&self, state: &Self::State, seat: Seat, objective: Objective) -> Option<(f64, f64)> {
        let _ = (state, seat, objective);
        None
    }

    /// A key that two positions reached from one deal share only if `objective` is worth the same to every seat in both
    /// (but for a probability of about 2⁻⁶⁴). As [`Game::key`], but coarser where the game knows how; like the bounds
    /// it must be right.
    fn worth_key(&self, state: &Self::State, objective: Objective) -> u64 {
        let _ = objective;
        self.key(state)
    }

    /// [`Heuristics::bounds`] and [`Heuristics::worth_key`] together, for games that find both in one go.
    fn survey(&self, state: &Self::State, seat: Seat, objective: Objective) -> Survey {
        Survey { bounds: self.bounds(state, seat, objective), key: self.worth_key(state, objective) }
    }
}
