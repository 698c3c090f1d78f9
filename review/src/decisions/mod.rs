//! What a seat chose, judged by what it could know: by the hint it could have had, never by the cards as they lay.

use serde::{Deserialize, Serialize};
use tapis_games::seat::Seat;
use utoipa::ToSchema;

mod choice;
mod choices;
mod levels;
pub(crate) mod look;
mod made;
mod order;
#[cfg(test)]
mod replayed_tests;
#[cfg(test)]
mod tests;

pub use choice::{Choice, OpenMove, Tried, Try};
pub(crate) use choices::choices;
pub use choices::{Choices, ExpectedLoss, Faults, PlaysLike};
use made::Judged;
pub(crate) use made::judged;

/// A choice that a seat made where it had at least two legal moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReviewDecision, example = json!({"ply": 12, "seat": 0, "notation": "take 2L", "best": "take 3R", "moves": 8,
    "behind": {"mean": 0.08, "low": 0.03, "high": 0.13}, "grade": "mistake", "proved": false, "lines": 4000}))]
pub struct Decision {
    /// The ply.
    #[schema(minimum = 1, maximum = 1_000_000)]
    pub ply: u32,
    /// Who chose.
    pub seat: Seat,
    /// The move that was played.
    pub notation: String,
    /// The first move of the hint that the seat could have had.
    pub best: String,
    /// How many moves the hint lists.
    #[schema(minimum = 2, maximum = 1_000_000)]
    pub moves: usize,
    /// How far the move lies behind the best one, in shares of the win.
    pub behind: Behind,
    /// What that makes it.
    pub grade: Grade,
    /// Whether it is proved: then the interval has no width.
    pub proved: bool,
    /// The lines of the search by which it was judged.
    #[schema(minimum = 1, maximum = 1_000_000_000)]
    pub lines: u64,
}

/// How far a move lies behind the best one, with the calibrated interval of the hint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReviewBehind)]
pub struct Behind {
    /// What it loses: the regret, never below 0.
    pub mean: f64,
    /// The lower end of a 95 % interval. Above 0: it is worse.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Behind {
    /// The smaller of two, each of which is no less than the truth.
    fn least(self, other: Self) -> Self {
        Self {
            mean: self.mean.min(other.mean),
            low: self.low.min(other.low),
            high: self.high.min(other.high),
        }
    }

    /// The same where another search finds that no more than this is lost: so much less may be lost, but not surely.
    fn no_more_than(self, lost: f64) -> Self {
        let less = (self.mean - lost.max(0.0)).max(0.0);
        Self { mean: self.mean - less, low: self.low - less, ..self }
    }

    /// The same where something else says that it may be nothing.
    fn perhaps_none(self) -> Self {
        Self { low: self.low.min(0.0), ..self }
    }
}

/// What a choice was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReviewGrade)]
pub enum Grade {
    /// The best move, one as good, or one that cannot be shown to be worse.
    AsGood,
    /// It surely loses, and at least 0.02 of a win by two seats.
    Slip,
    /// At least 0.05.
    Mistake,
    /// At least 0.10.
    Blunder,
}

/// The least losses of a slip, a mistake and a blunder, at a table of two.
const LOSSES: [(f64, Grade); 3] = [(0.10, Grade::Blunder), (0.05, Grade::Mistake), (0.02, Grade::Slip)];

/// What a loss counts as at a table of two: where more play, each has less to lose.
fn at_two(loss: f64, seats: usize) -> f64 {
    loss * seats as f64 / 2.0
}

impl Grade {
    /// What a choice was that lies so far behind. It is a fault only if it is surely worse.
    pub(crate) fn of(behind: Behind, seats: usize) -> Self {
        let loss = at_two(behind.mean, seats);
        let fault = LOSSES.into_iter().find(|(least, _)| behind.low > 0.0 && loss >= *least);
        fault.map_or(Self::AsGood, |(_, grade)| grade)
    }

    /// Whether it is a fault.
    pub fn is_fault(self) -> bool {
        self != Self::AsGood
    }
}
