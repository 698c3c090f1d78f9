//! What a caller asks of a solver.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Which family of solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SolverKind {
    /// By an estimate of the cost, made before searching.
    #[default]
    Auto,
    /// Every consistent world, to the end.
    Exhaustive,
    /// Information-set Monte Carlo tree search on sampled worlds.
    Sampling,
}

/// What the search maximises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Objective {
    /// The seat's share of the win of the whole game, 0 to 1.
    WinShare,
    /// The seat's points of the current round less the best other seat's (with two seats: the difference).
    RoundPayoff,
}

/// The solution concept where three or more play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Concept {
    /// Everybody maximises the own value; at an opponent's tie the first move in canonical order.
    Maxn,
    /// Everybody else minimises the caller's value: a guaranteed floor.
    Paranoid,
}

/// How likely a sampling solver takes the worlds to be that a seat cannot tell apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Belief {
    /// By how well they explain what the others announced, in games where that says something (Le Malin).
    #[default]
    Weighed,
    /// As likely as the cards make them.
    Uniform,
}

/// How much work a search may do. The first limit reached stops it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Budget {
    /// Wall-clock milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
    /// Sampling: playouts. Exhaustive: as `nodes`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u64>,
    /// Worlds to solve or to draw determinizations from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worlds: Option<u64>,
    /// Exhaustive: positions visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Stop once the best move is best with this probability, 0.5 to 0.9999.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
}

/// One request.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Request {
    /// The family.
    pub solver: SolverKind,
    /// The limits.
    pub budget: Budget,
    /// What to maximise; the game's default when absent.
    pub objective: Option<Objective>,
    /// The concept for three and more seats; `maxn` when absent.
    pub concept: Option<Concept>,
    /// How likely worlds are, where they are sampled.
    pub belief: Belief,
    /// Seed of the sampling; the same seed, log and iteration budget give the same answer.
    pub seed: [u8; 32],
    /// Worker threads, 0 for all of the pool. Never changes the answer of an iteration budget.
    pub threads: usize,
}
