//! Statistics that end when nobody waits for them.

use tapis_db::model::{
    CountedPopulation, Digest, FeatureRow, FinishedGame, HistogramRow, PopulationFilter, PopulationSummary,
    RulesetRecord,
};
use tapis_db::{StatisticsReader, StoreError};

/// The statistics of a store for somebody who may go away.
pub(super) struct UntilGone<'a> {
    pub store: &'a dyn StatisticsReader,
    /// Whether that has happened.
    pub gone: &'a dyn Fn() -> bool,
}

type Result<T> = std::result::Result<T, StoreError>;

impl StatisticsReader for UntilGone<'_> {
    delegate::delegate! {
        to self.store {
            fn ruleset(&self, hash: &Digest) -> Result<Option<RulesetRecord>>;
            fn summary(&self, filter: &PopulationFilter) -> Result<Vec<PopulationSummary>>;
            fn summary_by_day(&self, filter: &PopulationFilter) -> Result<Vec<(String, Vec<PopulationSummary>)>>;
            fn features(&self, filter: &PopulationFilter, name: Option<&str>) -> Result<Vec<FeatureRow>>;
            fn histogram(&self, filter: &PopulationFilter, measure: &str) -> Result<Vec<HistogramRow>>;
            fn populations(&self) -> Result<Vec<CountedPopulation>>;
        }
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
