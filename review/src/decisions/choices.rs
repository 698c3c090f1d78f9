//! The choices of a seat together.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};
use tapis_games::seat::Seat;
use utoipa::ToSchema;

use super::levels::LEVELS;
use super::{Grade, Judged};

/// With fewer choices it is not said like which level a seat plays.
const LEAST_CHOICES: usize = 15;
/// Resamples of the choices for the interval.
const RESAMPLES: usize = 1_000;

/// What a seat chose in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReviewChoices)]
pub struct Choices {
    /// How often it had at least two legal moves.
    #[schema(minimum = 0, maximum = 1_000_000)]
    pub made: usize,
    /// How often the service chose in the place of the person there, which is not judged; absent where it did not.
    #[serde(default, skip_serializing_if = "is_none")]
    #[schema(minimum = 0, maximum = 1_000_000)]
    pub by_service: usize,
    /// What its moves lost, in shares of the win: the sum of the means of `behind`.
    pub loss: f64,
    /// Its faults.
    pub faults: Faults,
    /// How many seem to lose as much as a slip, but were looked at too briefly to tell; absent where none do.
    #[serde(default, skip_serializing_if = "is_none")]
    #[schema(minimum = 0, maximum = 1_000_000)]
    pub unsure: usize,
    /// What bots would have lost in the same positions, the weakest first; absent in a `quick` review.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expected: Vec<ExpectedLoss>,
    /// The level that would have lost about as much; absent in a `quick` review, where there are fewer than 15 choices, and where its
    /// interval is all levels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plays_like: Option<PlaysLike>,
}

fn is_none(number: &usize) -> bool {
    *number == 0
}

/// The faults of a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReviewFaults)]
pub struct Faults {
    /// The slips.
    #[schema(minimum = 0, maximum = 1_000_000)]
    pub slips: usize,
    /// The mistakes.
    #[schema(minimum = 0, maximum = 1_000_000)]
    pub mistakes: usize,
    /// The blunders.
    #[schema(minimum = 0, maximum = 1_000_000)]
    pub blunders: usize,
}

/// What a level of bots would have lost in the same positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ExpectedLoss {
    /// The level.
    #[schema(example = "casual")]
    pub level: String,
    /// Its loss.
    pub loss: f64,
}

/// The level that would have lost about as much.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PlaysLike {
    /// The level.
    #[schema(example = "casual")]
    pub level: String,
    /// The weakest of an interval of 95 %, by drawing the choices anew.
    #[schema(example = "apprentice")]
    pub low: String,
    /// The strongest.
    #[schema(example = "club")]
    pub high: String,
}

/// The choices of `seat` among all that were judged, without those of the service.
pub(crate) fn choices(seat: Seat, judged: &[Judged]) -> Choices {
    let own: Vec<&Judged> = judged.iter().filter(|one| one.decision.seat == seat).collect();
    let count = |grade| own.iter().filter(|one| one.decision.grade == grade).count();
    let rows: Option<Vec<Row>> = own.iter().map(|one| Row::of(one)).collect();
    let rows = rows.unwrap_or_default();
    let expected = |(at, level): (usize, &str)| ExpectedLoss {
        level: level.to_owned(),
        loss: rows.iter().map(|row| row.levels[at]).sum(),
    };
    let names = LEVELS.iter().map(|level| level.name()).enumerate();
    Choices {
        made: own.len(),
        by_service: 0,
        loss: own.iter().map(|one| one.decision.behind.mean).sum(),
        faults: Faults {
            slips: count(Grade::Slip),
            mistakes: count(Grade::Mistake),
            blunders: count(Grade::Blunder),
        },
        unsure: own.iter().filter(|one| one.is_unsure).count(),
        expected: if rows.is_empty() { Vec::new() } else { names.map(expected).collect() },
        plays_like: Some(rows.as_slice()).filter(|rows| rows.len() >= LEAST_CHOICES).and_then(plays_like),
    }
}

/// The losses of one choice.
#[derive(Clone, Copy)]
struct Row {
    own: f64,
    levels: [f64; LEVELS.len()],
}

impl Row {
    fn of(judged: &Judged) -> Option<Self> {
        Some(Self { own: judged.decision.behind.mean, levels: judged.losses? })
    }
}

/// The level whose sum is nearest, and the middle 95 % of those of choices drawn anew (bootstrap); none if they are all levels.
fn plays_like(rows: &[Row]) -> Option<PlaysLike> {
    let mut rng = ChaCha8Rng::seed_from_u64(rows.len() as u64);
    let mut drawn: Vec<usize> = (0..RESAMPLES)
        .map(|_| nearest((0..rows.len()).map(|_| rows[rng.random_range(0..rows.len())])))
        .collect();
    drawn.sort_unstable();
    let name = |at: usize| LEVELS[at].name().to_owned();
    let end = |part: f64| drawn[(part * (RESAMPLES - 1) as f64).round() as usize];
    let level = nearest(rows.iter().copied());
    let (low, high) = (end(0.025).min(level), end(0.975).max(level));
    let tells = high - low + 1 < LEVELS.len();
    tells.then(|| PlaysLike { level: name(level), low: name(low), high: name(high) })
}

/// The level whose loss is nearest to the seat's own; of equals the stronger.
fn nearest(rows: impl Iterator<Item = Row>) -> usize {
    let (mut own, mut levels) = (0.0, [0.0; LEVELS.len()]);
    for row in rows {
        own += row.own;
        levels.iter_mut().zip(row.levels).for_each(|(sum, loss)| *sum += loss);
    }
    let far = |at: &usize| (levels[*at] - own).abs();
    (0..LEVELS.len()).rev().min_by(|one, other| far(one).total_cmp(&far(other))).unwrap_or(0)
}
