//! Names of the statistics: facts and rollups hold their ids, which each engine gives in its own way.

use super::{Columns, Record, Row as _, Value};
use crate::engine::failure::Outcome;
use crate::engine::statistics::dictionary::Population;
use crate::error::Result;
use crate::model::{Bucket, FeatureFact};

impl Record for Population {
    const TABLE: &'static str = "populations";
    const COLUMNS: &'static [&'static str] = &["ruleset", "source", "assisted", "players", "line_up"];

    fn values(&self) -> Result<Vec<Value<'_>>> {
        let Self { ruleset, source, assisted, players, line_up } = self;
        let (source, line_up) = (source.to_string(), line_up.to_string());
        Ok(vec![(*ruleset).into(), source.into(), (*assisted).into(), (*players).into(), line_up.into()])
    }

    fn read(row: &dyn Columns) -> Outcome<Self> {
        Ok(Self {
            ruleset: row.digest("ruleset")?,
            source: row.parsed("source")?,
            assisted: row.flag("assisted")?,
            players: row.number("players")?,
            line_up: row.parsed("line_up")?,
        })
    }
}

/// The name of a measure.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct MeasureName(pub(crate) String);

impl Record for MeasureName {
    const TABLE: &'static str = "measures";
    const COLUMNS: &'static [&'static str] = &["name"];

    fn values(&self) -> Result<Vec<Value<'_>>> {
        Ok(vec![(&self.0).into()])
    }

    fn read(row: &dyn Columns) -> Outcome<Self> {
        Ok(Self(row.word("name")?))
    }
}

impl Record for FeatureFact {
    const TABLE: &'static str = "feature_values";
    const COLUMNS: &'static [&'static str] = &["name", "kind", "number", "category"];

    fn values(&self) -> Result<Vec<Value<'_>>> {
        let (kind, number, category) = match &self.bucket {
            Bucket::Number(number) => ("number", *number, ""),
            Bucket::Category(category) => ("category", 0, category.as_str()),
        };
        Ok(vec![(&self.name).into(), kind.into(), number.into(), category.into()])
    }

    fn read(row: &dyn Columns) -> Outcome<Self> {
        let bucket = match row.word("kind")?.as_str() {
            "number" => Bucket::Number(row.number("number")?),
            _ => Bucket::Category(row.word("category")?),
        };
        Ok(Self { name: row.word("name")?, bucket })
    }
}
