//! Reviews of games.

use super::{Columns, Record, Row as _, Value};
use crate::engine::failure::Outcome;
use crate::error::Result;
use crate::model::ReviewRecord;

impl Record for ReviewRecord {
    const TABLE: &'static str = "reviews";
    const COLUMNS: &'static [&'static str] = &["id", "game", "engine", "effort", "body", "created_at"];

    fn values(&self) -> Result<Vec<Value<'_>>> {
        let Self { id, game, engine, effort, body, created_at } = self;
        Ok(vec![
            id.into(),
            (*game).into(),
            (*engine).into(),
            effort.into(),
            body.into(),
            (*created_at).into(),
        ])
    }

    fn read(row: &dyn Columns) -> Outcome<Self> {
        Ok(Self {
            id: row.word("id")?,
            game: row.id("game")?,
            engine: row.number("engine")?,
            effort: row.word("effort")?,
            body: row.word("body")?.into(),
            created_at: row.at("created_at")?,
        })
    }
}
