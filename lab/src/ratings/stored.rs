//! The strength of bots from games that were finished, wherever they were played.

use std::collections::BTreeSet;

use serde::Serialize;
use tapis_db::model::{Assisted, PopulationFilter, PopulationSummary, Source};
use tapis_db::{StatisticsReader, StoreError};
use utoipa::ToSchema;

use super::{Ratings, ratings};
use crate::statistics::Question;

/// The most sources that are read, those with the most games.
const MOST_SOURCES: usize = 500;
/// Who has the rating 0, where nobody says and it met others.
const USUAL_ANCHOR: &str = "greedy";

/// The strength of bots in finished games.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct StoredRatings {
    /// The game.
    #[schema(example = "richelieu")]
    pub game: String,
    /// The hash of the ruleset.
    pub ruleset: String,
    /// The number of games in which different bots met.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_u64, example = 600)]
    pub games: u64,
    /// The bot whose rating is 0; absent where no bots met.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "greedy")]
    pub anchor: Option<String>,
    #[serde(flatten)]
    #[allow(missing_docs)]
    pub ratings: Ratings,
}

/// The games of a ruleset in which different bots met and nobody else played: of one source, or of all.
///
/// # Errors
/// The database cannot be read.
pub fn met(
    reader: &dyn StatisticsReader,
    question: &Question,
    source: Option<&Source>,
) -> Result<Vec<PopulationSummary>, StoreError> {
    let is_met = |line_up: &tapis_db::model::LineUp| {
        let players: BTreeSet<&str> = line_up.players().collect();
        players.len() > 1 && !line_up.has_people()
    };
    let mut found = reader.populations()?;
    found.retain(|of| {
        of.ruleset == question.filter.ruleset
            && !of.assisted
            && source.is_none_or(|source| *source == of.source)
            && is_met(&of.line_up)
    });
    found.sort_by_key(|of| std::cmp::Reverse(of.games));
    let mut sources: Vec<Source> = Vec::new();
    for of in found {
        if !sources.contains(&of.source) {
            sources.push(of.source);
        }
    }
    let mut strata = Vec::new();
    for source in sources.into_iter().take(MOST_SOURCES) {
        let filter = PopulationFilter { source, assisted: Assisted::Exclude, ..question.filter.clone() };
        strata.extend(reader.summary(&filter)?.into_iter().filter(|of| is_met(&of.line_up)));
    }
    Ok(strata)
}

impl StoredRatings {
    /// The ratings of the bots that met in `strata`; `None` where the anchor is none of them.
    pub fn of(question: &Question, strata: &[PopulationSummary], anchor: Option<&str>) -> Option<Self> {
        let bots = bots(strata);
        let usual = || bots.iter().find(|bot| *bot == USUAL_ANCHOR).or(bots.first()).cloned();
        let anchor = match anchor {
            Some(name) => Some(bots.iter().find(|bot| *bot == name)?.clone()),
            None => usual(),
        };
        let ratings = match &anchor {
            Some(anchor) => ratings(strata, anchor),
            None => Ratings { ratings: Vec::new(), misfit: None },
        };
        Some(Self {
            game: question.population.game.clone(),
            ruleset: question.population.ruleset.clone(),
            games: strata.iter().map(|of| of.games).sum(),
            anchor,
            ratings,
        })
    }
}

/// The bots that met, by name.
pub fn bots(strata: &[PopulationSummary]) -> Vec<String> {
    let bots: BTreeSet<&str> = strata.iter().flat_map(|of| of.line_up.players()).collect();
    bots.into_iter().map(str::to_owned).collect()
}
