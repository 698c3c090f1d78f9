//! Idempotency records: what was done for a key.

use super::{Columns, Record, Row as _, Value};
use crate::engine::failure::Outcome;
use crate::engine::{request, stored};
use crate::error::Result;
use crate::model::IdempotencyRecord;

impl Record for IdempotencyRecord {
    const TABLE: &'static str = "idempotency";
    /// The first is a hash of scope and key: short, and of one length.
    const COLUMNS: &'static [&'static str] =
        &["id", "scope", "key", "fingerprint", "game", "version", "response", "expires_at"];

    fn values(&self) -> Result<Vec<Value<'_>>> {
        let Self { scope, key, fingerprint, game, version, response, expires_at } = self;
        Ok(vec![
            request::key(scope, key).into(),
            scope.into(),
            key.into(),
            (*fingerprint).into(),
            (*game).into(),
            version.map(stored).transpose()?.into(),
            response.as_ref().into(),
            (*expires_at).into(),
        ])
    }

    fn read(row: &dyn Columns) -> Outcome<Self> {
        Ok(Self {
            scope: row.word("scope")?,
            key: row.word("key")?,
            fingerprint: row.digest("fingerprint")?,
            game: row.game("game")?,
            version: row.optional_number("version")?,
            response: row.optional_json("response")?,
            expires_at: row.at("expires_at")?,
        })
    }
}
