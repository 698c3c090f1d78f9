//! The answer of a solver. All solvers share one type; every number says what it is.

mod aside;
mod effort;
mod measured;
mod table;

use serde::{Deserialize, Serialize};
use tapis_games::refusal::Text;
use tapis_games::seat::Seat;
use tapis_games::shown::Picks;
use utoipa::ToSchema;

pub use self::aside::{Beliefs, Chance, Compared, Counting, Place, WhyNot};
pub use self::effort::{Estimate, Stop, Timing};
pub use self::measured::{Behind, Measured, MeasuredMove};
pub use self::table::{TableFact, Topic};
use crate::request::{Concept, Objective};

/// A hint. The observation log, the request and its iteration budget determine everything except `timing`.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Answer {
    /// The seat advised.
    pub seat: Seat,
    /// Lower-case hex SHA-256 of the canonical JSON of the observation log.
    pub observation_hash: String,
    /// Whether the search was completed.
    pub status: Status,
    /// What the search maximised.
    pub objective: Objective,
    /// The solution concept. Always present in games of three or more seats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub concept: Option<Concept>,
    /// How exact the values are.
    pub exactness: Exactness,
    /// The algorithm that computed the values.
    pub method: Method,
    /// The worlds the values were computed on.
    pub worlds: Worlds,
    /// All legal moves, best first. Ties share a rank and are listed in canonical order.
    pub moves: Vec<MoveAdvice>,
    /// How sure it is that the first move is good, in one word.
    pub sure: Sure,
    /// How far the answer can be trusted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Confidence>,
    /// What a sampling search measured, before anything was claimed; for those who measure hints, not for those who get them.
    #[serde(skip)]
    #[schema(ignore)]
    pub measured: Option<Measured>,
    /// Computed facts, in words.
    pub explanation: Vec<Explanation>,
    /// The comparison on which the words rest: whoever asks about the same move is told the same numbers.
    #[serde(skip)]
    #[schema(ignore)]
    pub compared: Option<Compared>,
    /// Why not another move, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_not: Option<WhyNot>,
    /// Where hidden pieces may lie, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beliefs: Option<Beliefs>,
    /// The deepest depth an exhaustive search completed, in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Why the search ended.
    pub stop: Stop,
    /// Time and work. They differ from run to run.
    pub timing: Timing,
}

/// Whether the search was completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It was completed: the values are what `exactness.level` says.
    Final,
    /// The budget ended first. The values come from the deepest work completed; intervals are bounds.
    Partial,
    /// The caller cancelled it.
    Cancelled,
}

/// How sure it is that the first move is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sure {
    /// It is proved that no move is better.
    Proved,
    /// With at least 95 % no move is better by anything that matters.
    Sure,
    /// With at least 70 %, or lines played out from here are surely worth more than after the next best move.
    Probably,
    /// With less.
    Guess,
    /// Other moves are about as good.
    Equal,
}

/// The levels of exactness, the weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// No search: the order a heuristic gives.
    Heuristic,
    /// Tree search with playouts. Every value has a confidence interval.
    Sampled,
    /// A sample of the consistent worlds, each solved exactly.
    SampledWorlds,
    /// Every consistent world, each solved exactly; values are averages over them (the clairvoyant average).
    AllWorlds,
    /// Exact under the solution concept named; three or more seats.
    ExactConcept,
    /// Exact expectation over chance that no seat controls or knows; two seats.
    ExactChance,
    /// The game-theoretic value; two seats, nothing hidden.
    Exact,
}

/// How exact the values are.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Exactness {
    /// The level.
    pub level: Level,
    /// True if the search was completed at level `exact`, `exact_chance` or `exact_concept`.
    pub proved: bool,
    /// The codes of known weaknesses of the values: `strategy_fusion`, `horizon`, `depth_limited`, `concepts_disagree`,
    /// `playouts`, `learned_values`, `open_ends`, `weighed_worlds`, `no_surer`. `texts` says what they mean. Later versions may add more.
    pub caveats: Vec<&'static str>,
    /// What each of them means, in the same order.
    pub texts: Vec<Text>,
}

/// The algorithm that computed the values.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Method {
    /// Its name.
    pub name: Algorithm,
    /// The version of the solver.
    pub engine: &'static str,
    /// The hash of the ruleset.
    pub ruleset: String,
    /// The seed of the request, hex.
    pub seed: String,
}

/// A search algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Algorithm {
    /// Alpha-beta search, where nothing is hidden.
    AlphaBeta,
    /// Expectiminimax: alpha-beta with chance nodes.
    Expectiminimax,
    /// Max^n, in games of three or more seats.
    Maxn,
    /// Paranoid search, in games of three or more seats.
    Paranoid,
    /// Information-set Monte Carlo tree search.
    Ismcts,
    /// Perfect-information Monte Carlo: the mean over sampled worlds that are each solved with all cards open.
    Pimc,
}

/// The worlds (determinizations) an answer rests on.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Worlds {
    /// How many worlds are consistent with the observation, at most 10¹⁵. Worlds that differ only in interchangeable cards count once.
    pub consistent: f64,
    /// Whether that is the exact number, an estimate, or a lower bound.
    pub counted: Counted,
    /// The same in words: “about 4,300,000 possible worlds”.
    pub text: Text,
    /// How many of them the values were computed on.
    pub used: u64,
}

/// How worlds were counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Counted {
    /// One by one, or by a formula.
    Exact,
    /// Not counted: an estimate, told with two digits.
    Estimate,
    /// There are so many or more: beyond 10¹⁵ no difference is made.
    AtLeast,
}

/// One legal move.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct MoveAdvice {
    /// Its notation.
    pub notation: String,
    /// What its button says; absent for games without texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
    /// The taps that make it; absent for games that are not drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picks: Option<Picks>,
    /// Its rank; 1 is the best.
    pub rank: u32,
    /// The expected value of the objective for the seat. A sampled win share is calibrated: a monotone map of the search's
    /// mean.
    pub value: f64,
    /// The lower end of an interval that contains the true value with 95 % (see docs/calibration.md), or a lower
    /// bound. Equal to `value` if that is exact.
    pub low: f64,
    /// The upper end, or an upper bound.
    pub high: f64,
    /// The expected score margin over the best other seat, if it is computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<f64>,
    /// What this move loses against the first one, in the unit of `value`.
    pub regret: f64,
    /// How far the move lies behind the first one, with an interval; below 0 if it looks better without being shown to be, while its value
    /// and `regret` are held just behind those of the first. It is usually measured on the same worlds, so its interval
    /// is far narrower than those of the values. Absent for the first move, and if nothing is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub behind: Option<Gap>,
    /// The values of all seats under the concept, in games of three or more seats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<f64>>,
    /// How many playouts or worlds the value was computed from.
    pub samples: u64,
    /// The principal variation after this move.
    pub pv: Vec<LinePly>,
    /// What the variation is.
    pub pv_kind: VariationKind,
    /// Other moves with the same value, and with the same points where that is known.
    pub equals: Vec<String>,
}

/// A ply of a principal variation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct LinePly {
    /// Who moves.
    pub seat: Seat,
    /// The move.
    #[schema(example = "take 2L")]
    pub notation: String,
    /// What the log would say of it; absent for games without texts, and after lesser moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
}

/// What a principal variation stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum VariationKind {
    /// The best play of all seats.
    Forced,
    /// What comes most often.
    #[default]
    MostLikely,
    /// The best play in one of the worlds.
    OneWorld,
}

impl MoveAdvice {
    /// Whether the value is exact: its interval has no width.
    pub fn is_exact(&self) -> bool {
        self.low == self.high
    }
}

/// How far the answer can be trusted: with `probability`, `set` contains a move whose regret is at most `within`.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Confidence {
    /// The regret that is small enough, in the unit of `value`.
    #[schema(example = 0.02)]
    pub within: f64,
    /// The probability that the set contains such a move, with four digits; 1 only if this is proved, or if the set contains all moves.
    #[schema(minimum = 0, maximum = 1, example = 0.93)]
    pub probability: f64,
    /// The smallest set of moves that contains such a move with a probability of at least 0.9: the first move, then those most
    /// likely to be better. If it contains all legal moves, the search cannot tell them apart.
    #[schema(example = json!(["take 2L", "take 3R"]))]
    pub set: Vec<String>,
    /// If the search cannot tell the moves apart: how many times as long a search is expected to need. Absent if it would need
    /// thousands of times as long.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 2, maximum = 4096)]
    pub times_longer: Option<u32>,
    /// The probability that the first move alone is such a move, if what is known of each move is independent.
    #[serde(skip)]
    #[schema(ignore)]
    pub alone: f64,
    /// The moves that are probably about as good as the first.
    #[serde(skip)]
    #[schema(ignore)]
    pub alike: Vec<String>,
    /// The difference between the first move and the second; its mean is below 0 if the second looks better without being shown to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<Gap>,
}

/// An estimated difference.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Gap {
    /// The mean difference.
    pub mean: f64,
    /// The lower end of its confidence interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Whether both moves were compared on the same worlds.
    pub paired: bool,
}

impl Gap {
    /// A difference with an interval of so much to both sides.
    pub fn around(mean: f64, radius: f64, paired: bool) -> Self {
        Self { mean, low: mean - radius, high: mean + radius, paired }
    }
}

/// A computed fact, in words.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Explanation {
    /// Stable, snake_case.
    pub code: String,
    /// The words.
    pub text: Text,
    /// The lowest level of a hint that shows it: what it says is no secret from there on.
    #[serde(skip)]
    pub from: HintLevel,
    /// The highest one; the next ones say it more exactly.
    #[serde(skip)]
    pub to: HintLevel,
    /// What stands on the table or what the best move changes there, if that is what it says: its numbers before they were words.
    #[serde(skip)]
    pub fact: Option<TableFact>,
}

impl Explanation {
    /// What hints say from one level to another.
    pub fn new(code: impl Into<String>, text: Text, from: HintLevel, to: HintLevel) -> Self {
        Self { code: code.into(), text, from, to, fact: None }
    }

    /// What only full hints say.
    pub fn full(code: impl Into<String>, text: Text) -> Self {
        Self::new(code, text, HintLevel::Full, HintLevel::Full)
    }

    /// Whether a hint of this level shows it.
    pub fn is_shown_at(&self, level: HintLevel) -> bool {
        (self.from..=self.to).contains(&level)
    }
}

/// How much of the answer to give. Each level contains the levels before it and nothing of those after it.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum HintLevel {
    /// The kind of move only.
    Nudge,
    /// Up to three good moves of that kind, in no telling order.
    Candidates,
    /// The best move.
    Move,
    /// Everything: all moves with values, intervals and variations.
    #[default]
    Full,
}
