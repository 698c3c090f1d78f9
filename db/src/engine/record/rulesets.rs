//! Rulesets.

use super::{Record, Row, Value};
use crate::error::Result;
use crate::model::RulesetRecord;

impl Record for RulesetRecord {
    const TABLE: &'static str = "rulesets";
    const COLUMNS: &'static [&'static str] = &["hash", "game", "rules_version", "options"];

    fn values(&self) -> Result<Vec<Value<'_>>> {
        let Self { hash, game, rules_version, options } = self;
        Ok(vec![(*hash).into(), game.into(), (*rules_version).into(), options.into()])
    }

    fn read<R: Row>(row: &R) -> Result<Self, R::Error> {
        Ok(Self {
            hash: row.digest("hash")?,
            game: row.word("game")?,
            rules_version: row.number("rules_version")?,
            options: row.word("options")?.into(),
        })
    }
}
