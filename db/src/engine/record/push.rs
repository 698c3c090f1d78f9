//! Browsers that wish to be told of seats, and the key with which they are told.

use super::{Columns, Record, Row as _, Value};
use crate::engine::failure::Outcome;
use crate::error::Result;
use crate::model::{PushKey, PushSubscription};

impl Record for PushSubscription {
    const TABLE: &'static str = "push_subscriptions";
    const COLUMNS: &'static [&'static str] = &[
        "id",
        "game",
        "seat",
        "generation",
        "endpoint",
        "p256dh",
        "auth",
        "creator",
        "language",
        "since",
        "told",
        "tries",
        "next_try",
        "failing_since",
    ];

    fn values(&self) -> Result<Vec<Value<'_>>> {
        Ok(vec![
            self.id.into(),
            self.game.into(),
            self.seat.into(),
            self.generation.into(),
            (&self.endpoint).into(),
            self.p256dh.as_slice().into(),
            self.auth.as_slice().into(),
            self.creator.into(),
            (&self.language).into(),
            self.since.into(),
            i64::try_from(self.told).unwrap_or(i64::MAX).into(),
            self.tries.into(),
            self.next_try.into(),
            self.failing_since.into(),
        ])
    }

    fn read(row: &dyn Columns) -> Outcome<Self> {
        Ok(Self {
            id: row.digest("id")?,
            game: row.id("game")?,
            seat: row.number("seat")?,
            generation: row.number("generation")?,
            endpoint: row.word("endpoint")?,
            p256dh: row.there("p256dh", row.blob("p256dh")?)?,
            auth: row.there("auth", row.blob("auth")?)?,
            creator: row.digest("creator")?,
            language: row.word("language")?,
            since: row.at("since")?,
            told: row.number("told")?,
            tries: row.number("tries")?,
            next_try: row.at("next_try")?,
            failing_since: row.time("failing_since")?,
        })
    }
}

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
