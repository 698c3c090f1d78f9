//! What a search measured, before anything is claimed.

use serde::{Deserialize, Serialize};

/// What a sampling search measured of all moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// Its lines.
    pub lines: u64,
    /// The plies that each seat has still to come until lines end, on average of some random ones.
    pub left: f64,
    /// The move that the answer puts first.
    pub first: usize,
    /// The regret that does not matter.
    pub within: f64,
    /// All moves, in canonical order.
    pub moves: Vec<MeasuredMove>,
}

/// What it measured of a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeasuredMove {
    /// Its notation.
    pub notation: String,
    /// The mean, in the unit of the objective.
    pub value: f64,
    /// The lines it rests on.
    pub samples: u64,
    /// Whether the value is proved.
    pub proved: bool,
    /// How far it lies behind the first; absent for the first itself.
    pub behind: Option<Behind>,
}

/// How far a move lies behind the first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Behind {
    /// The mean difference; negative if the move did better on common worlds.
    pub mean: f64,
    /// Its standard error; 0 if it is proved.
    pub error: f64,
}
