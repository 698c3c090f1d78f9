//! The lane of statistics: reads that may be long, a few at a time, so that games, lists and readiness never stand behind them.

use std::sync::Arc;
use std::time::Duration;

use tapis_db::StoreError;
use tapis_service::ServiceError;
use tapis_service::pool::Caller;
use tapis_service::priority::Nice;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::places::{Names, Place, Places};

/// Reads under way at once; the store has a connection for each.
const AT_ONCE: usize = 2;
/// Reads that are under way or wait.
const PLACES: usize = 64;
/// Those of one address.
const PLACES_OF_ADDRESS: usize = 16;
/// How long a read waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);
/// When to come back after that.
const RETRY_AFTER_S: u64 = 5;
/// How far its threads give way: as those that make long answers.
const NICE: Nice = Nice::new(10);

const NAMES: Names = Names { places: "statistics", whole: "the_statistics" };

/// The lane. Reads get their turn in the order they came.
pub struct Lane {
    places: Places,
    turns: Arc<Semaphore>,
}

/// A read's turn, until this is dropped.
pub struct Turn {
    _place: Place,
    _turn: OwnedSemaphorePermit,
}

impl Default for Lane {
    fn default() -> Self {
        let turns = Arc::new(Semaphore::new(AT_ONCE));
        Self { places: Places::new(NAMES, PLACES, PLACES_OF_ADDRESS), turns }
    }
}

impl Lane {
    /// Waits for a turn.
    ///
    /// # Errors
    /// Too many wait, of this address or altogether; it was not its turn for a long time.
    pub async fn enter(&self, caller: Caller) -> Result<Turn, ServiceError> {
        let place = self.places.take(caller)?;
        let turn = tokio::time::timeout(PATIENCE, Arc::clone(&self.turns).acquire_owned()).await;
        let busy = ServiceError::Busy { what: NAMES.whole, retry_after_s: RETRY_AFTER_S };
        let turn = turn.map_err(|_| busy)?.map_err(ServiceError::internal)?;
        Ok(Turn { _place: place, _turn: turn })
    }

    /// Does `read`, which may take a while, when it is the caller's turn. Whoever goes away meanwhile keeps the turn until it is done.
    ///
    /// # Errors
    /// As [`Lane::enter`], and those of `read`.
    pub async fn read<T: Send + 'static>(
        &self,
        caller: Caller,
        read: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, ServiceError> {
        let turn = self.enter(caller).await?;
        let (answer, answered) = tokio::sync::oneshot::channel();
        let read = move || {
            NICE.apply();
            let found = read();
            // The turn is over before anybody hears so; whoever has gone away hears nothing.
            drop(turn);
            let _ = answer.send(found);
        };
        // Of its own: a thread that gives way once does so for ever, and those that serve must not.
        std::thread::Builder::new()
            .name(NAMES.places.to_owned())
            .spawn(read)
            .map_err(ServiceError::internal)?;
        Ok(answered.await.map_err(ServiceError::internal)??)
    }

    /// How many reads are under way or wait.
    pub fn taken(&self) -> usize {
        self.places.taken()
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn caller(address: u8) -> Caller {
        Caller::new(Some(IpAddr::from([10, 0, 0, address])), 0)
    }

    #[tokio::test]
    async fn one_address_has_its_share_and_turns_come_back() {
        let lane = Arc::new(Lane::default());
        let mut under_way = Vec::new();
        for _ in 0..AT_ONCE {
            under_way.push(lane.enter(caller(1)).await.unwrap());
        }
        let waiting: Vec<_> = (AT_ONCE..PLACES_OF_ADDRESS)
            .map(|_| {
                let lane = Arc::clone(&lane);
                tokio::spawn(async move { lane.enter(caller(1)).await.map(drop) })
            })
            .collect();
        while lane.taken() < PLACES_OF_ADDRESS {
            tokio::task::yield_now().await;
        }
        assert!(matches!(lane.enter(caller(1)).await, Err(ServiceError::ShareUsed { .. })));
        let other = tokio::spawn({
            let lane = Arc::clone(&lane);
            async move { lane.enter(caller(2)).await.map(drop) }
        });
        while lane.taken() <= PLACES_OF_ADDRESS {
            tokio::task::yield_now().await;
        }
        drop(under_way);
        for read in waiting.into_iter().chain([other]) {
            assert!(read.await.unwrap().is_ok());
        }
        assert_eq!(lane.taken(), 0);
    }
}
