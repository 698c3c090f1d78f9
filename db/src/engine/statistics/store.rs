//! The contract of results, once.

use super::facts::Finished;
use super::query;
use super::results::{FIRST, Wanted, finished, last};
use crate::engine::sql::{Engine, Reads};
use crate::engine::tables::{experiments, rulesets};
use crate::error::Result;
use crate::model::{
    CountedPopulation, Digest, ExperimentChunk, ExperimentRecord, ExperimentState, FeatureRow,
    FinishedFilter, FinishedGame, HistogramRow, PopulationFilter, PopulationSummary, RecordedCount,
    RulesetRecord, SimulatedGame,
};
use crate::store::{ResultStore, StatisticsReader};

/// Hands the finished games that are wanted to `each`, those of a file left out that end meanwhile.
fn each_finished<R: Reads>(
    reads: &R,
    wanted: &Wanted,
    each: &mut dyn FnMut(&FinishedGame) -> Result<()>,
) -> Result<()> {
    let (mut after, last) = (FIRST, reads.read_results(last)?);
    while after.1 < last {
        wanted.check()?;
        let of = wanted.clone();
        let (page, next) = reads.read_results(move |db| finished(db, after, &of))?;
        for (_, game) in page.iter().filter(|(_, game)| game.number <= last) {
            each(game)?;
        }
        let Some(next) = next else { break };
        after = next;
    }
    Ok(())
}

impl<R: Reads> StatisticsReader for R {
    fn for_each_finished(
        &self,
        filter: &FinishedFilter,
        each: &mut dyn FnMut(&FinishedGame) -> Result<()>,
    ) -> Result<()> {
        each_finished(self, &Wanted::File(filter.clone()), each)
    }

    fn ruleset(&self, hash: &Digest) -> Result<Option<RulesetRecord>> {
        let hash = *hash;
        self.read(move |db| rulesets::get(db, &hash))
    }

    fn summary(&self, filter: &PopulationFilter) -> Result<Vec<PopulationSummary>> {
        let filter = filter.clone();
        self.read_results(move |db| query::summary(db, &filter))
    }

    fn summary_by_day(&self, filter: &PopulationFilter) -> Result<Vec<(String, Vec<PopulationSummary>)>> {
        let filter = filter.clone();
        self.read_results(move |db| query::summary_by_day(db, &filter))
    }

    fn features(&self, filter: &PopulationFilter, name: Option<&str>) -> Result<Vec<FeatureRow>> {
        let (filter, name) = (filter.clone(), name.map(str::to_owned));
        self.read_results(move |db| query::features(db, &filter, name.as_deref()))
    }

    fn histogram(&self, filter: &PopulationFilter, measure: &str) -> Result<Vec<HistogramRow>> {
        let (filter, measure) = (filter.clone(), measure.to_owned());
        self.read_results(move |db| query::histogram(db, &filter, &measure))
    }

    fn populations(&self) -> Result<Vec<CountedPopulation>> {
        self.read_results(query::populations_counted)
    }

    fn for_each_game(
        &self,
        filter: &PopulationFilter,
        each: &mut dyn FnMut(&FinishedGame) -> Result<()>,
    ) -> Result<()> {
        each_finished(self, &Wanted::Count(filter.clone()), each)
    }
}

/// How each engine records results in its own way.
pub(crate) trait Results: Engine {
    /// Records games in one transaction, with the chunk of an experiment that they belong to: nothing where that is there already.
    fn record(
        &self,
        games: Vec<SimulatedGame>,
        chunk: Option<(String, ExperimentChunk)>,
    ) -> Result<RecordedCount>;
}

impl<E: Results> ResultStore for E {
    fn record_simulated(&self, games: Vec<SimulatedGame>) -> Result<RecordedCount> {
        games.iter().try_for_each(|game| Finished::simulated(game).map(drop))?;
        self.record(games, None)
    }

    fn record_copied(&self, games: Vec<SimulatedGame>) -> Result<RecordedCount> {
        self.record(games, None)
    }

    fn put_experiment(&self, experiment: ExperimentRecord) -> Result<()> {
        self.write(None, move |db| experiments::put(db, &experiment))
    }

    fn change_experiment(&self, experiment: ExperimentRecord, from: &[ExperimentState]) -> Result<bool> {
        let from = from.to_vec();
        self.write(None, move |db| experiments::change(db, &experiment, &from))
    }

    fn experiment(&self, id: &str) -> Result<Option<ExperimentRecord>> {
        let id = id.to_owned();
        self.read(move |db| experiments::get(db, &id))
    }

    fn experiments(&self, limit: usize) -> Result<Vec<ExperimentRecord>> {
        self.read(move |db| experiments::newest(db, limit))
    }

    fn record_chunk(
        &self,
        experiment: &str,
        chunk: ExperimentChunk,
        games: Vec<SimulatedGame>,
    ) -> Result<RecordedCount> {
        games.iter().try_for_each(|game| Finished::simulated(game).map(drop))?;
        self.record(games, Some((experiment.to_owned(), chunk)))
    }

    fn experiment_chunks(&self, id: &str) -> Result<Vec<ExperimentChunk>> {
        let id = id.to_owned();
        self.read_results(move |db| experiments::chunks(db, &id))
    }
}
