//! The parameters of statistics: which games to count, and what each call adds.

use crate::routes::prelude::*;

use clap::ValueEnum;
use tapis_db::model::Assisted;
use tapis_lab::statistics::SeriesUnit;
use tapis_lab::statistics::StatisticsRequest;

use super::form::Form;

/// Parameters with those of all statistics: unknown ones are refused only where a struct has all its fields itself.
macro_rules! statistics_query {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Deserialize, IntoParams)]
        #[serde(deny_unknown_fields)]
        #[into_params(parameter_in = Query)]
        pub struct $name {
            $($(#[$field_doc])* pub(super) $field: $type,)*
            /// Where the games come from: `played`, `bots`, `practice` or `experiment:<id>`; `played` when absent.
            #[param(example = "played", pattern = "^(played|bots|practice|experiment:.+)$")]
            source: Option<String>,
            /// Whether to count assisted games; `exclude` when absent.
            #[param(inline)]
            assisted: Option<Assisted>,
            /// Hash of a ruleset of this game; the game's default ruleset when absent.
            #[param(
                pattern = "^[0-9a-f]{64}$",
                example = "3f0c2a4d9e8b7c6a5f4e3d2c1b0a99887766554433221100ffeeddccbbaa9988"
            )]
            ruleset: Option<String>,
            /// Only games with this many players. A ruleset fixes the number of players, so another number finds nothing.
            #[param(minimum = 1, maximum = 7)]
            players: Option<u8>,
            /// Only games of this line-up: a player for each seat, `human` or a bot's level; all line-ups when absent.
            #[param(example = "club,greedy", max_length = 1000)]
            lineup: Option<String>,
            /// Only games that ended on this day (UTC) or later.
            #[param(format = Date, example = "2026-01-01")]
            from: Option<String>,
            /// Only games that ended on this day (UTC) or earlier.
            #[param(format = Date, example = "2026-12-31")]
            to: Option<String>,
        }

        impl $name {
            /// Which games to count.
            pub(super) fn which(&self) -> StatisticsRequest {
                StatisticsRequest {
                    source: self.source.clone(),
                    assisted: self.assisted.unwrap_or(Assisted::Exclude),
                    ruleset: self.ruleset.clone(),
                    players: self.players,
                    line_up: self.lineup.clone(),
                    from: self.from.clone(),
                    to: self.to.clone(),
                }
            }
        }
    };
}

statistics_query! {
    /// Which games to count.
    StatisticsQuery {}
}

statistics_query! {
    /// As [`StatisticsQuery`], and in which format.
    SummaryQuery {
        /// The format; what `Accept` likes best when absent.
        #[param(inline)]
        format: Option<Form>,
    }
}

statistics_query! {
    /// As [`StatisticsQuery`], and which feature.
    FeaturesQuery {
        /// Only the feature of this name. The correction for multiple tests still covers the values of all features.
        #[param(example = "region_won")]
        feature: Option<String>,
        /// The format; what `Accept` likes best when absent.
        #[param(inline)]
        format: Option<Form>,
    }
}

statistics_query! {
    /// As [`StatisticsQuery`], and which features.
    CrossedQuery {
        /// The feature whose values are looked at.
        #[param(example = "disc_taken", max_length = 100)]
        feature: String,
        /// What they are crossed with: another feature, or `player`, the level of who plays the seat; `player` when absent.
        #[param(example = "player", max_length = 100)]
        by: Option<String>,
        /// The format; what `Accept` likes best when absent.
        #[param(inline)]
        format: Option<Form>,
    }
}

statistics_query! {
    /// As [`StatisticsQuery`], and what a point stands for.
    SeriesQuery {
        /// The period of a point; `day` when absent.
        #[param(inline)]
        by: Option<SeriesUnit>,
        /// The format; what `Accept` likes best when absent.
        #[param(inline)]
        format: Option<Form>,
    }
}

statistics_query! {
    /// As [`StatisticsQuery`], and what is drawn.
    ChartQuery {
        /// What to draw.
        #[param(inline)]
        of: ChartOf,
        /// For `features`: draw all values of this feature; when absent, the largest lifts of all features.
        #[param(example = "region_won")]
        feature: Option<String>,
    }
}

/// What to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema, ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum ChartOf {
    /// The win share of each seat, compared with the fair share.
    Seats,
    /// The histogram of the lengths of games.
    Length,
    /// The histogram of the scores of each seat.
    Score,
    /// What goes with winning.
    Features,
}
