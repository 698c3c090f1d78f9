//! Webhooks, and how far each was told of its games.

use std::sync::LazyLock;

use jiff::Timestamp;

use crate::engine::failure::Outcome;
use crate::engine::record::{self, Record as _};
use crate::engine::rows::{self, most as at_most};
use crate::engine::sql::{Engine, Sql};
use crate::error::{Result, StoreError};
use crate::model::{GameId, Time, WatchedGame, Webhook};
use crate::store::WebhookStore;

/// The columns of a webhook that change while it is in use; the last says which row it is.
const CHANGED: &[&str] = &["failing_since", "off_since", "fault", "key"];

/// The columns that say how far a game was told; the last two say which row it is.
const ADVANCED: &[&str] =
    &["delivered", "tries", "next_try", "failing_since", "fault", "is_done", "game", "key"];

const ADVANCE: &str = "UPDATE webhook_games SET delivered = $1, tries = $2, next_try = $3, failing_since = $4, fault = $5, is_done = $6 \
                       WHERE game = $7 AND key = $8";

/// Of a game whose end was told more has happened.
const GOES_ON: &str = "UPDATE webhook_games SET is_done = FALSE WHERE game = $1 AND key = $2 AND failing_since IS NULL \
     AND EXISTS (SELECT 1 FROM heads WHERE heads.game = webhook_games.game AND heads.version > webhook_games.delivered)";

/// A game of which the owner of a key is told, where the key has a webhook: also after its end, unless it was given up.
static FOLLOW: LazyLock<String> = LazyLock::new(|| {
    let (columns, values) = (WatchedGame::COLUMNS.join(", "), record::places(1, WatchedGame::COLUMNS.len()));
    format!(
        "INSERT INTO webhook_games ({columns}) SELECT {values} FROM webhooks WHERE key = $2 \
         ON CONFLICT (game, key) DO UPDATE SET is_done = FALSE \
         WHERE webhook_games.is_done AND webhook_games.failing_since IS NULL"
    )
});

/// The games of $1 of which there is something to tell at $2; see [`WebhookStore::due_games`].
pub(crate) const DUE: &str = "WHERE key = $1 AND NOT is_done AND next_try <= $2 AND (next_try, game) > ($3, $4) \
     AND EXISTS (SELECT 1 FROM heads WHERE heads.game = webhook_games.game AND heads.version > webhook_games.delivered) \
     ORDER BY next_try, game LIMIT $5";

/// See [`WebhookStore::failing_games`].
pub(crate) const FAILING: &str =
    "WHERE key = $1 AND failing_since IS NOT NULL ORDER BY failing_since DESC, game LIMIT $2";

/// What was not taken, or was put off, is sent as if nothing had been sent yet.
const AGAIN: &str = "UPDATE webhook_games SET next_try = $1, tries = 0, failing_since = NULL, fault = NULL \
     WHERE key = $2 AND NOT is_done AND (failing_since IS NOT NULL OR next_try > $1)";

const OF_KEY: &str = "WHERE key = $1";

impl<E: Engine> WebhookStore for E {
    fn put_webhook(&self, webhook: Webhook) -> Result<()> {
        self.write(None, move |db| {
            let there =
                rows::one(db, "SELECT name FROM api_keys WHERE name = $1", &[(&webhook.key).into()], |_| {
                    Ok(())
                });
            there?.ok_or(StoreError::NotFound)?;
            db.execute(AGAIN, &[webhook.on_since.into(), (&webhook.key).into()])?;
            rows::replace(db, &webhook, "key")
        })
    }

    fn change_webhook(&self, before: Webhook, now: Webhook) -> Result<bool> {
        self.write(None, move |db| {
            let is_same =
                rows::locked::<Webhook>(db, OF_KEY, &[(&before.key).into()])?.as_ref() == Some(&before);
            if is_same {
                rows::update(db, &now, CHANGED)?;
            }
            Ok(is_same)
        })
    }

    fn webhook(&self, key: &str) -> Result<Option<Webhook>> {
        let key = key.to_owned();
        self.read(move |db| rows::first(db, OF_KEY, &[(&key).into()]))
    }

    fn delete_webhook(&self, key: &str) -> Result<bool> {
        let key = key.to_owned();
        self.write(None, move |db| {
            db.execute("DELETE FROM webhook_games WHERE key = $1", &[(&key).into()])?;
            Ok(db.execute("DELETE FROM webhooks WHERE key = $1", &[(&key).into()])? == 1)
        })
    }

    fn followers_of(&self, game: GameId) -> Result<Vec<WatchedGame>> {
        self.read(move |db| of_game(db, game))
    }

    fn due_games(
        &self,
        key: &str,
        now: Time,
        after: Option<(Time, GameId)>,
        most: usize,
    ) -> Result<Vec<WatchedGame>> {
        let key = key.to_owned();
        let (at, game) = after.unwrap_or((Time::from(Timestamp::MIN), GameId::from_u128(0)));
        self.read(move |db| {
            rows::all(db, DUE, &[(&key).into(), now.into(), at.into(), game.into(), at_most(most)])
        })
    }

    fn failing_games(&self, key: &str, most: usize) -> Result<Vec<WatchedGame>> {
        let key = key.to_owned();
        self.read(move |db| rows::all(db, FAILING, &[(&key).into(), at_most(most)]))
    }

    fn advance(&self, watched: WatchedGame) -> Result<()> {
        self.write(None, move |db| {
            db.execute(ADVANCE, &record::picked(&watched, ADVANCED)?)?;
            // The row is this transaction's by now: it sees what happened before, and what happens later finds the row as it leaves it.
            if watched.is_done {
                db.execute(GOES_ON, &[watched.game.into(), (&watched.key).into()])?;
            }
            Ok(())
        })
    }
}

/// All webhooks by key.
pub(crate) fn all(db: &dyn Sql) -> Outcome<Vec<Webhook>> {
    rows::all(db, &format!("ORDER BY key{}", db.text_order()), &[])
}

/// Who is told of a game, and how far each was, by key.
pub(crate) fn of_game(db: &dyn Sql, game: GameId) -> Outcome<Vec<WatchedGame>> {
    rows::all(db, &format!("WHERE game = $1 ORDER BY key{}", db.text_order()), &[game.into()])
}

/// Has the owner of a key told of a game in the transaction that creates it, seats a person of theirs or has its people play again. Who
/// is told already goes on from where they are.
pub(crate) fn follow(db: &dyn Sql, follower: &WatchedGame) -> Outcome<()> {
    db.execute(&FOLLOW, &follower.values()?).map(drop)
}
