//! When nobody served the database.

use super::{Columns, Record, Row as _, Value};
use crate::engine::failure::Outcome;
use crate::error::Result;
use crate::model::Absence;

impl Record for Absence {
    const TABLE: &'static str = "absences";
    const COLUMNS: &'static [&'static str] = &["since", "until"];

    fn values(&self) -> Result<Vec<Value<'_>>> {
        Ok(vec![self.since.into(), self.until.into()])
    }

    fn read(row: &dyn Columns) -> Outcome<Self> {
        Ok(Self { since: row.at("since")?, until: row.at("until")? })
    }
}
