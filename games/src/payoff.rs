//! What a finished game is worth to each seat.

use std::cmp::Ordering;

use crate::seat::{BySeat, Seat};

/// Scores, ranks and win shares.
#[derive(Clone, Debug, PartialEq)]
pub struct Payoffs {
    /// Points as the rules count them.
    pub scores: BySeat<i32>,
    /// 1 is best; tied seats share a rank and the next rank is skipped (1, 1, 3).
    pub ranks: BySeat<u8>,
    /// The win, split evenly among the seats of rank 1; sums to 1.
    pub shares: BySeat<f64>,
}

impl Payoffs {
    /// Ranks seats by `scores`, higher first, then by `tie_break`, higher first; equal in both shares the rank.
    pub fn ranked(scores: BySeat<i32>, tie_break: &BySeat<i32>) -> Self {
        if let (&[one, other], &[first, second]) = (scores.as_slice(), tie_break.as_slice()) {
            return Self::of_two(scores, (one, first).cmp(&(other, second)));
        }
        let seats = scores.len();
        let key = |seat: Seat| (scores[seat], tie_break[seat]);
        let ranks = BySeat::from_fn(seats, |seat| {
            1 + Seat::all(seats).filter(|&other| key(other) > key(seat)).count() as u8
        });
        let winners = ranks.iter().filter(|&&rank| rank == 1).count() as f64;
        let shares = BySeat::from_fn(seats, |seat| if ranks[seat] == 1 { 1.0 / winners } else { 0.0 });
        Self { scores, ranks, shares }
    }

    /// The same for two seats, the first compared with the second.
    fn of_two(scores: BySeat<i32>, order: Ordering) -> Self {
        let (ranks, shares) = match order {
            Ordering::Greater => ([1, 2], [1.0, 0.0]),
            Ordering::Equal => ([1, 1], [0.5, 0.5]),
            Ordering::Less => ([2, 1], [0.0, 1.0]),
        };
        let ranks = BySeat::from_fn(2, |seat| ranks[seat.index() & 1]);
        Self { scores, ranks, shares: BySeat::from_fn(2, |seat| shares[seat.index() & 1]) }
    }

    /// The seats of rank 1.
    pub fn winners(&self) -> impl Iterator<Item = Seat> + '_ {
        Seat::all(self.ranks.len()).filter(|&seat| self.ranks[seat] == 1)
    }
}
