//! The arena: two line-ups of bots play the same deals from every seat.
//!
//! A *deal* is played once in every seating (the bots rotated by one seat), with the same cards and the same random
//! numbers, so a good deal favours both line-ups alike. Results are compared deal by deal. Every bot acts only on its
//! own observations. Game *i* depends only on the seed and on *i*, so the number of threads never changes the result.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use rayon::prelude::*;
use tapis_games::game::Published;
use tapis_games::payoff::Payoffs;
use tapis_games::refusal::Refusal;
use tapis_games::seat::Seat;

use crate::bots::Bot;
use crate::control::Control;
use crate::engine::HintError;
use crate::heuristics::Heuristics;

mod estimate;
pub(crate) mod game;
mod report;
#[cfg(test)]
mod tests;

pub use estimate::Estimate;
pub use game::Seeds;
pub use report::{LineUp, Pace, Report};

/// A contest between two line-ups.
#[derive(Clone, Debug, PartialEq)]
pub struct Contest {
    /// The first line-up: one bot or several.
    pub a: Vec<Bot>,
    /// The second line-up. Its last bot takes all remaining seats.
    pub b: Vec<Bot>,
    /// The number of games, rounded up so that every deal is played in all seatings.
    pub games: u64,
    /// The seed of deals and bots.
    pub seed: [u8; 32],
}

/// Why a contest cannot be played.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ArenaError {
    /// A line-up without bots.
    #[error("a line-up needs at least one bot")]
    NoBots,
    /// More bots than seats.
    #[error("{bots} bots do not fit at a table of {seats} seats")]
    TooMany {
        /// Bots asked for.
        bots: usize,
        /// Seats there are.
        seats: usize,
    },
    /// Not one bot per seat.
    #[error("{bots} bots for {seats} seats: one per seat is right")]
    WrongNumber {
        /// Bots asked for.
        bots: usize,
        /// Seats there are.
        seats: usize,
    },
    /// Nothing to play.
    #[error("at least one game has to be played")]
    NoGames,
    /// A ruleset of another game.
    #[error("the ruleset is of another game")]
    UnknownGame,
    /// The caller cancelled it.
    #[error("cancelled")]
    Cancelled,
    /// A bot found no move.
    #[error("a bot failed: {0}")]
    Bot(#[from] HintError),
    /// The rules refused what a bot played or observed: a fault of the game.
    #[error("the rules refused a bot: {0}")]
    Rules(#[from] Refusal),
}

/// Receives the number of finished games, from any thread.
pub type Progress<'a> = &'a (dyn Fn(u64) + Sync);

/// Plays `contest` under `rules` in the rayon pool of the caller.
///
/// # Errors
/// See [`ArenaError`].
pub fn run<G: Published + Heuristics>(
    rules: &G,
    contest: &Contest,
    control: &Control,
    progress: Progress<'_>,
) -> Result<Report, ArenaError> {
    let table = contest.seated(rules.seats())?;
    let started = Instant::now();
    let seats = table.len() as u64;
    let finished = AtomicU64::new(0);
    let one = |number: u64| -> Result<Payoffs, ArenaError> {
        let (deal, rotation) = (number / seats, (number % seats) as usize);
        let bots: Vec<Bot> = (0..table.len()).map(|seat| table[(seat + rotation) % table.len()]).collect();
        let end = game::play(rules, &bots, game::seed(contest.seed, deal).into(), control, |_, _, _| {})?;
        progress(1 + finished.fetch_add(1, Relaxed));
        Ok(rules.payoffs(&end))
    };
    let games: Vec<Payoffs> =
        (0..contest.games_at(table.len())).into_par_iter().map(one).collect::<Result<_, _>>()?;
    Ok(report::report(contest, &games, table.len(), started.elapsed()))
}

impl Contest {
    /// The number of games at a table of `seats`: every deal in all seatings.
    pub fn games_at(&self, seats: usize) -> u64 {
        self.games.next_multiple_of(seats.max(1) as u64)
    }

    /// The bots of all seats in the first seating.
    fn seated(&self, seats: usize) -> Result<Vec<Bot>, ArenaError> {
        if self.games == 0 {
            return Err(ArenaError::NoGames);
        }
        let (Some(_), Some(last)) = (self.a.last(), self.b.last()) else { return Err(ArenaError::NoBots) };
        let mut bots: Vec<Bot> = self.a.iter().chain(&self.b).copied().collect();
        if bots.len() > seats {
            return Err(ArenaError::TooMany { bots: bots.len(), seats });
        }
        bots.resize(seats, *last);
        Ok(bots)
    }

    /// Whether `seat` belongs to the first line-up when the bots are rotated by `rotation` seats.
    fn is_first(&self, seat: Seat, rotation: usize, seats: usize) -> bool {
        (seat.index() + rotation) % seats < self.a.len()
    }
}
