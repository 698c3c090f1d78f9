//! Figures of the games a database holds, whoever owns it.

use tapis_db::model::{Assisted, PopulationFilter, PopulationSummary};
use tapis_db::{StatisticsReader, StoreError};
use tapis_games::feature::FeatureInfo;

use super::{Features, Histograms, Population, Summary};

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
    /// What came of the games.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn summary(&self, reader: &dyn StatisticsReader) -> Result<Summary, StoreError> {
        let found = reader.summary(&self.filter)?;
        let left_out = self.left_out(reader, &found)?;
        let histograms = Histograms {
            score: reader.histogram(&self.filter, "score")?,
            length: reader.histogram(&self.filter, "length")?,
        };
        let population = Population { left_out, ..self.population.clone() };
        Ok(Summary::new(population, &found, &histograms))
    }

    /// What went with a win: for all features, or for `feature` alone.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn features(
        &self,
        reader: &dyn StatisticsReader,
        feature: Option<&str>,
    ) -> Result<Features, StoreError> {
        let strata = reader.summary(&self.filter)?;
        let population = Population {
            games: games(&strata),
            left_out: self.left_out(reader, &strata)?,
            ..self.population.clone()
        };
        let rows = reader.features(&self.filter, feature)?;
        Ok(Features::new(population, &strata, &rows, &self.infos))
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

    /// How many games the filters on help and line-up leave out.
    fn left_out(
        &self,
        reader: &dyn StatisticsReader,
        found: &[PopulationSummary],
    ) -> Result<u64, StoreError> {
        let all = PopulationFilter { assisted: Assisted::Include, line_up: None, ..self.filter.clone() };
        Ok(games(&reader.summary(&all)?).saturating_sub(games(found)))
    }
}

fn games(strata: &[PopulationSummary]) -> u64 {
    strata.iter().map(|stratum| stratum.games).sum()
}
