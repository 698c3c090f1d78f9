//! Statistics that end when nobody waits for them.

use tapis_db::model::{
    CountedPopulation, Digest, FeatureRow, FinishedGame, HistogramRow, PopulationFilter, PopulationSummary,
    RulesetRecord,
};
use tapis_db::{StatisticsReader, Store, StoreError};

/// The statistics of a store for somebody who may go away.
pub(super) struct UntilGone<'a> {
    pub store: &'a dyn Store,
    /// Whether that has happened.
    pub gone: &'a dyn Fn() -> bool,
}

type Result<T> = std::result::Result<T, StoreError>;

impl StatisticsReader for UntilGone<'_> {
    fn ruleset(&self, hash: &Digest) -> Result<Option<RulesetRecord>> {
        StatisticsReader::ruleset(self.store, hash)
    }

    fn summary(&self, filter: &PopulationFilter) -> Result<Vec<PopulationSummary>> {
        self.store.summary(filter)
    }

    fn summary_by_day(&self, filter: &PopulationFilter) -> Result<Vec<(String, Vec<PopulationSummary>)>> {
        self.store.summary_by_day(filter)
    }

    fn features(&self, filter: &PopulationFilter, name: Option<&str>) -> Result<Vec<FeatureRow>> {
        self.store.features(filter, name)
    }

    fn histogram(&self, filter: &PopulationFilter, measure: &str) -> Result<Vec<HistogramRow>> {
        self.store.histogram(filter, measure)
    }

    fn populations(&self) -> Result<Vec<CountedPopulation>> {
        self.store.populations()
    }

    fn for_each_game(
        &self,
        filter: &PopulationFilter,
        each: &mut dyn FnMut(&FinishedGame) -> Result<()>,
    ) -> Result<()> {
        self.store.for_each_game(filter, &mut |game| {
            // Nobody hears of it.
            if (self.gone)() { Err(StoreError::Closed) } else { each(game) }
        })
    }
}
