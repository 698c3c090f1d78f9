//! Figures of the games a database holds, whoever owns it.

use std::collections::BTreeSet;

use tapis_common::ServiceError;
use tapis_db::model::{Assisted, LineUp, Period, PopulationFilter, PopulationSummary};
use tapis_db::{StatisticsReader, StoreError};
use tapis_games::feature::{FeatureInfo, TURN_ORDER};
use tapis_games::locale::said;

use super::cross::PLAYER;
use super::{Advantage, CrossTable, Crossed, Features, Histograms, Population, Series, SeriesUnit, Summary};

/// A question to the statistics: which games, and how they are called.
#[derive(Clone, Debug)]
pub struct Question {
    /// Which games.
    pub filter: PopulationFilter,
    /// The same in words; numbers of games are filled in.
    pub population: Population,
    /// What the game's features mean.
    pub infos: Vec<FeatureInfo>,
}

impl Question {
    /// The question about the games of a filter, which so many players play.
    pub(crate) fn new(game: &str, players: u8, filter: PopulationFilter, infos: Vec<FeatureInfo>) -> Self {
        let population = Population {
            game: game.to_owned(),
            ruleset: filter.ruleset.to_string(),
            source: filter.source.to_string(),
            assisted: filter.assisted,
            players,
            lineup: filter.line_up.as_ref().map(LineUp::to_string),
            from: None,
            to: None,
            games: 0,
            strata: 0,
            left_out: 0,
        };
        Self { filter, population, infos }
    }

    /// The population with its numbers of games filled in.
    fn counted(&self, games: u64, strata: usize, left_out: u64) -> Population {
        Population { games, strata: strata as u64, left_out, ..self.population.clone() }
    }

    /// What came of the games.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn summary(&self, reader: &dyn StatisticsReader) -> Result<Summary, StoreError> {
        let found = reader.summary(&self.filter)?;
        let left_out = self.left_out(reader, games(&found))?;
        let histograms = Histograms {
            score: reader.histogram(&self.filter, "score")?,
            length: reader.histogram(&self.filter, "length")?,
        };
        let population = Population { left_out, ..self.population.clone() };
        Ok(Summary::new(population, &found, &histograms))
    }

    /// How it went over time.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn series(&self, reader: &dyn StatisticsReader, by: SeriesUnit) -> Result<Series, StoreError> {
        let days = reader.summary_by_day(&self.filter)?;
        let counted = days.iter().map(|(_, strata)| games(strata)).sum();
        let left_out = self.left_out(reader, counted)?;
        let strata = days.iter().flat_map(|(_, strata)| strata);
        let line_ups = strata.map(|stratum| &stratum.line_up).collect::<BTreeSet<_>>().len();
        Ok(Series::new(self.counted(counted, line_ups, left_out), by, days))
    }

    /// What went with a win: for all features, or for `feature` alone. Which lifts to believe does not depend on what is shown:
    /// all values of all features are one family.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn features(
        &self,
        reader: &dyn StatisticsReader,
        feature: Option<&str>,
    ) -> Result<Features, StoreError> {
        let strata = reader.summary(&self.filter)?;
        let counted = games(&strata);
        let population = self.counted(counted, strata.len(), self.left_out(reader, counted)?);
        let rows = reader.features(&self.filter, None)?;
        let mut features = Features::new(population, &strata, &rows, &self.infos);
        features.features.retain(|of| feature.is_none_or(|name| of.name == name));
        Ok(features)
    }

    /// Who is better off in them.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn advantage(&self, reader: &dyn StatisticsReader) -> Result<Advantage, StoreError> {
        let rows = reader.features(&self.filter, Some(TURN_ORDER))?;
        Ok(Advantage::of(&reader.summary(&self.filter)?, &rows))
    }

    /// Refuses a feature that the game does not have.
    ///
    /// # Errors
    /// Which there are.
    pub fn check_feature(&self, feature: Option<&str>) -> Result<(), ServiceError> {
        let infos = &self.infos;
        if feature.is_some_and(|name| !infos.iter().any(|info| info.name == name)) {
            let known = infos.iter().map(|info| info.name).collect::<Vec<_>>().join(", ");
            return Err(ServiceError::field("/feature", said("features").with("known", known)));
        }
        Ok(())
    }

    /// As [`Question::features`]; refuses a feature that the games do not have.
    ///
    /// # Errors
    /// The database cannot be read; there is no such feature: then which there are.
    pub fn known_features(
        &self,
        reader: &dyn StatisticsReader,
        feature: Option<&str>,
    ) -> Result<Features, StoreError> {
        let features = self.features(reader, feature)?;
        let Some(name) = feature.filter(|_| features.features.is_empty()) else { return Ok(features) };
        let all = self.features(reader, None)?.features;
        let names: Vec<_> = all.iter().map(|feature| feature.name.as_str()).collect();
        Err(StoreError::Invalid(format!("there is no feature '{name}'; there are {}", names.join(", "))))
    }

    /// What values of a feature are worth with values of another, or with each level of players.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn crossed(
        &self,
        reader: &dyn StatisticsReader,
        feature: &str,
        by: &str,
    ) -> Result<Crossed, StoreError> {
        let strata = reader.summary(&self.filter)?;
        let mut table = CrossTable::new(feature, by, &self.infos);
        let mut is_full = false;
        let read = reader.for_each_game(&self.filter, &mut |game| {
            is_full = !table.add(game);
            if is_full { Err(StoreError::NotFound) } else { Ok(()) }
        });
        if !is_full {
            read?;
        }
        let used = table.games() as u64;
        let counted = games(&strata);
        let left_out = self.left_out(reader, counted)? + counted.saturating_sub(used);
        Ok(table.finish(self.counted(used, strata.len(), left_out)))
    }

    /// Refuses features that the game does not have, and one crossed with itself.
    ///
    /// # Errors
    /// Which there are.
    pub fn check_crossed(&self, feature: &str, by: &str) -> Result<(), ServiceError> {
        let others = self.infos.iter().map(|info| info.name).filter(|name| *name != feature);
        let known: Vec<&str> = std::iter::once(PLAYER).chain(others).collect();
        if known.contains(&by) {
            return self.check_feature(Some(feature));
        }
        Err(ServiceError::field("/by", said("crossed_with").with("known", known.join(", "))))
    }

    /// How many games the filters on help, line-up and days leave out.
    fn left_out(&self, reader: &dyn StatisticsReader, counted: u64) -> Result<u64, StoreError> {
        let all = PopulationFilter {
            assisted: Assisted::Include,
            line_up: None,
            period: Period::default(),
            ..self.filter.clone()
        };
        Ok(games(&reader.summary(&all)?).saturating_sub(counted))
    }
}

fn games(strata: &[PopulationSummary]) -> u64 {
    strata.iter().map(|stratum| stratum.games).sum()
}
