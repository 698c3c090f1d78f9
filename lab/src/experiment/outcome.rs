//! What came of an experiment.

use serde::Serialize;
use utoipa::ToSchema;

use super::plan::Goal;
use crate::{Interval, Metric};

/// What came of an experiment so far. The same plan has the same outcome, on any number of threads, also after a crash.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = ExperimentOutcome)]
pub struct Outcome {
    /// What was measured.
    #[schema(value_type = String, example = "seat_share:0")]
    pub metric: Metric,
    /// The probability with which all intervals, those of the arms and those of the comparisons, hold together, however often they
    /// were looked at.
    #[schema(example = 0.95)]
    pub confidence: f64,
    /// The method of the intervals.
    pub method: SequenceMethod,
    /// The deals played.
    #[schema(example = 1000)]
    pub deals: u64,
    /// Whether it stopped before all games were played, as everything was decided.
    pub stopped_early: bool,
    /// The arms.
    pub arms: Vec<ArmFigures>,
    /// Every arm but one, compared with that one: the first or, in a search, the arm whose options are those of the plan (the
    /// first where none is).
    pub comparisons: Vec<Comparison>,
    /// Of a search: which arm looks best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<Found>,
}

/// What came of an arm.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ArmFigures {
    /// What it is called.
    #[schema(example = "standard")]
    pub name: String,
    /// The hash of its ruleset.
    pub ruleset: String,
    /// Who plays: a bot for each seat of the first seating.
    #[schema(example = json!(["greedy", "greedy"]))]
    pub seats: Vec<String>,
    /// Where its games come from, in the statistics.
    #[schema(example = "experiment:0123456789abcdef")]
    pub source: String,
    /// Its games.
    #[schema(example = 2000)]
    pub games: u64,
    /// The mean of the metric over the deals.
    pub mean: Interval,
    /// In a search, after how many deals it was dropped: another arm is better, with the confidence of the experiment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dropped_after: Option<u64>,
    /// Of an experiment of one arm: its mean at up to 65 looks, evenly spread over the deals, the present one last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub looks: Vec<Interval>,
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = SearchFound)]
pub struct Found {
    /// What it looks for.
    pub goal: Goal,
    /// The arm that looks best.
    #[schema(example = "card 1 /deck/cards/0/values/yellow=7")]
    pub best: String,
    /// The arms that may be as good or better. Without any, the best is told apart from all others, with the confidence of the
    /// experiment.
    pub not_told_apart: Vec<String>,
}

/// A method of intervals that hold together at all looks. Each is the narrower of bounds: one without end, with a hundredth
/// of the error probability of the interval, one for the planned number of deals, with 97 % of it, and one for each later
/// plan that extends the first, with 1 %, 0.5 %, and so on by halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SequenceMethod {
    /// Of shares.
    PlannedAndEmpiricalBernsteinSequence,
    /// Of numbers without bounds.
    PlannedAndAsymptoticSequence,
}

/// An arm compared with another, deal by deal.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Comparison {
    /// The arm.
    #[schema(example = "three rows")]
    pub arm: String,
    /// The other.
    #[schema(example = "standard")]
    pub with: String,
    /// Its mean less that of the other, over deals that both played.
    pub difference: Interval,
    /// What that says.
    pub verdict: Verdict,
    /// Whether both arms play the same games, the same bots by the same rules: then there is no difference, whatever is played.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(default = false)]
    pub same_games: bool,
    /// About how many more deals would decide: in four of five cases at least half as many and at most twice as many. Absent
    /// where that cannot be told, and where it is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more_deals: Option<u64>,
    /// The number of deals that would decide is at least this in nine of ten cases; absent where it is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more_deals_from: Option<u64>,
    /// It is at most this in nine of ten cases; absent also where there may be no end to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more_deals_to: Option<u64>,
    /// How many times as many deals two arms on different deals would need for the same certainty; absent where it cannot be
    /// told.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 1.9)]
    pub pairing_gain: Option<f64>,
    /// The difference at up to 65 looks, evenly spread over the deals, the present one last; from the first that has an interval.
    /// None in a search.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub looks: Vec<Interval>,
}

/// What a comparison says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ComparisonVerdict)]
pub enum Verdict {
    /// The arm has more of it than the other.
    Higher,
    /// The arm has less of it.
    Lower,
    /// Whatever the difference is, it is less than what matters.
    NoRelevantDifference,
    /// It cannot be said yet.
    Undecided,
}
