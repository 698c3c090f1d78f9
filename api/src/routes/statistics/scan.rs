//! Statistics that end when nobody waits for them.

use tapis_db::model::{
    CountedPopulation, Digest, FeatureRow, FinishedGame, Gone, HistogramRow, PopulationFilter,
    PopulationSummary, RulesetRecord,
};
use tapis_db::{StatisticsReader, StoreError};

/// The statistics of a store for somebody who may go away.
pub(super) struct UntilGone<'a> {
    pub store: &'a dyn StatisticsReader,
    /// Whether that has happened.
    pub gone: Gone,
}

type Result<T> = std::result::Result<T, StoreError>;

impl UntilGone<'_> {
    /// The same games, until nobody waits.
    fn of(&self, filter: &PopulationFilter) -> PopulationFilter {
        PopulationFilter { gone: self.gone.clone(), ..filter.clone() }
    }
}

impl StatisticsReader for UntilGone<'_> {
    delegate::delegate! {
        to self.store {
            fn ruleset(&self, hash: &Digest) -> Result<Option<RulesetRecord>>;
            fn populations(&self) -> Result<Vec<CountedPopulation>>;
        }
    }

    fn summary(&self, filter: &PopulationFilter) -> Result<Vec<PopulationSummary>> {
        self.store.summary(&self.of(filter))
    }

    fn summary_by_day(&self, filter: &PopulationFilter) -> Result<Vec<(String, Vec<PopulationSummary>)>> {
        self.store.summary_by_day(&self.of(filter))
    }

    fn features(&self, filter: &PopulationFilter, name: Option<&str>) -> Result<Vec<FeatureRow>> {
        self.store.features(&self.of(filter), name)
    }

    fn histogram(&self, filter: &PopulationFilter, measure: &str) -> Result<Vec<HistogramRow>> {
        self.store.histogram(&self.of(filter), measure)
    }

    fn for_each_game(
        &self,
        filter: &PopulationFilter,
        each: &mut dyn FnMut(&FinishedGame) -> Result<()>,
    ) -> Result<()> {
        self.store.for_each_game(&self.of(filter), each)
    }
}
