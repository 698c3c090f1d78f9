//! Rulesets.

use super::{Columns, Record, Row as _, Value};
use crate::engine::failure::Outcome;
use crate::error::Result;
use crate::model::RulesetRecord;

impl Record for RulesetRecord {
    const TABLE: &'static str = "rulesets";
    const COLUMNS: &'static [&'static str] = &["hash", "game", "rules_version", "options"];

    fn values(&self) -> Result<Vec<Value<'_>>> {
        let Self { hash, game, rules_version, options } = self;
        Ok(vec![(*hash).into(), game.into(), (*rules_version).into(), options.into()])
    }

    fn read(row: &dyn Columns) -> Outcome<Self> {
        Ok(Self {
            hash: row.digest("hash")?,
            game: row.word("game")?,
            rules_version: row.number("rules_version")?,
            options: row.word("options")?.into(),
        })
    }
}
