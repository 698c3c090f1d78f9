//! How strong the bots are: measured beforehand, part of the program.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What `docs/balance.py` found.
const MEASURED: &str = include_str!("../../data/bot-ratings.json");

/// The strength of a game's bots, measured in games of every bot against every other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct BotRatings {
    /// The game.
    #[schema(example = "richelieu")]
    pub game: String,
    /// The hash of the ruleset that was played.
    pub ruleset: String,
    /// The seed of the games.
    pub seed: String,
    /// The bots, the strongest first. `greedy` is at 0.
    pub ratings: Vec<Rating>,
    /// A test whether one rating for each bot explains the games; absent if the games cannot tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub misfit: Option<Misfit>,
}

/// The rating of a bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = BotRating)]
pub struct Rating {
    /// Its name.
    #[schema(example = "casual")]
    pub bot: String,
    /// Its rating, in Elo points above the anchor. 400 points are odds of ten to one.
    #[schema(example = 535.0)]
    pub elo: f64,
    /// Lower end of the 95 % interval; absent for the anchor, which is 0 by definition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = 371.0)]
    pub low: Option<f64>,
    /// Upper end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = 699.0)]
    pub high: Option<f64>,
    /// The number of games it played.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_u64, example = 200)]
    pub games: u64,
}

/// A test whether one rating for each bot explains the games: Pearson's chi-square over all tables with different players,
/// averaged over seats and neighbours. It is large if a bot is better against some bots than against others, or better when
/// there are more of its kind.
///
/// Shared wins vary less than whole ones; the statistic is divided accordingly.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = RatingsMisfit)]
pub struct Misfit {
    /// The statistic.
    #[schema(example = 7.3)]
    pub chi_square: f64,
    /// Its degrees of freedom: the number of figures of different tables, minus the number of ratings.
    #[schema(minimum = 1, maximum = 10_000, example = 5)]
    pub degrees: u32,
    /// The probability of a misfit at least this large if the ratings are right. Below 0.05, the intervals of the ratings are
    /// widened by the square root of the statistic divided by its degrees of freedom.
    #[schema(example = 0.2)]
    pub p_value: f64,
}

/// The ratings of all published games.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct AllRatings {
    /// The fingerprint of the bots that were rated.
    pub bots: String,
    /// A game after the other.
    pub games: Vec<BotRatings>,
}

impl AllRatings {
    /// What was measured last.
    pub fn current() -> &'static Self {
        static CURRENT: LazyLock<AllRatings> =
            LazyLock::new(|| serde_json::from_str(MEASURED).unwrap_or_default());
        &CURRENT
    }
}

impl BotRatings {
    /// What was measured with the ruleset of this hash.
    pub fn of(ruleset: &str) -> Option<Self> {
        AllRatings::current().games.iter().find(|of| of.ruleset == ruleset).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::Bot;
    use crate::registry::Registry;

    #[test]
    fn the_bots_of_every_default_ruleset_are_rated() {
        for game in Registry::standard().games() {
            let hash = game.ruleset("{}").unwrap().ruleset().hash.clone();
            let measured = BotRatings::of(&hash).unwrap_or_else(|| panic!("{}: not measured", game.id()));
            assert_eq!(measured.game, game.id());
            assert!(measured.ratings.len() >= 4 && measured.ratings.is_sorted_by(|a, b| a.elo >= b.elo));
            for rating in &measured.ratings {
                assert!(rating.bot.parse::<Bot>().is_ok() && rating.games >= 14, "{rating:?}");
                assert_eq!(rating.low.is_none(), rating.bot == "greedy", "{rating:?}");
            }
        }
        assert_eq!(BotRatings::of("another"), None);
    }
}
