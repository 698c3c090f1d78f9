//! How much is played for words.

use crate::answer::{Algorithm, Answer};
use crate::request::{Budget, PARTS};

/// The least pairs of lines that show anything: where fewer were played, or may be played, nothing is claimed.
pub const LEAST: u64 = 20;
/// The most pairs of lines.
pub const MOST: u64 = 400;
/// A pair is so many lines.
const PAIR: u64 = 2;

/// How much may be played for words: so many lines, until it is late, and no pair of them once so many positions were visited. It is late,
/// too, once a fifth of the time budget went into them.
#[derive(Clone, Copy)]
pub struct Extent<'a> {
    /// The most lines.
    pub lines: u64,
    /// The positions that are enough.
    pub positions: u64,
    /// Asked before each pair of lines.
    pub late: &'a dyn Fn() -> bool,
}

impl<'a> Extent<'a> {
    /// A [part](PARTS) of the budget of the search that gave `answer`, in what that counts: lines, or positions.
    pub fn of(budget: &Budget, answer: &Answer, late: &'a dyn Fn() -> bool) -> Self {
        let part = |whole: u64| whole / u64::from(PARTS);
        if answer.method.name == Algorithm::Ismcts {
            let lines = match budget.lines() {
                // Time is the limit: the lines that were searched are no budget.
                u64::MAX => part(answer.timing.nodes).max(LEAST * PAIR),
                lines => part(lines),
            };
            return Self { lines, positions: u64::MAX, late };
        }
        // How many positions some worlds take is known once they are solved.
        let positions = budget.positions().or(budget.worlds.map(|_| answer.timing.nodes));
        Self { lines: u64::MAX, positions: positions.map_or(u64::MAX, part), late }
    }

    /// The most pairs of lines.
    pub fn pairs(&self) -> u64 {
        (self.lines / PAIR).min(MOST)
    }

    /// The same for so many pairs at most, once so many lines were played for other words.
    #[must_use]
    pub fn without(self, lines: u64, pairs: u64) -> Self {
        let left = self.lines.saturating_sub(lines);
        Self { lines: left.min(pairs.saturating_mul(PAIR)), ..self }
    }
}
