//! Results: what games said when they ended, and experiments.

use crate::error::Result;
use crate::model::{
    CountedPopulation, Digest, ExperimentChunk, ExperimentRecord, ExperimentState, FeatureRow,
    FinishedFilter, FinishedGame, HistogramRow, PopulationFilter, PopulationSummary, RecordedCount,
    RulesetRecord, SimulatedGame,
};

/// The statistics of a database, read: by its owner, or beside it.
pub trait StatisticsReader {
    /// Hands the finished games to `each`, one at a time, in little memory. SQLite: in the order they ended, those left out that end
    /// meanwhile. PostgreSQL: by their ids, numbered in that order, those with them that end meanwhile and whose ids come later.
    ///
    /// # Errors
    /// Those of `each`; otherwise only the general ones.
    fn for_each_finished(
        &self,
        filter: &FinishedFilter,
        each: &mut dyn FnMut(&FinishedGame) -> Result<()>,
    ) -> Result<()>;

    /// The ruleset of this hash, if it is known.
    ///
    /// # Errors
    /// Only the general ones.
    fn ruleset(&self, hash: &Digest) -> Result<Option<RulesetRecord>>;

    /// Per number of players and line-up, ascending: games, seats, scores, length.
    ///
    /// # Errors
    /// Only the general ones; a population nobody played is an empty list.
    fn summary(&self, filter: &PopulationFilter) -> Result<Vec<PopulationSummary>>;

    /// By the day (UTC) on which games ended, `2026-01-31`, days ascending: games, ties, wins of the seats, and count, sum and
    /// sum of squares of `length`. More is not kept by the day: extremes, scores and turns are 0. A day that the period takes
    /// in only in part counts as a whole.
    ///
    /// # Errors
    /// Only the general ones.
    fn summary_by_day(&self, filter: &PopulationFilter) -> Result<Vec<(String, Vec<PopulationSummary>)>>;

    /// What came of each value of each feature (of the feature `name` only, if given), by players, line-up, seat, name
    /// and bucket, numbers before categories.
    ///
    /// # Errors
    /// Only the general ones.
    fn features(&self, filter: &PopulationFilter, name: Option<&str>) -> Result<Vec<FeatureRow>>;

    /// The distribution of a measure: `score` or `turns` (a row a seat and value), `length` or another measure of
    /// games; by players, seat and value, all line-ups together.
    ///
    /// # Errors
    /// Only the general ones.
    fn histogram(&self, filter: &PopulationFilter, measure: &str) -> Result<Vec<HistogramRow>>;

    /// All populations that have finished games.
    ///
    /// # Errors
    /// Only the general ones.
    fn populations(&self) -> Result<Vec<CountedPopulation>>;

    /// Hands the games that a filter takes in to `each`, one at a time, in little memory; those that end meanwhile may be left out.
    /// The cost grows with the number of games of the database.
    ///
    /// # Errors
    /// Those of `each`, which end it; otherwise only the general ones.
    fn for_each_game(
        &self,
        filter: &PopulationFilter,
        each: &mut dyn FnMut(&FinishedGame) -> Result<()>,
    ) -> Result<()>;
}

/// Where the results of games, and experiments, are kept. Those of games that are played are stored with
/// [`GameStore::append`](super::GameStore::append).
pub trait ResultStore: StatisticsReader {
    /// Records the results of simulated games in one transaction; a game already recorded is not counted again. It survives
    /// the end of the process. A power cut may take back the last ones: they can be played again.
    ///
    /// # Errors
    /// [`Invalid`](crate::StoreError::Invalid); then nothing of the batch is recorded.
    fn record_simulated(&self, games: Vec<SimulatedGame>) -> Result<RecordedCount>;

    /// As [`Self::record_simulated`], of games from any source whose logs are not here: for copies of a database.
    ///
    /// # Errors
    /// As there.
    fn record_copied(&self, games: Vec<SimulatedGame>) -> Result<RecordedCount>;

    /// Stores an experiment, or what has become of one that is known.
    ///
    /// # Errors
    /// [`Invalid`](crate::StoreError::Invalid) when its id is known with another plan.
    fn put_experiment(&self, experiment: ExperimentRecord) -> Result<()>;

    /// As [`Self::put_experiment`], but only when it is not known, or in one of the states `from`. Answers whether it was
    /// stored.
    ///
    /// # Errors
    /// As there.
    fn change_experiment(&self, experiment: ExperimentRecord, from: &[ExperimentState]) -> Result<bool>;

    /// The experiment of this id, if there is one.
    ///
    /// # Errors
    /// Only the general ones.
    fn experiment(&self, id: &str) -> Result<Option<ExperimentRecord>>;

    /// The newest experiments, at most `limit`, the newest first.
    ///
    /// # Errors
    /// Only the general ones.
    fn experiments(&self, limit: usize) -> Result<Vec<ExperimentRecord>>;

    /// Records what a chunk of an experiment measured together with the results of its games, in one transaction. A chunk
    /// that is there already changes nothing. It is as durable as [`Self::record_simulated`].
    ///
    /// # Errors
    /// [`NotFound`](crate::StoreError::NotFound) when there is no such experiment; [`Invalid`](crate::StoreError::Invalid), also when the chunk is there with
    /// other values.
    fn record_chunk(
        &self,
        experiment: &str,
        chunk: ExperimentChunk,
        games: Vec<SimulatedGame>,
    ) -> Result<RecordedCount>;

    /// The chunks of an experiment by number.
    ///
    /// # Errors
    /// Only the general ones; an experiment that is not there has none.
    fn experiment_chunks(&self, id: &str) -> Result<Vec<ExperimentChunk>>;
}
