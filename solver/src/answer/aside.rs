//! What is asked beside the best move: why not another one, and where hidden pieces lie.

use serde::Serialize;
use tapis_games::refusal::Text;
use tapis_games::shown::{Name, Picks};
use utoipa::ToSchema;

use super::{Explanation, Gap, LinePly};

/// A move compared with the one that the hint puts first.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct WhyNot {
    /// The move.
    #[schema(example = "take 1L")]
    pub notation: String,
    /// What its button says; absent for games without texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
    /// The taps that make it; absent for games that are not drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picks: Option<Picks>,
    /// The move that it is compared with: the first of the hint.
    #[schema(example = "take 2R")]
    pub best: String,
    /// What it loses against that, in the unit of `value`. Of a sampled hint a fifth of its lines look at these two moves alone.
    pub regret: f64,
    /// The same with an interval, if it is known; below 0 if that look finds this move better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub behind: Option<Gap>,
    /// The most likely reply, if the search knows one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<LinePly>,
    /// How many pairs of lines were played to the end, one after each of the two moves, in the same world; 0 for games without texts.
    pub lines: u64,
    /// In which share of them it ends better than the best move.
    pub better: f64,
    /// In which share it ends worse.
    pub worse: f64,
    /// Why, in words.
    pub explanation: Vec<Explanation>,
}

/// What lines after the first move of a hint and after another one show.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Compared {
    /// The other move.
    pub other: String,
    /// Pairs of lines.
    pub lines: u64,
    /// The share of them in which the other move ends better.
    pub better: f64,
    /// The share in which it ends worse.
    pub worse: f64,
    /// What lines are worth on average after the first move and after the other one,
    pub worth: [f64; 2],
    /// and the mean difference in the same world, with its standard error.
    pub lead: (f64, f64),
    /// Why the first move is better, for all levels.
    pub explanation: Vec<Explanation>,
}

/// What is likely to lie where.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Beliefs {
    /// How it was found.
    pub counting: Counting,
    /// Of how many worlds.
    pub worlds: u64,
    /// Whether worlds count the more, the better they explain what the others announced.
    pub weighed: bool,
    /// The places that the seat cannot see into.
    pub places: Vec<Place>,
}

/// How probabilities were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Counting {
    /// All possible worlds were counted.
    Counted,
    /// Some of them were drawn: a probability is an estimate.
    Drawn,
}

/// A place that the seat cannot see into.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Place {
    /// Its zone, as in the layout.
    #[schema(value_type = String, example = "hand:1")]
    pub zone: Name,
    /// What may lie there unseen, the likeliest first.
    pub pieces: Vec<Chance>,
}

/// How likely a piece is to lie somewhere.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Chance {
    /// The piece.
    #[schema(value_type = String, example = "34")]
    pub piece: Name,
    /// The probability that it, or one of several that look alike, lies there.
    #[schema(minimum = 0, maximum = 1)]
    pub probability: f64,
}
