//! Web Push: which browsers are told of a seat, and how far.

use jiff::Timestamp;

use crate::engine::failure::Outcome;
use crate::engine::rows::{self, most as at_most};
use crate::engine::sql::{Engine, Sql};
use crate::error::Result;
use crate::model::{Digest, GameId, PushKey, PushSubscription, Time};
use crate::store::PushStore;

/// The columns that say how far a browser was told; the last says which row it is.
const TOLD: &[&str] = &["told", "tries", "next_try", "failing_since", "id"];

/// The subscriptions of which there may be something to tell at $1; see [`PushStore::due_subscriptions`].
pub(crate) const DUE: &str = "WHERE next_try <= $1 AND (next_try, id) > ($2, $3) AND EXISTS (SELECT 1 FROM heads \
     WHERE heads.game = push_subscriptions.game AND heads.version > push_subscriptions.told) \
     ORDER BY next_try, id LIMIT $4";

/// Those of a game.
pub(crate) const OF_GAME: &str = "WHERE game = $1 ORDER BY seat, since, id";

const OF_SEAT: &str = "WHERE game = $1 AND seat = $2 ORDER BY since, id";
const OF_ID: &str = "WHERE id = $1";

impl<E: Engine> PushStore for E {
    fn push_key(&self) -> Result<Option<PushKey>> {
        self.read(key)
    }

    fn put_push_key(&self, before: Option<PushKey>, now: PushKey) -> Result<PushKey> {
        self.write(None, move |db| {
            // Two who come first wait for each other, and the second finds the key of the first.
            let is_new = before.is_none() && rows::insert(db, &now, "ON CONFLICT (id) DO NOTHING")?;
            match rows::locked::<PushKey>(db, "", &[])? {
                Some(found) if !is_new && Some(&found) != before.as_ref() => Ok(found),
                _ => {
                    db.execute("DELETE FROM push_subscriptions", &[])?;
                    rows::replace(db, &now, "id")?;
                    Ok(now.clone())
                }
            }
        })
    }

    fn put_subscription(&self, subscription: PushSubscription, most: usize) -> Result<bool> {
        self.write(Some(subscription.game), move |db| put(db, &subscription, most))
    }

    fn subscriptions(&self, game: GameId) -> Result<Vec<PushSubscription>> {
        self.read(move |db| of_game(db, game))
    }

    fn change_subscription(&self, before: PushSubscription, now: Option<PushSubscription>) -> Result<bool> {
        self.write(None, move |db| {
            let is_same =
                rows::locked::<PushSubscription>(db, OF_ID, &[before.id.into()])?.as_ref() == Some(&before);
            match &now {
                Some(now) if is_same => rows::update(db, now, TOLD)?,
                None if is_same => delete(db, before.id)?,
                _ => {}
            }
            Ok(is_same)
        })
    }

    fn delete_subscriptions(&self, game: GameId, seat: u8, id: Option<Digest>) -> Result<u64> {
        self.write(Some(game), move |db| {
            let mut gone = of_seat(db, game, seat)?;
            gone.retain(|one| id.is_none_or(|id| id == one.id));
            gone.iter().try_for_each(|one| delete(db, one.id))?;
            Ok(gone.len() as u64)
        })
    }

    fn due_subscriptions(
        &self,
        now: Time,
        after: Option<(Time, Digest)>,
        most: usize,
    ) -> Result<Vec<PushSubscription>> {
        let (at, id) = after.unwrap_or((Time::from(Timestamp::MIN), Digest([0; 32])));
        self.read(move |db| rows::all(db, DUE, &[now.into(), at.into(), id.into(), at_most(most)]))
    }
}

/// The key.
pub(crate) fn key(db: &dyn Sql) -> Outcome<Option<PushKey>> {
    rows::first(db, "", &[])
}

/// The subscriptions of a game.
pub(crate) fn of_game(db: &dyn Sql, game: GameId) -> Outcome<Vec<PushSubscription>> {
    rows::all(db, OF_GAME, &[game.into()])
}

fn of_seat(db: &dyn Sql, game: GameId, seat: u8) -> Outcome<Vec<PushSubscription>> {
    rows::all(db, OF_SEAT, &[game.into(), seat.into()])
}

fn delete(db: &dyn Sql, id: Digest) -> Outcome<()> {
    db.execute("DELETE FROM push_subscriptions WHERE id = $1", &[id.into()]).map(drop)
}

fn put(db: &dyn Sql, subscription: &PushSubscription, most: usize) -> Outcome<bool> {
    rows::game_exists(db, subscription.game)?;
    let found: Option<PushSubscription> = rows::locked(db, OF_ID, &[subscription.id.into()])?;
    if found.is_some_and(|found| found.is_as(subscription)) {
        return Ok(false);
    }
    rows::replace(db, subscription, "id")?;
    // The oldest make room.
    let of_seat = of_seat(db, subscription.game, subscription.seat)?;
    let surplus = of_seat.len().saturating_sub(most);
    of_seat.iter().take(surplus).try_for_each(|one| delete(db, one.id))?;
    Ok(true)
}
