//! What came of an experiment.

use serde::Serialize;
use utoipa::ToSchema;

use crate::lab::{Interval, Metric};

/// What came of an experiment so far. The same plan has the same outcome, on any number of threads, also after a crash.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = ExperimentOutcome)]
pub struct Outcome {
    /// What was measured.
    #[schema(value_type = String, example = "seat_share:0")]
    pub metric: Metric,
    /// The probability with which the intervals of all comparisons hold together, however often they were looked at; those of
    /// all arms likewise.
    #[schema(example = 0.95)]
    pub confidence: f64,
    /// The method of the intervals: `planned_and_empirical_bernstein_sequence` for shares, `planned_and_asymptotic_sequence`
    /// for numbers without bounds. Both are the narrower of two bounds that hold together at all looks: one without end, with
    /// a fiftieth of the error probability, and one for the planned number of deals, with the rest.
    #[schema(example = "planned_and_empirical_bernstein_sequence")]
    pub method: &'static str,
    /// The deals played.
    #[schema(example = 1000)]
    pub deals: u64,
    /// Whether it stopped before all games were played, as everything was decided.
    pub stopped_early: bool,
    /// The arms.
    pub arms: Vec<ArmFigures>,
    /// Every arm but the first, compared with the first.
    pub comparisons: Vec<Comparison>,
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
}

/// An arm compared with the first, deal by deal.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Comparison {
    /// The arm.
    #[schema(example = "three rows")]
    pub arm: String,
    /// The first arm.
    #[schema(example = "standard")]
    pub with: String,
    /// Its mean less that of the first arm, over deals that both played.
    pub difference: Interval,
    /// What that says.
    pub verdict: Verdict,
    /// About how many more deals would decide, if the difference is what it looks like; absent where it is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more_deals: Option<u64>,
    /// How many times as many deals two arms on different deals would need for the same certainty; absent where it cannot be
    /// told.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 1.9)]
    pub pairing_gain: Option<f64>,
}

/// What a comparison says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ComparisonVerdict)]
pub enum Verdict {
    /// The arm has more of it than the first.
    Higher,
    /// The arm has less of it.
    Lower,
    /// Whatever the difference is, it is less than what matters.
    NoRelevantDifference,
    /// It cannot be said yet.
    Undecided,
}
