//! Names of the statistics: facts and rollups hold their ids, which each engine gives in its own way.

use super::{Columns, Record, Row as _, Value};
use crate::engine::failure::Outcome;
use crate::error::Result;
use crate::model::{Bucket, FeatureFact};

/// The name of a measure.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct MeasureName {
    pub(crate) name: String,
}

plain_record!(MeasureName in "measures": name);

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
