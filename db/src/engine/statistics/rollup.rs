//! The rollup tables, all of one kind: whole-number keys, whole-number sums.

/// A rollup table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Rollup {
    Games,
    Seats,
    Moments,
    Values,
    Features,
    Days,
    DaySeats,
    FeatureGames,
}

/// The key of a rollup row; columns a table has not are 0.
pub(crate) type Key = [i64; 4];

/// The sums of a rollup row; columns a table has not are 0.
pub(crate) type Sums = [i64; 5];

impl Rollup {
    pub(crate) const ALL: [Self; 8] = [
        Self::Games,
        Self::Seats,
        Self::Moments,
        Self::Values,
        Self::Features,
        Self::Days,
        Self::DaySeats,
        Self::FeatureGames,
    ];

    pub(crate) fn table(self) -> &'static str {
        match self {
            Self::Games => "rollup_games",
            Self::Seats => "rollup_seats",
            Self::Moments => "rollup_moments",
            Self::Values => "rollup_values",
            Self::Features => "rollup_features",
            Self::Days => "rollup_days",
            Self::DaySeats => "rollup_day_seats",
            Self::FeatureGames => "rollup_feature_games",
        }
    }

    pub(crate) fn key_columns(self) -> &'static [&'static str] {
        match self {
            Self::Games => &["population"],
            Self::Seats => &["population", "seat"],
            Self::Moments => &["population", "seat", "measure"],
            Self::Values => &["population", "seat", "measure", "value"],
            Self::Features => &["population", "seat", "feature"],
            Self::Days => &["population", "day"],
            Self::DaySeats => &["population", "day", "seat"],
            Self::FeatureGames => &["population", "feature"],
        }
    }

    pub(crate) fn sum_columns(self) -> &'static [&'static str] {
        match self {
            Self::Games => &["n", "tied"],
            Self::Seats | Self::DaySeats => &["n", "win_units", "win_squares", "sole_wins", "shared_wins"],
            Self::Moments => &["n", "total", "squares"],
            Self::Values => &["n"],
            Self::Days => &["n", "tied", "length_total", "length_squares"],
            Self::Features => &["n", "win_units", "win_squares", "score_total", "score_squares"],
            Self::FeatureGames => &["seats_square", "seats_units", "units_square"],
        }
    }
}
