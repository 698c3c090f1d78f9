//! The measurements of a sampling search, before the answer claims anything from them.

use serde::{Deserialize, Serialize};

/// The measurements of all moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// The number of lines that the search played.
    pub lines: u64,
    /// How many plies each seat still has until a line ends: the average over some random lines.
    pub left: f64,
    /// The move that the answer puts first.
    pub first: usize,
    /// The greatest regret that counts as none.
    pub within: f64,
    /// All moves, in canonical order.
    pub moves: Vec<MeasuredMove>,
}

/// The measurements of a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeasuredMove {
    /// Its notation.
    pub notation: String,
    /// The mean, in the unit of the objective.
    pub value: f64,
    /// The number of lines that the mean rests on.
    pub samples: u64,
    /// Whether the value is proved.
    pub proved: bool,
    /// How far it lies behind the first move; `None` for the first move itself.
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
