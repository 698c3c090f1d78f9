//! What minimax and max^n share: the parameters of a search and the depth of its nodes.

use tapis_games::game::Game;
use tapis_games::seat::Seat;

use super::table::Table;
use super::tuning::Tuning;
use crate::heuristics::Heuristics;
use crate::request::Objective;

/// A move, and the state after it.
pub type Played<G> = (<G as Game>::Move, <G as Game>::State);

/// The depth of a search to the end.
pub const TO_THE_END: u16 = u16::MAX - 1;

/// The depth of proved table entries, which hold at any depth.
pub const PROVED: u16 = u16::MAX;

/// The fixed parameters of one search, whose table entries have `N` data words.
pub struct SearchContext<'a, G: Heuristics, const N: usize> {
    /// The rules.
    pub rules: &'a G,
    /// What is maximised.
    pub objective: Objective,
    /// The seat advised.
    pub seat: Seat,
    /// The switches.
    pub tuning: Tuning,
    /// The shared table.
    pub table: &'a Table<N>,
}

/// The depth of a node in the search.
#[derive(Clone, Copy)]
pub struct NodeDepth {
    /// Plies still to search.
    pub depth: u16,
    /// Plies from the root.
    pub ply: usize,
}

impl NodeDepth {
    /// The root of a search to `depth`.
    pub fn root(depth: u16) -> Self {
        Self { depth, ply: 0 }
    }

    /// The child's depth.
    pub fn child(self) -> Self {
        let depth = if self.depth == TO_THE_END { self.depth } else { self.depth.saturating_sub(1) };
        Self { depth, ply: self.ply + 1 }
    }
}
