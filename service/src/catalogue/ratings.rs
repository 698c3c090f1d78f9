//! How strong the bots are: measured beforehand, part of the program.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::lab::{Misfit, Rating};

/// What `tapis ratings --json` found, a document for each game.
const MEASURED: &str = include_str!("../../data/bot-ratings.json");

/// How strong the bots of a game are, measured in games of each against each.
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
    /// Whether the games are as the ratings would have them; absent where the games could not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub misfit: Option<Misfit>,
}

impl BotRatings {
    /// What was measured with the ruleset of this hash.
    pub(super) fn of(ruleset: &str) -> Option<Self> {
        static ALL: LazyLock<Vec<BotRatings>> =
            LazyLock::new(|| serde_json::from_str(MEASURED).unwrap_or_default());
        ALL.iter().find(|of| of.ruleset == ruleset).cloned()
    }
}

#[cfg(test)]
mod tests {
    use tapis_solver::bots::Bot;
    use tapis_solver::registry::Registry;

    use super::*;

    /// Whoever changes a default ruleset measures again: `docs/lab.md`, question 10.
    #[test]
    fn the_bots_of_every_default_ruleset_are_rated() {
        for game in Registry::standard().games() {
            let hash = game.ruleset("{}").unwrap().ruleset().hash.clone();
            let measured = BotRatings::of(&hash).unwrap_or_else(|| panic!("{}: not measured", game.id()));
            assert_eq!(measured.game, game.id());
            assert!(measured.ratings.len() >= 3 && measured.ratings.is_sorted_by(|a, b| a.elo >= b.elo));
            for rating in &measured.ratings {
                assert!(rating.bot.parse::<Bot>().is_ok() && rating.games >= 90, "{rating:?}");
                assert_eq!(rating.low.is_none(), rating.bot == "greedy", "{rating:?}");
            }
        }
        assert_eq!(BotRatings::of("another"), None);
    }
}
