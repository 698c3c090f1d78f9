//! The lane of statistics: reads that may be long, a few at a time, so that games, lists and readiness never stand behind them. Those
//! that go through the games one by one are one at a time, so that sums are read beside them.

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
/// Scans that are under way or wait.
const SCANS: usize = 16;
/// Those of one address.
const SCANS_OF_ADDRESS: usize = 4;
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
    scanning: Places,
    scans: Arc<Semaphore>,
}

/// A read's turn, until this is dropped.
pub struct Turn {
    _place: Place,
    _turn: OwnedSemaphorePermit,
    _scan: Option<(Place, OwnedSemaphorePermit)>,
}

impl Default for Lane {
    fn default() -> Self {
        let turns = Arc::new(Semaphore::new(AT_ONCE));
        Self {
            places: Places::new(NAMES, PLACES, PLACES_OF_ADDRESS),
            turns,
            scanning: Places::new(NAMES, SCANS, SCANS_OF_ADDRESS),
            scans: Arc::new(Semaphore::new(1)),
        }
    }
}

impl Lane {
    /// Waits for a turn.
    ///
    /// # Errors
    /// Too many wait, of this address or altogether; it was not its turn for a long time.
    pub async fn enter(&self, caller: Caller) -> Result<Turn, ServiceError> {
        let _place = self.places.take(caller)?;
        Ok(Turn { _place, _turn: turn(&self.turns).await?, _scan: None })
    }

    /// Waits for a turn to go through games one by one. Whoever waits for that keeps no turn from others.
    ///
    /// # Errors
    /// As [`Lane::enter`].
    pub async fn enter_scan(&self, caller: Caller) -> Result<Turn, ServiceError> {
        let scan = (self.scanning.take(caller)?, turn(&self.scans).await?);
        Ok(Turn { _scan: Some(scan), ..self.enter(caller).await? })
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
        run(self.enter(caller).await?, |_| read()).await
    }

    /// As [`Lane::read`], for what goes through games one by one; it is told whether the caller has gone away, and ends then.
    ///
    /// # Errors
    /// As [`Lane::read`].
    pub async fn scan<T: Send + 'static>(
        &self,
        caller: Caller,
        read: impl FnOnce(&dyn Fn() -> bool) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, ServiceError> {
        run(self.enter_scan(caller).await?, read).await
    }

    /// How many reads are under way or wait.
    pub fn taken(&self) -> usize {
        self.places.taken()
    }
}

async fn turn(turns: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, ServiceError> {
    let turn = tokio::time::timeout(PATIENCE, Arc::clone(turns).acquire_owned()).await;
    let busy = ServiceError::Busy { what: NAMES.whole, retry_after_s: RETRY_AFTER_S };
    turn.map_err(|_| busy)?.map_err(ServiceError::internal)
}

/// Reads on a thread of its own: one that gives way once does so for ever, and those that serve must not.
async fn run<T: Send + 'static>(
    turn: Turn,
    read: impl FnOnce(&dyn Fn() -> bool) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, ServiceError> {
    let (answer, answered) = tokio::sync::oneshot::channel();
    let read = move || {
        NICE.apply();
        let found = read(&|| answer.is_closed());
        // The turn is over before anybody hears so; whoever has gone away hears nothing.
        drop(turn);
        let _ = answer.send(found);
    };
    let thread = std::thread::Builder::new().name(NAMES.places.to_owned());
    thread.spawn(read).map_err(ServiceError::internal)?;
    Ok(answered.await.map_err(ServiceError::internal)??)
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

    #[tokio::test]
    async fn one_scan_at_a_time_leaves_a_turn_for_sums_and_whoever_goes_away_gives_up_the_place() {
        let lane = Arc::new(Lane::default());
        let (begun, is_begun) = std::sync::mpsc::channel();
        // A scan without an end, unless nobody waits for it.
        let endless = |address| {
            let (lane, begun) = (Arc::clone(&lane), begun.clone());
            tokio::spawn(async move {
                let scan = move |gone: &dyn Fn() -> bool| {
                    begun.send(address).unwrap();
                    while !gone() {
                        std::thread::yield_now();
                    }
                    Ok(())
                };
                lane.scan(caller(address), scan).await
            })
        };
        let first: Vec<_> = (0..SCANS_OF_ADDRESS).map(|_| endless(1)).collect();
        while lane.scanning.taken() < SCANS_OF_ADDRESS {
            tokio::task::yield_now().await;
        }
        assert!(matches!(lane.enter_scan(caller(1)).await, Err(ServiceError::ShareUsed { .. })));
        let other = endless(2);
        assert_eq!(lane.read(caller(3), || Ok(7)).await.unwrap(), 7, "sums are read beside scans");
        assert_eq!(is_begun.recv().unwrap(), 1);
        assert!(is_begun.try_recv().is_err(), "one at a time");
        first.iter().for_each(tokio::task::JoinHandle::abort);
        // It is the next one's turn at once.
        while is_begun.try_recv() != Ok(2) {
            tokio::task::yield_now().await;
        }
        other.abort();
        while lane.taken() + lane.scanning.taken() > 0 {
            tokio::task::yield_now().await;
        }
    }
}
