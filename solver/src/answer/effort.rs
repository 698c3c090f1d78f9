//! What a search cost, or would cost, and why it ended.

use serde::Serialize;
use utoipa::ToSchema;

use super::{Level, Worlds};
use crate::request::SolverKind;

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// The whole tree was searched.
    Proved,
    /// The confidence asked for was reached; or with a budget of time alone, the first move is hardly in doubt, or the only one.
    Confident,
    /// The work budget was used up.
    Budget,
    /// The time was up.
    Deadline,
    /// The caller cancelled it.
    Cancelled,
}

/// Time and work of a search. They differ from run to run.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Timing {
    /// Wall-clock milliseconds.
    pub elapsed_ms: u64,
    /// How many positions were visited or playouts made.
    pub nodes: u64,
}

/// What a request would cost. Nothing is searched.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Estimate {
    /// The solver that `auto` would choose, never `auto` itself.
    pub solver: SolverKind,
    /// The worlds consistent with the observation.
    pub worlds: Worlds,
    /// The decimal logarithm of the positions an exhaustive search is expected to visit.
    pub log10_nodes: f64,
    /// The expected time with the given budget, in milliseconds.
    pub expected_ms: f64,
    /// The highest level of exactness the budget can reach.
    pub reachable: Level,
}
