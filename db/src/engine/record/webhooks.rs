//! Webhooks, and how far each was told of its games.

use super::{Columns, Record, Row as _, Value};
use crate::engine::failure::Outcome;
use crate::error::Result;
use crate::model::{Digest, Secret, WatchedGame, Webhook};

impl Record for Webhook {
    const TABLE: &'static str = "webhooks";
    const COLUMNS: &'static [&'static str] = &[
        "key",
        "url",
        "secret",
        "old_secret",
        "old_until",
        "on_since",
        "failing_since",
        "off_since",
        "fault",
    ];

    fn values(&self) -> Result<Vec<Value<'_>>> {
        let Self { key, url, secret, old_secret, old_until, on_since, failing_since, off_since, fault } =
            self;
        Ok(vec![
            key.into(),
            url.into(),
            Digest(secret.0).into(),
            old_secret.map(|secret| Digest(secret.0)).into(),
            (*old_until).into(),
            (*on_since).into(),
            (*failing_since).into(),
            (*off_since).into(),
            fault.as_deref().into(),
        ])
    }

    fn read(row: &dyn Columns) -> Outcome<Self> {
        Ok(Self {
            key: row.word("key")?,
            url: row.word("url")?,
            secret: Secret(row.digest("secret")?.0),
            old_secret: row.optional_digest("old_secret")?.map(|secret| Secret(secret.0)),
            old_until: row.time("old_until")?,
            on_since: row.at("on_since")?,
            failing_since: row.time("failing_since")?,
            off_since: row.time("off_since")?,
            fault: row.text("fault")?,
        })
    }
}

impl Record for WatchedGame {
    const TABLE: &'static str = "webhook_games";
    const COLUMNS: &'static [&'static str] =
        &["game", "key", "delivered", "tries", "next_try", "failing_since", "fault", "is_done", "url"];

    fn values(&self) -> Result<Vec<Value<'_>>> {
        let Self { game, key, delivered, tries, next_try, failing_since, fault, is_done, url } = self;
        Ok(vec![
            (*game).into(),
            key.into(),
            i64::try_from(*delivered).unwrap_or(i64::MAX).into(),
            (*tries).into(),
            (*next_try).into(),
            (*failing_since).into(),
            fault.as_deref().into(),
            (*is_done).into(),
            url.as_ref().into(),
        ])
    }

    fn read(row: &dyn Columns) -> Outcome<Self> {
        Ok(Self {
            game: row.id("game")?,
            key: row.word("key")?,
            delivered: row.number("delivered")?,
            tries: row.number("tries")?,
            next_try: row.at("next_try")?,
            failing_since: row.time("failing_since")?,
            fault: row.text("fault")?,
            is_done: row.flag("is_done")?,
            url: row.text("url")?,
        })
    }
}
