//! What came of an experiment.

use serde::Serialize;
use tapis_games::feature::Role;
use tapis_games::refusal::Text;
use utoipa::ToSchema;

use super::plan::Goal;
use crate::{Interval, Metric};

/// The results of an experiment so far. The same plan gives the same results, on any number of threads, and also after a crash.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = ExperimentOutcome)]
pub struct Outcome {
    /// What was measured.
    #[schema(value_type = String, example = "seat_share:0")]
    pub metric: Metric,
    /// Of a lift, and of a feature of numbers: what is counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub feature: Option<MeasuredFeature>,
    /// The probability with which all intervals, of arms and of comparisons, hold simultaneously, however often you looked at
    /// them.
    #[schema(example = 0.95)]
    pub confidence: f64,
    /// The method of the intervals.
    pub method: SequenceMethod,
    /// The number of deals played.
    #[schema(example = 1000)]
    pub deals: u64,
    /// Whether it stopped before all games were played, because everything was decided.
    pub stopped_early: bool,
    /// The arms.
    pub arms: Vec<ArmFigures>,
    /// The comparisons of all other arms with one arm: the first or, in a search, the arm with the options of the plan (the
    /// first if none has them).
    pub comparisons: Vec<Comparison>,
    /// With `levels`: whether the difference between two arms depends on how well they are played.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub interactions: Vec<Interacting>,
    /// In a search: which arm looks best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<Found>,
}

/// The feature that an experiment measures.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct MeasuredFeature {
    /// Whether chance assigned it, the seat chose it, or it came of the game: then a difference goes with winning or losing, and is
    /// no cause.
    pub role: Role,
    /// What it counts; of a lift the value, too.
    pub text: Text,
}

/// The results of an arm.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ArmFigures {
    /// Its name.
    #[schema(example = "standard")]
    pub name: String,
    /// The hash of its ruleset.
    pub ruleset: String,
    /// The line-up: a bot for each seat of the first seating.
    #[schema(example = json!(["greedy", "greedy"]))]
    pub seats: Vec<String>,
    /// The `source` of its games in the statistics.
    #[schema(example = "experiment:0123456789abcdef")]
    pub source: String,
    /// The number of its games.
    #[schema(example = 2000)]
    pub games: u64,
    /// The mean of the metric over the deals.
    pub mean: Interval,
    /// Of a lift: how many seats had the value. The lift takes 30 that had it, and 30 that had it not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 412)]
    pub holders: Option<u64>,
    /// In a search: after how many deals the arm was dropped, because another arm is better with the confidence of the
    /// experiment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dropped_after: Option<u64>,
    /// In an experiment with one arm: its mean at up to 65 looks, evenly spread over the deals, ending with the latest.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub looks: Vec<Interval>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = SearchFound)]
pub struct Found {
    /// What the search looks for.
    pub goal: Goal,
    /// The arm that looks best.
    #[schema(example = "card 1 /deck/cards/0/values/yellow=7")]
    pub best: String,
    /// The arms that may be as good or better. If there are none, the best arm differs from all others with the confidence of
    /// the experiment.
    pub not_told_apart: Vec<String>,
}

/// A method of intervals that hold simultaneously at all looks (confidence sequences). Each interval is the narrowest of
/// several bounds: one without end, with a hundredth of the interval's error probability; one for the planned number of deals,
/// with 97 % of it; and one for each later plan that extends the first, with 1 %, 0.5 %, and so on by halves.
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
    /// The other arm.
    #[schema(example = "standard")]
    pub with: String,
    /// Its mean minus that of the other arm, over the deals that both played.
    pub difference: Interval,
    /// The verdict.
    pub verdict: Verdict,
    /// Whether both arms play the same games: the same bots under the same rules. Then there is no difference, however many
    /// deals are played.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(default = false)]
    pub same_games: bool,
    /// Whether other games came out equal in every deal so far, in 30 deals at least. Then nothing is forecast.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(default = false)]
    pub equal_so_far: bool,
    /// About how many more deals would decide: right within a factor of two in four of five cases. Absent if this cannot be
    /// estimated, or if the comparison is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more_deals: Option<u64>,
    /// In nine of ten cases, at least this many more deals are needed; absent if the comparison is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more_deals_from: Option<u64>,
    /// In nine of ten cases, at most this many more deals are needed; absent also if no number of deals may be enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more_deals_to: Option<u64>,
    /// How many times as many deals would be needed for the same certainty if the two arms played different deals; absent if
    /// this cannot be estimated.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 1.9)]
    pub pairing_gain: Option<f64>,
    /// The difference at up to 65 looks, evenly spread over the deals, from the first with an interval to the latest. Empty in
    /// a search.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub looks: Vec<Interval>,
}

/// A difference between two arms in one strength, compared with the same difference in another.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = ExperimentInteraction)]
pub struct Interacting {
    /// The arm.
    #[schema(example = "three rows")]
    pub arm: String,
    /// The other arm.
    #[schema(example = "standard")]
    pub with: String,
    /// The strength: one of `levels`.
    #[schema(example = "club")]
    pub level: String,
    /// The strength it is compared with: the first of `levels`.
    #[schema(example = "random")]
    pub than: String,
    /// `arm` minus `with` in the one strength, minus the same in the other.
    pub difference: Interval,
    /// The verdict: `higher` if the difference between the arms is higher in this strength.
    pub verdict: Verdict,
}

/// The verdict of a comparison.
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
