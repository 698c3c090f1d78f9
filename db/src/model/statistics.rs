//! What the statistics answer: integers only, from rollups only.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Bucket, Digest, LineUp, Source, Time};
use crate::error::{Result, StoreError};

/// Which games to count.
#[derive(Clone, Debug)]
pub struct PopulationFilter {
    /// Games of this ruleset.
    pub ruleset: Digest,
    /// Games from this source.
    pub source: Source,
    /// Whether to count assisted games.
    pub assisted: Assisted,
    /// Only games of this many players.
    pub players: Option<u8>,
    /// Only games of this line-up.
    pub line_up: Option<LineUp>,
    /// Only games that ended in this period. All games are answered from sums that are kept; those of a period are added up.
    pub period: Period,
    /// Whether the answer is still waited for: what goes through games one by one ends where it is not.
    pub gone: Gone,
}

/// Tells whether nobody waits for an answer any more; somebody does by default.
#[derive(Clone, Default)]
pub struct Gone(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Gone {
    /// As `gone` says, which is asked often.
    pub fn new(gone: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(gone)))
    }

    /// Refuses to go on where nobody waits.
    pub(crate) fn check(&self) -> Result<()> {
        if self.0.as_ref().is_some_and(|gone| gone()) { Err(StoreError::Closed) } else { Ok(()) }
    }
}

impl fmt::Debug for Gone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Gone(…)")
    }
}

/// A period: from a time on, to before another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Period {
    /// Its beginning; the first game where there is none.
    pub from: Option<Time>,
    /// Its end, which is not in it; the last game where there is none.
    pub before: Option<Time>,
}

/// Whether to count assisted games: those with a hint, a move taken back, or a move by a bot for a late player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Assisted {
    /// Leave them out.
    Exclude,
    /// Count them with the others.
    Include,
    /// Count them alone.
    Only,
}

/// Count, sum and sum of squares of a whole-number measure, with its extremes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moments {
    /// How many values.
    pub n: u64,
    /// Their sum.
    pub sum: i64,
    /// The sum of their squares.
    pub sum_squares: i64,
    /// The least value; 0 when there is none.
    pub min: i64,
    /// The greatest value; 0 when there is none.
    pub max: i64,
}

impl Moments {
    /// These values and others.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match (self.n, other.n) {
            (_, 0) => self,
            (0, _) => other,
            _ => Self {
                n: self.n + other.n,
                sum: self.sum + other.sum,
                sum_squares: self.sum_squares + other.sum_squares,
                min: self.min.min(other.min),
                max: self.max.max(other.max),
            },
        }
    }
}

/// Everything about the games of one number of players and one line-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PopulationSummary {
    /// The number of players.
    pub players: u8,
    /// Who played.
    pub line_up: LineUp,
    /// Finished games.
    pub games: u64,
    /// Games whose win was shared.
    pub tied: u64,
    /// The seats in order.
    pub seats: Vec<SeatSummary>,
    /// Measures of the games as a whole by name, sorted; `length` is always among them.
    pub measures: Vec<(String, Moments)>,
}

/// Everything about one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatSummary {
    /// Games.
    pub n: u64,
    /// The sum of its win shares, in 420ths of a win.
    pub win_units: i64,
    /// The sum of the squares of its win shares, in (420ths)².
    pub win_units_squared: i64,
    /// Games it won alone.
    pub sole_wins: u64,
    /// Games it won together with others.
    pub shared_wins: u64,
    /// Its scores.
    pub score: Moments,
    /// The numbers of its moves.
    pub turns: Moments,
}

impl SeatSummary {
    /// These games and others.
    #[must_use]
    pub fn and(self, other: &Self) -> Self {
        Self {
            n: self.n + other.n,
            win_units: self.win_units + other.win_units,
            win_units_squared: self.win_units_squared + other.win_units_squared,
            sole_wins: self.sole_wins + other.sole_wins,
            shared_wins: self.shared_wins + other.shared_wins,
            score: self.score.and(other.score),
            turns: self.turns.and(other.turns),
        }
    }
}

/// One bar of a histogram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistogramRow {
    /// The number of players.
    pub players: u8,
    /// The seat, for a measure of seats.
    pub seat: Option<u8>,
    /// The value.
    pub value: i64,
    /// How often it occurred.
    pub n: u64,
}

/// What came of one value of one feature at one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeatureRow {
    /// The number of players.
    pub players: u8,
    /// Who played.
    pub line_up: LineUp,
    /// The seat.
    pub seat: u8,
    /// The feature's name.
    pub name: String,
    /// Its value.
    pub bucket: Bucket,
    /// Games in which the seat had it.
    pub n: u64,
    /// The sum of the seat's win shares in them, in 420ths of a win.
    pub win_units: i64,
    /// The sum of the squares of the seat's win shares in them, in (420ths)².
    pub win_units_squared: i64,
    /// The sum of its scores in them.
    pub score_sum: i64,
    /// The sum of the squares of its scores in them.
    pub score_sum_squares: i64,
    /// What all seats of a game that had it won together; the same in the rows of all of them.
    pub together: Together,
}

/// Sums over games in which any seat had a value of a feature: how far the seats of a game depend on each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Together {
    /// Of the square of the number of seats that had it.
    pub seats_squared: i64,
    /// Of that number times what these seats won, in 420ths of a win.
    pub seats_units: i64,
    /// Of the square of what they won, in (420ths)².
    pub units_squared: i64,
}
