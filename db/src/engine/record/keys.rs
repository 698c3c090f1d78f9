//! Keys of callers.

use super::{Columns, Record, Row as _, Value};
use crate::engine::failure::Outcome;
use crate::error::Result;
use crate::model::{ApiKey, KeyRates};

impl Record for ApiKey {
    const TABLE: &'static str = "api_keys";
    const COLUMNS: &'static [&'static str] = &[
        "name",
        "hash",
        "scope",
        "rate_requests",
        "rate_create",
        "rate_moves",
        "rate_hints",
        "created_at",
        "revoked_at",
    ];

    fn values(&self) -> Result<Vec<Value<'_>>> {
        let Self { name, hash, scope, rates, created_at, revoked_at } = self;
        Ok(vec![
            name.into(),
            (*hash).into(),
            <&str>::from(scope).into(),
            rates.requests.into(),
            rates.create.into(),
            rates.moves.into(),
            rates.hints.into(),
            (*created_at).into(),
            (*revoked_at).into(),
        ])
    }

    fn read(row: &dyn Columns) -> Outcome<Self> {
        Ok(Self {
            name: row.word("name")?,
            hash: row.digest("hash")?,
            scope: row.parsed("scope")?,
            rates: KeyRates {
                requests: row.optional_number("rate_requests")?,
                create: row.optional_number("rate_create")?,
                moves: row.optional_number("rate_moves")?,
                hints: row.optional_number("rate_hints")?,
            },
            created_at: row.at("created_at")?,
            revoked_at: row.time("revoked_at")?,
        })
    }
}
