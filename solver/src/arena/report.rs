//! Turns finished games into the result of a contest.

use std::time::Duration;

use serde::Serialize;
use tapis_games::payoff::Payoffs;
use tapis_games::seat::Seat;

use super::{Contest, Estimate};
use crate::bots::Bot;

/// The result of a contest.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Games played.
    pub games: u64,
    /// Deals played, each in every seating.
    pub deals: u64,
    /// The first line-up.
    pub a: LineUp,
    /// The second.
    pub b: LineUp,
    /// Games in which the two line-ups shared the win.
    pub shared: u64,
    /// Points of the best seat of `a` minus those of the best seat of `b`, by deal.
    pub margin: Estimate,
    /// Not reproducible.
    pub pace: Pace,
}

/// The result of a line-up.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LineUp {
    /// Its bots.
    pub bots: Vec<String>,
    /// Its number of seats in every game.
    pub seats: usize,
    /// Its share of the wins if all bots were equal.
    pub par: f64,
    /// Its share of the wins, with ties split. The interval treats deals as independent, not their seatings.
    pub share: Estimate,
    /// The same with independent games, by Wilson's interval.
    pub share_of_games: Estimate,
    /// Games won by its seats alone.
    pub won: u64,
}

/// The duration of a contest. Not reproducible.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Pace {
    /// Seconds.
    pub seconds: f64,
    /// Games per second.
    pub games_per_second: f64,
}

/// Shares closer to 0 or 1 than this are a loss or a win.
const ROUNDING: f64 = 1e-9;

/// The result of one game for the first line-up.
struct Outcome {
    share: f64,
    margin: f64,
}

impl Outcome {
    fn won(&self) -> bool {
        self.share > 1.0 - ROUNDING
    }

    fn lost(&self) -> bool {
        self.share < ROUNDING
    }
}

/// Summarises `games`, which are ordered by deal, then by seating.
pub(super) fn report(contest: &Contest, games: &[Payoffs], seats: usize, duration: Duration) -> Report {
    let outcomes: Vec<Outcome> =
        (0..).zip(games).map(|(number, game)| outcome(contest, game, number % seats, seats)).collect();
    let by_deal = |of: fn(&Outcome) -> f64| -> Vec<f64> {
        outcomes.chunks(seats).map(|deal| deal.iter().map(of).sum::<f64>() / deal.len() as f64).collect()
    };
    let count = |holds: fn(&Outcome) -> bool| outcomes.iter().filter(|outcome| holds(outcome)).count() as u64;
    let held = contest.a.len();
    let shares = by_deal(|outcome| outcome.share);
    let rest: Vec<f64> = shares.iter().map(|share| 1.0 - share).collect();
    let (won, lost) = (count(Outcome::won), count(Outcome::lost));
    let seconds = duration.as_secs_f64();
    Report {
        games: games.len() as u64,
        deals: shares.len() as u64,
        a: line_up(&contest.a, (held, seats), &shares, won),
        b: line_up(&contest.b, (seats - held, seats), &rest, lost),
        shared: games.len() as u64 - won - lost,
        margin: Estimate::of_mean(&by_deal(|outcome| outcome.margin), (f64::MIN, f64::MAX)),
        pace: Pace { seconds, games_per_second: games.len() as f64 / seconds.max(ROUNDING) },
    }
}

fn line_up(bots: &[Bot], (held, seats): (usize, usize), shares: &[f64], won: u64) -> LineUp {
    let games = shares.len() * seats;
    LineUp {
        bots: bots.iter().map(Bot::to_string).collect(),
        seats: held,
        par: held as f64 / seats as f64,
        share: Estimate::of_mean(shares, (0.0, 1.0)),
        share_of_games: Estimate::of_share(shares.iter().sum::<f64>() * seats as f64, games as u64),
        won,
    }
}

fn outcome(contest: &Contest, payoffs: &Payoffs, rotation: usize, seats: usize) -> Outcome {
    let first = |seat: &Seat| contest.is_first(*seat, rotation, seats);
    let best = |of_first: bool| {
        let own = Seat::all(seats).filter(|seat| first(seat) == of_first);
        f64::from(own.map(|seat| payoffs.scores[seat]).max().unwrap_or(0))
    };
    Outcome {
        share: Seat::all(seats).filter(first).map(|seat| payoffs.shares[seat]).sum(),
        margin: best(true) - best(false),
    }
}
