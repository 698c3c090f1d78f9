//! The request for a search.

use serde::{Deserialize, Serialize};
use tapis_games::refusal::Text;
use utoipa::ToSchema;

/// Words get one part in so many of the time of a hint; a move that is asked about, of its lines and its time.
pub(crate) const PARTS: u32 = 5;

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

/// The limits of a search. Requests to the service have one of them, or `confidence` with `ms`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"iterations": 20000}), json!({"ms": 500}), json!({"confidence": 0.99, "ms": 2000})))]
pub struct Budget {
    /// Milliseconds: the answer is not reproducible. A hint may come earlier, once its first move is hardly in doubt. 2000 when
    /// only `confidence` is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 600_000)]
    pub ms: Option<u64>,
    /// A number of playouts (sampling) or positions (exhaustive): the answer is reproducible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 5_000_000)]
    pub iterations: Option<u64>,
    /// A number of worlds to solve, or to draw determinizations from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 100_000)]
    pub worlds: Option<u64>,
    /// A number of positions of an exhaustive search: the answer is reproducible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 2_000_000_000)]
    pub nodes: Option<u64>,
    /// Searches until the best move is known with this probability.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0.5, maximum = 0.9999)]
    pub confidence: Option<f64>,
}

/// The number of lines without any limit.
const DEFAULT_LINES: u64 = 20_000;
/// The number of lines if only a confidence is given, which may never be reached.
const LONG_LINES: u64 = 400_000;
/// Lines per world of a budget of worlds.
const LINES_A_WORLD: u64 = 64;

impl Budget {
    /// The lines that a sampling search may play; [`u64::MAX`] where time is the only limit.
    pub(crate) fn lines(&self) -> u64 {
        let by_worlds = self.worlds.map(|worlds| worlds.max(1).saturating_mul(LINES_A_WORLD));
        match self.iterations.or(self.nodes).or(by_worlds) {
            Some(lines) => lines,
            None if self.ms.is_some() => u64::MAX,
            None if self.confidence.is_some() => LONG_LINES,
            None => DEFAULT_LINES,
        }
    }

    /// The positions that an exhaustive search may visit, if that is limited.
    pub(crate) fn positions(&self) -> Option<u64> {
        self.nodes.or(self.iterations)
    }
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
    /// How a sampling solver weights the worlds.
    pub belief: Belief,
    /// The seed of the sampling. The same seed, log and iteration budget give the same answer.
    pub seed: [u8; 32],
    /// Whether the search uses its whole time budget. Otherwise a search with only a time budget ends once the first move is hardly in
    /// doubt.
    pub whole_time: bool,
    /// Whether to answer the moves without explanations, which saves much of the work.
    pub unexplained: bool,
    /// The legal move to which the explanation compares the best one; if absent, the next best move.
    pub compared: Option<String>,
    /// A legal move for which to explain why it is not the best one.
    pub why_not: Option<String>,
    /// Whether to say where hidden pieces may lie.
    pub beliefs: bool,
    /// The names of the seats in explanations. A seat without a name is called by its number.
    pub names: Vec<Text>,
    /// The number of worker threads; 0 means all of the pool. It never changes the answer of an iteration budget.
    pub threads: usize,
}

impl Request {
    /// The budget of the search itself: a move that is asked about has a part of the time.
    pub fn search_budget(&self) -> Budget {
        let look = |ms: u64| if self.why_not.is_some() { ms / u64::from(PARTS) } else { 0 };
        Budget { ms: self.budget.ms.map(|ms| ms - look(ms)), ..self.budget }
    }
}
