//! The standings of a game, ply after ply.

use crate::payoff::Payoffs;
use crate::seat::{BySeat, Seat};

/// A seat with more of the win than this has decided the game.
const DECIDED: f64 = 0.9;

/// Standings that stayed the same over some plies.
#[derive(Clone, Debug)]
struct Run {
    plies: u64,
    /// The value of each seat.
    values: BySeat<f64>,
}

/// All standings of a game. They seldom change, so they are kept in runs.
#[derive(Clone, Debug, Default)]
pub(super) struct Standings(Vec<Run>);

/// What the standings say of the winner. Where the win is shared it is the best placed winner of each ply.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct OfWinner {
    /// Plies at which another seat had a larger value.
    pub behind: u64,
    /// By how much, summed over these plies.
    pub deficit: f64,
    /// The ply after which the winner has decided the game for good.
    pub decided_at: u64,
    /// Whether its value was below half the fair share at or after mid-game.
    pub comeback: bool,
}

impl Standings {
    /// Adds a ply after which the seats have these values.
    pub fn add(&mut self, values: &BySeat<f64>) {
        match self.0.last_mut() {
            Some(run) if run.values == *values => run.plies += 1,
            _ => self.0.push(Run { plies: 1, values: values.clone() }),
        }
    }

    /// How often another seat came to lead alone.
    pub fn lead_changes(&self) -> i64 {
        let mut leaders: Vec<Seat> = self.0.iter().filter_map(|run| leader(&run.values)).collect();
        leaders.dedup();
        leaders.len().saturating_sub(1) as i64
    }

    /// The mean entropy of the values, as a part of that of values all alike.
    pub fn uncertainty(&self) -> f64 {
        let (mut sum, mut plies) = (0.0, 0);
        for run in &self.0 {
            let positive = run.values.iter().filter(|&&value| value > 0.0);
            let entropy: f64 = positive.map(|&value| -value * value.ln()).sum();
            sum += run.plies as f64 * entropy / (run.values.len() as f64).ln();
            plies += run.plies;
        }
        if plies > 0 { sum / plies as f64 } else { 0.0 }
    }

    /// What they say of the winner of a game that ends so.
    pub fn of_winner(&self, end: &Payoffs) -> OfWinner {
        let length: u64 = self.0.iter().map(|run| run.plies).sum();
        let alone = end.winners().count() == 1;
        let (mut of, mut plies) = (OfWinner::default(), 0);
        for run in &self.0 {
            let best = |won: bool| {
                let seats = Seat::all(run.values.len()).filter(|&seat| (end.ranks[seat] == 1) == won);
                seats.map(|seat| run.values[seat]).fold(0.0, f64::max)
            };
            let (own, other) = (best(true), best(false));
            let last = plies + run.plies;
            if other > own {
                of.behind += run.plies;
                of.deficit += (other - own) * run.plies as f64;
            }
            if !alone || own <= DECIDED {
                of.decided_at = length.min(last + 1);
            } else if plies == 0 {
                of.decided_at = 1;
            }
            of.comeback |= 2 * last >= length && own < 0.5 / run.values.len() as f64;
            plies = last;
        }
        of
    }
}

/// The seat that has more than any other.
fn leader(values: &BySeat<f64>) -> Option<Seat> {
    let best = values.iter().copied().fold(0.0, f64::max);
    let mut leaders = Seat::all(values.len()).filter(|&seat| values[seat] >= best);
    leaders.next().filter(|_| leaders.next().is_none())
}
