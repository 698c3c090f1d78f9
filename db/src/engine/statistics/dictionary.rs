//! What ids of the statistics stand for, and the seals over it.

use crate::engine::seal::Seal;
use crate::error::Result;
use crate::model::{Assisted, Bucket, Digest, FeatureFact, LineUp, PopulationFilter, Source};

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

    /// The seal of its row.
    pub(crate) fn seal(&self) -> Digest {
        Seal::new("population")
            .blob(&self.ruleset.0)
            .text(&self.source.to_string())
            .int(self.assisted.into())
            .int(self.players.into())
            .text(&self.line_up.to_string())
            .finish()
    }
}

/// Kind, number and category of a bucket.
pub(crate) fn columns(bucket: &Bucket) -> (&'static str, i64, &str) {
    match bucket {
        Bucket::Number(number) => ("number", *number, ""),
        Bucket::Category(category) => ("category", 0, category),
    }
}

/// The seal of the name of a measure.
pub(crate) fn measure_seal(name: &str) -> Digest {
    Seal::new("measure").text(name).finish()
}

/// The seal of the value of a feature.
pub(crate) fn feature_seal(feature: &FeatureFact) -> Digest {
    let (kind, number, category) = columns(&feature.bucket);
    Seal::new("feature").text(&feature.name).text(kind).int(number).text(category).finish()
}
