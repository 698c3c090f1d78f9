//! What a solver answers: one type for every solver, each number labelled with what it is.

use serde::Serialize;
use tapis_games::refusal::Text;
use tapis_games::seat::Seat;
use utoipa::ToSchema;

use crate::request::{Concept, Objective};

/// A hint. Everything but `timing` is a function of the observation log, the request and its iteration budget.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Answer {
    /// The seat advised.
    pub seat: Seat,
    /// Lower-case hex SHA-256 of the canonical JSON of the observation log.
    pub observation_hash: String,
    /// Whether the search did all it was asked.
    pub status: Status,
    /// What was maximised.
    pub objective: Objective,
    /// The solution concept; always named where three or more play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub concept: Option<Concept>,
    /// What may be believed of the values.
    pub exactness: Exactness,
    /// What computed them.
    pub method: Method,
    /// The worlds they were computed on.
    pub worlds: Worlds,
    /// All legal moves, best first; ties share a rank and stand in canonical order.
    pub moves: Vec<MoveAdvice>,
    /// How sure the first move is the best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Confidence>,
    /// What seeing through the worlds is worth: with `all_worlds`, in positions small enough to tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fusion: Option<Fusion>,
    /// Computed facts in words.
    pub explanation: Vec<Explanation>,
    /// Deepest completed depth in plies, of an exhaustive search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Why the search ended.
    pub stop: Stop,
    /// Not reproducible.
    pub timing: Timing,
}

/// Whether the search did all it was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It ended as its level says.
    Final,
    /// The budget ended first: bounds and the deepest completed work.
    Partial,
    /// Its caller cancelled it.
    Cancelled,
}

/// The exactness ladder, weakest first, so that levels compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// No search at all: the order of a heuristic.
    Heuristic,
    /// Tree search with playouts, with intervals.
    Sampled,
    /// Some worlds, each solved exactly.
    SampledWorlds,
    /// Every consistent world solved exactly and averaged: the clairvoyant average.
    AllWorlds,
    /// Exact under the named concept for three and more seats.
    ExactConcept,
    /// Exact expectation over chance nobody controls or knows; two seats.
    ExactChance,
    /// Game-theoretic value; two seats, nothing hidden.
    Exact,
}

/// What may be believed of the values.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Exactness {
    /// The rung of the ladder.
    pub level: Level,
    /// Only for `exact`, `exact_chance` and `exact_concept`, when the search ended.
    pub proved: bool,
    /// Known weaknesses. `strategy_fusion`: averages over worlds that a player would have to see through; `horizon`: lines
    /// end with the round; `depth_limited`: before it; `concepts_disagree`: the best move depends on the concept;
    /// `playouts`: lines end in plausible play; `open_ends`: some in worlds solved with all cards open; `weighed_worlds`:
    /// worlds count by how well they explain what the others announced. More may come.
    pub caveats: Vec<&'static str>,
}

/// What computed the values.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Method {
    /// `alpha_beta`, `expectiminimax`, `maxn`, `paranoid`, `ismcts`, `pimc`.
    pub name: &'static str,
    /// Version of the solver.
    pub engine: &'static str,
    /// Hash of the ruleset.
    pub ruleset: String,
    /// The request's seed, hex.
    pub seed: String,
}

/// The worlds of an answer.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Worlds {
    /// How many complete assignments of everything hidden agree with the observation, look-alikes merged. At most 2⁵³.
    pub consistent: f64,
    /// `exact` or `estimate`.
    pub counted: &'static str,
    /// How many of them the values rest on.
    pub used: u64,
}

/// One legal move.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct MoveAdvice {
    /// Its notation.
    pub notation: String,
    /// 1 is best.
    pub rank: u32,
    /// Expected value of the objective for the seat.
    pub value: f64,
    /// Lower end of the interval, or lower bound; equal to `value` when exact.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Expected score margin over the best other seat, where computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<f64>,
    /// What choosing it loses against the first move, in the unit of `value`.
    pub regret: f64,
    /// A value guaranteed against every play of the others, where known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floor: Option<f64>,
    /// What the best single plan that begins with the move is worth, where computed; see `fusion`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<f64>,
    /// Values of all seats under the concept, where three or more play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<f64>>,
    /// Playouts or worlds the value rests on.
    pub samples: u64,
    /// The principal variation after the move.
    pub pv: Vec<String>,
    /// What the variation is: `forced`, `most_likely`, `one_world`.
    pub pv_kind: &'static str,
    /// Other moves of exactly the same worth.
    pub equals: Vec<String>,
}

impl MoveAdvice {
    /// Whether the value is exact: its interval has no width.
    pub fn is_exact(&self) -> bool {
        self.low == self.high
    }
}

/// How sure the first move is the best.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Confidence {
    /// Probability bound that the first move is best.
    pub best_is_best: f64,
    /// The difference to the second move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<Gap>,
}

/// What a seat makes of the worlds that sees through them from its next move on, as an average over solved worlds does,
/// beside the best single plan, which has to move alike wherever the seat knows alike. In both the others play what
/// solves each world, every best move of theirs equally likely. All values are in the unit of `value`.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Fusion {
    /// What the best move is worth to a seat that from then on sees which world it is.
    pub seeing: f64,
    /// What the best single plan is worth.
    pub plan: f64,
    /// The price of clairvoyance: `seeing` less `plan`, never negative.
    pub price: f64,
    /// Whether the ranking changes: no move that is best to a seat that sees is the beginning of a best plan.
    pub misleads: bool,
    /// The moves with which a best single plan begins, in canonical order.
    pub best_plan: Vec<String>,
}

/// An estimated difference.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Gap {
    /// Mean difference.
    pub mean: f64,
    /// Lower end of its interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Whether both moves were compared on the same worlds.
    pub paired: bool,
}

/// A computed fact in words.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Explanation {
    /// Stable, snake_case.
    pub code: String,
    /// The words.
    pub text: Text,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// Everything was searched.
    Proved,
    /// The asked confidence was reached.
    Confident,
    /// The work budget was used up.
    Budget,
    /// The time was up.
    Deadline,
    /// Its caller cancelled it.
    Cancelled,
}

/// Not reproducible.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Timing {
    /// Wall-clock milliseconds.
    pub elapsed_ms: u64,
    /// Positions visited or playouts made.
    pub nodes: u64,
}

/// What a request would cost, without searching.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Estimate {
    /// The solver `auto` would take: `exhaustive` or `sampling`.
    pub solver: &'static str,
    /// The worlds consistent with the observation.
    pub worlds: Worlds,
    /// Expected positions of an exhaustive search, as a power of ten.
    pub log10_nodes: f64,
    /// Expected milliseconds with the given budget.
    pub expected_ms: f64,
    /// The highest rung the budget can reach.
    pub reachable: Level,
}
