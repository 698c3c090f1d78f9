//! Counts hints. A hint is counted when it is given, so a hint that the caller never saw costs nothing. A free hint with a time budget
//! is counted shortly before its search ends, so that writing the count takes no further time.

use std::collections::HashMap;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use tapis_db::model::GameId;
use tapis_db::{Store, StoreError};
use tapis_games::seat::Seat;
use tokio::sync::OwnedMutexGuard;

use crate::answered;
use crate::tables::{HintPolicy, LiveGame};
use crate::{Reason, ServiceError};

/// How many seats are remembered that have used all their hints, which are refused without a search; and how many that were charged,
/// which are not charged again.
const SPENT_REMEMBERED: usize = 10_000;
/// How many requests with a key are remembered before those that have ended are removed.
const KEYS_TIDIED: usize = 256;

/// What is remembered of seats.
type Remembered<T> = Mutex<HashMap<(GameId, Seat), T>>;

/// What is remembered about hints between requests. It only saves work: the store has the counts that decide.
#[derive(Default)]
pub struct Meter {
    spent: Remembered<()>,
    /// The version at which a seat was charged last.
    charged: Remembered<u64>,
    under_way: Mutex<HashMap<String, Weak<tokio::sync::Mutex<()>>>>,
}

/// The right to answer the request of one key. Other requests with the same key wait until it is dropped.
pub type KeyTurn = OwnedMutexGuard<()>;

impl Meter {
    /// Refuses a hint that the game's policy does not allow at this version.
    ///
    /// # Errors
    /// A [`ServiceError::Conflict`] that names the policy.
    pub fn check(
        &self,
        policy: HintPolicy,
        game: GameId,
        version: u64,
        seat: Seat,
    ) -> Result<(), ServiceError> {
        match policy {
            HintPolicy::Free => Ok(()),
            HintPolicy::Metered(limit)
                if self.spent.lock().contains_key(&(game, seat)) && !self.is_charged(game, version, seat) =>
            {
                Err(used_up(limit))
            }
            HintPolicy::Metered(_) => Ok(()),
            HintPolicy::Off => Err(ServiceError::conflict("hints_off")),
            HintPolicy::AfterGame => Err(ServiceError::conflict("hints_after_game")),
        }
    }

    /// Counts a hint about a version just before it is given, and marks the game as assisted. All hints of a seat about one version count
    /// once.
    ///
    /// # Errors
    /// The game ended during the search, the seat has used all its hints, or the store cannot count.
    pub async fn count(
        &self,
        store: &dyn Store,
        game: &LiveGame,
        version: u64,
        seat: Seat,
    ) -> Result<(), ServiceError> {
        let id = game.id();
        let _charging = self.turn(&format!("charge {id} {}", seat.0)).await;
        let newest = game.snapshot();
        newest.running()?; // its result, once recorded, says whether it was assisted
        let limit = match newest.info.hints {
            HintPolicy::Metered(limit) => Some(limit),
            _ => None,
        };
        game.mark_assisted();
        if self.is_charged(id, version, seat) {
            return Ok(());
        }
        match answered(|reply| store.count_hint_then(id, (seat.0, version), limit, reply)).await {
            Ok(_) => {
                newest.info.tally.note(seat, version);
                remember(&self.charged, (id, seat), version);
                Ok(())
            }
            Err(StoreError::HintsUsed { used }) => {
                remember(&self.spent, (id, seat), ());
                Err(used_up(used))
            }
            Err(error) => Err(error.into()),
        }
    }

    fn is_charged(&self, game: GameId, version: u64, seat: Seat) -> bool {
        self.charged.lock().get(&(game, seat)) == Some(&version)
    }

    /// Waits until no other request with this key is under way.
    pub async fn turn(&self, key: &str) -> KeyTurn {
        let lock = {
            let mut under_way = self.under_way.lock();
            if under_way.len() >= KEYS_TIDIED {
                under_way.retain(|_, lock| lock.strong_count() > 0);
            }
            match under_way.get(key).and_then(Weak::upgrade) {
                Some(lock) => lock,
                None => {
                    let lock = Arc::default();
                    under_way.insert(key.to_owned(), Arc::downgrade(&lock));
                    lock
                }
            }
        };
        lock.lock_owned().await
    }
}

fn remember<T>(known: &Remembered<T>, seat: (GameId, Seat), what: T) {
    let mut known = known.lock();
    if known.len() >= SPENT_REMEMBERED {
        known.clear();
    }
    known.insert(seat, what);
}

fn used_up(limit: u32) -> ServiceError {
    ServiceError::conflict(Reason::new("hints_used", [("limit", limit.into())]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_seats_are_remembered_than_so_many_and_the_newest_is() {
        let (meter, metered) = (Meter::default(), HintPolicy::Metered(1));
        for n in 0..=SPENT_REMEMBERED {
            let game = GameId::from_u128(n as u128);
            remember(&meter.spent, (game, Seat(0)), ());
            assert!(
                meter.check(metered, game, 1, Seat(0)).is_err()
                    && meter.check(metered, game, 1, Seat(1)).is_ok()
            );
        }
        assert_eq!(meter.spent.lock().len(), 1, "those before are refused by the store");
    }

    #[test]
    fn what_was_paid_for_is_not_refused() {
        let (meter, metered, game) = (Meter::default(), HintPolicy::Metered(1), GameId::from_u128(1));
        remember(&meter.charged, (game, Seat(0)), 7);
        remember(&meter.spent, (game, Seat(0)), ());
        assert!(meter.check(metered, game, 7, Seat(0)).is_ok());
        assert!(meter.check(metered, game, 8, Seat(0)).is_err());
    }
}
