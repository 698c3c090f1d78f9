//! The key with which browsers are told.

use super::{Columns, Record, Row as _, Value};
use crate::engine::failure::Outcome;
use crate::error::Result;
use crate::model::PushKey;

/// The row of the only key.
const ONLY: i64 = 1;

impl Record for PushKey {
    const TABLE: &'static str = "push_keys";
    const COLUMNS: &'static [&'static str] = &["id", "sealed"];

    fn values(&self) -> Result<Vec<Value<'_>>> {
        Ok(vec![ONLY.into(), self.sealed.as_slice().into()])
    }

    fn read(row: &dyn Columns) -> Outcome<Self> {
        Ok(Self { sealed: row.there("sealed", row.blob("sealed")?)? })
    }
}
