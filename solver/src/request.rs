//! The request for a search.

use serde::{Deserialize, Serialize};
use tapis_games::refusal::Text;
use utoipa::ToSchema;

/// The family of solvers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SolverKind {
    /// Chosen by an estimate of the cost, before the search.
    #[default]
    Auto,
    /// Searches every consistent world to the end.
    Exhaustive,
    /// Information-set Monte Carlo tree search (ISMCTS) on sampled worlds.
    Sampling,
}

/// What the search maximises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Objective {
    /// The seat's share of the win of the whole game, from 0 to 1.
    WinShare,
    /// The seat's points of the current round minus those of the best other seat.
    RoundPayoff,
    /// What tells moves of equal share apart: own points of the round, then their lead.
    #[serde(skip)]
    Points,
}

/// The solution concept in games of three or more seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Concept {
    /// Every seat maximises its own value. An opponent's tie is broken by the canonical order of the moves.
    Maxn,
    /// All others minimise the caller's value. The value is a guaranteed floor.
    Paranoid,
}

/// How a sampling solver weights the worlds that a seat cannot distinguish.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Belief {
    /// Weighted by how well the world explains what the others announced, in games where announcements are evidence (Le
    /// Malin).
    #[default]
    Weighed,
    /// The probability of the deal alone.
    Uniform,
}

/// The limits of a search. The first one reached stops it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Budget {
    /// Wall-clock time in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
    /// Sampling: playouts. Exhaustive: the same as `nodes`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u64>,
    /// How many worlds to solve, or to draw determinizations from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worlds: Option<u64>,
    /// Exhaustive: positions to visit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Stops once the first move is the best with this probability, 0.5 to 0.9999.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
}

/// A request for a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Request {
    /// The family of solvers.
    pub solver: SolverKind,
    /// The limits.
    pub budget: Budget,
    /// What to maximise; if absent, the share of the win.
    pub objective: Option<Objective>,
    /// The solution concept in games of three or more seats; if absent, `maxn`.
    pub concept: Option<Concept>,
    /// The probabilities of the worlds, where they are sampled.
    pub belief: Belief,
    /// The seed of the sampling. The same seed, log and iteration budget give the same answer.
    pub seed: [u8; 32],
    /// Whether a budget of time is used to its end. Else a search by time alone ends once the first move is hardly in doubt.
    pub whole_time: bool,
    /// Whether the moves alone are asked for: nothing is explained. Where nobody reads why, that saves much of the work.
    pub unexplained: bool,
    /// The legal move with which the best one is compared where it is said why that is good; the next best one if none is named.
    pub compared: Option<String>,
    /// A legal move that is to be compared with the best one.
    pub why_not: Option<String>,
    /// Whether to say where hidden pieces may lie.
    pub beliefs: bool,
    /// What the seats are called in words; those without a name by their number.
    pub names: Vec<Text>,
    /// Worker threads; 0 means all of the pool. They never change the answer of an iteration budget.
    pub threads: usize,
}
