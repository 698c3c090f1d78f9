//! What ids of the statistics stand for.

use crate::model::{Assisted, Digest, FeatureFact, LineUp, PopulationFilter, Source};

/// The games that are counted together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Population {
    pub(crate) ruleset: Digest,
    pub(crate) source: Source,
    pub(crate) assisted: bool,
    pub(crate) players: u8,
    pub(crate) line_up: LineUp,
}

/// Where ids come from.
pub(crate) trait Ids {
    /// Why there is none.
    type Error;

    /// The id of a population.
    fn population(&mut self, population: Population) -> Result<i64, Self::Error>;
    /// The id of a measure.
    fn measure(&mut self, name: &str) -> Result<i64, Self::Error>;
    /// The id of a feature's value.
    fn feature(&mut self, feature: &FeatureFact) -> Result<i64, Self::Error>;
}

/// Those populations of its ruleset and source that a filter takes in.
pub(crate) fn wanted(mut found: Vec<(i64, Population)>, filter: &PopulationFilter) -> Vec<(i64, Population)> {
    found.retain(|(_, population)| population.is_wanted(filter));
    found
}

impl Population {
    /// Whether a filter of its ruleset and source takes it in.
    pub(crate) fn is_wanted(&self, filter: &PopulationFilter) -> bool {
        filter.players.is_none_or(|players| players == self.players)
            && filter.line_up.as_ref().is_none_or(|line_up| *line_up == self.line_up)
            && match filter.assisted {
                Assisted::Exclude => !self.assisted,
                Assisted::Include => true,
                Assisted::Only => self.assisted,
            }
    }
}
