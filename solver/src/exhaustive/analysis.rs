//! The budget of a search and its result.

use std::time::Instant;

use tapis_games::game::Game;

use super::objective::SeatValues;
use crate::answer::Stop;

/// The budget of a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchBudget {
    /// Positions; a limit needs a single thread.
    pub nodes: Option<u64>,
    /// When the search must stop.
    pub deadline: Option<Instant>,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Analysis<S, M> {
    /// For each world used, in the problem's order, the line of each move.
    pub worlds: Vec<Vec<Line>>,
    /// The depth in plies of the lines, the move itself included; `None`: to the end.
    pub depth: Option<u32>,
    /// For each move, the principal variation in the first world, with its states. Empty without a proof.
    pub variations: Vec<Vec<(S, M)>>,
    /// Why the search ended early, if it did.
    pub stop: Option<Stop>,
    /// Positions visited.
    pub nodes: u64,
    /// Whether a line ended before another deal. What the round is worth for the game is then estimated.
    pub beyond: bool,
}

/// The values of a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// The value to each seat.
    pub values: SeatValues,
    /// Whether the values rest on finished lines only.
    pub proved: bool,
}

impl<S, M> Analysis<S, M> {
    /// Whether every line of every world used is proved.
    pub fn proved(&self) -> bool {
        all_proved(&self.worlds)
    }
}

/// An [`Analysis`] of a game.
pub type AnalysisOf<G> = Analysis<<G as Game>::State, <G as Game>::Move>;

/// Receives unfinished analyses.
pub type OnProgress<'a, G> = Option<&'a (dyn Fn(&AnalysisOf<G>) + Sync)>;

impl SearchBudget {
    /// A share of the rest of the budget.
    pub fn share(&self, share: f64) -> Self {
        let now = Instant::now();
        let deadline = self.deadline.map(|end| now + end.saturating_duration_since(now).mul_f64(share));
        Self { nodes: self.nodes.map(|nodes| (nodes as f64 * share) as u64), deadline }
    }
}

/// Whether every line is proved.
pub fn all_proved(lines: &[Vec<Line>]) -> bool {
    lines.iter().flatten().all(|line| line.proved)
}
