//! Answers that take more than a millisecond: made on threads of their own, so that nobody waits behind them on those that serve.
//!
//! Addresses take turns, and each is charged the time that its answers took; what does not fit is sent away with the time to come
//! back. The threads give way to those that serve.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use rayon::ThreadPoolBuildError;
use tapis_solver::control::Control;

use crate::ServiceError;
use crate::pool::{Caller, Counts, PoolSettings, SolverPool, Task, TaskError, Units};
use crate::priority::Nice;

/// The most answers that wait for their turn, and the most work that waits, in milliseconds a thread: enough for all who come back
/// at once after a restart.
const QUEUED: usize = 4_096;
const QUEUED_MS: u64 = 30_000;
/// What an answer is taken to cost before it is known, in milliseconds; what it did not use is given back.
const PRICE: u64 = 5;
/// Before experiments and long searches, behind everything that serves.
const NICE: Nice = Nice::new(10);

tokio::task_local! {
    /// Whose request is at hand: where a game is loaded for it the request is not known any more.
    static ASKING: Caller;
}

/// Does something for a request of this caller.
pub async fn asking<T>(caller: Caller, answer: impl Future<Output = T>) -> T {
    ASKING.scope(caller, answer).await
}

/// Whose request is at hand; nobody's outside of requests.
fn asker() -> Caller {
    ASKING.try_with(|caller| *caller).unwrap_or(Caller::new(None, 0))
}

/// The threads that make them. Cloning shares them.
#[derive(Clone)]
pub struct Answers(SolverPool);

impl Answers {
    /// Starts so many threads.
    ///
    /// # Errors
    /// The system refuses a thread.
    pub fn start(threads: usize) -> Result<Self, ThreadPoolBuildError> {
        let settings = PoolSettings {
            name: "answers",
            threads,
            threads_per_search: 1,
            queue: QUEUED,
            queue_ms: QUEUED_MS,
            nice: NICE,
        };
        SolverPool::new(settings).map(Self)
    }

    /// What `make` makes when it is the turn of the caller, of whom only the address counts. Whoever drops this future before has no
    /// turn.
    ///
    /// # Errors
    /// Too much waits; the service stops; `make` panicked.
    pub async fn make<T: Send + 'static>(
        &self,
        caller: Caller,
        make: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ServiceError> {
        let place = Arc::new(Mutex::new(None));
        let filled = Arc::clone(&place);
        self.work(caller, Box::new(move || *filled.lock() = Some(make()))).await?;
        let made = place.lock().take();
        made.ok_or_else(|| TaskError::Failed.into())
    }

    /// Does some work when it is the turn of the caller. The work puts what it makes somewhere itself, so that a turn is compiled
    /// once and not for each kind of answer.
    async fn work(&self, caller: Caller, work: Box<dyn FnOnce() + Send>) -> Result<(), ServiceError> {
        let task = Task {
            caller: caller.address_only(),
            price: Units::new(PRICE),
            limit: Duration::MAX,
            patience: None,
            control: Control::default(),
            work,
        };
        let refusal = |lost| match ServiceError::from(lost) {
            ServiceError::Busy { retry_after_s, .. } => {
                ServiceError::Busy { what: "the_answers", retry_after_s }
            }
            other => other,
        };
        self.0.submit(task).map_err(refusal)?.await.map_err(refusal)
    }

    /// As [`Answers::make`], for the caller whose request is at hand.
    ///
    /// # Errors
    /// As there.
    pub async fn make_here<T: Send + 'static>(
        &self,
        make: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ServiceError> {
        self.make(asker(), make).await
    }

    /// The counters now.
    pub fn counts(&self) -> Counts {
        self.0.counts()
    }

    /// Refuses what waits and what is still to come.
    pub fn stop(&self) {
        self.0.stop();
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::mpsc;

    use super::*;

    fn caller(address: u8) -> Caller {
        Caller::new(Some(IpAddr::from([10, 0, 0, address])), 0)
    }

    /// Takes the only thread; it is given back when the sender is dropped.
    async fn hold(answers: &Answers) -> mpsc::Sender<()> {
        let (release, released) = mpsc::channel::<()>();
        let held = answers.clone();
        tokio::spawn(async move { held.make(caller(9), move || released.recv().is_ok()).await });
        while answers.counts().in_flight == 0 {
            tokio::task::yield_now().await;
        }
        release
    }

    #[tokio::test]
    async fn whoever_asks_for_one_answer_waits_for_one_of_an_address_that_floods() {
        let answers = Answers::start(1).unwrap();
        let release = hold(&answers).await;
        let order: Arc<Mutex<Vec<u8>>> = Arc::default();
        let mut asked = Vec::new();
        let flood = std::iter::repeat_n(1, 40);
        for address in flood.chain([2]) {
            let (answers, order) = (answers.clone(), Arc::clone(&order));
            let make = async move { answers.make(caller(address), move || order.lock().push(address)).await };
            asked.push(tokio::spawn(make));
        }
        while answers.counts().queued < 41 {
            tokio::task::yield_now().await;
        }
        drop(release);
        for one in asked {
            one.await.unwrap().unwrap();
        }
        let before = order.lock().iter().position(|address| *address == 2).unwrap();
        assert!(before <= 1, "{before} answers of the flood went before");
    }

    #[tokio::test]
    async fn what_finds_no_room_is_sent_away_and_others_find_it() {
        let answers = Answers::start(1).unwrap();
        let release = hold(&answers).await;
        let flood: Vec<_> = (0..QUEUED)
            .map(|_| {
                let answers = answers.clone();
                tokio::spawn(async move { answers.make(caller(1), || ()).await })
            })
            .collect();
        while answers.counts().queued < QUEUED {
            tokio::task::yield_now().await;
        }
        let refused = answers.make(caller(1), || ()).await;
        let Err(ServiceError::Busy { what: "the_answers", retry_after_s }) = refused else {
            panic!("{refused:?}")
        };
        assert!((1..=60).contains(&retry_after_s), "{retry_after_s}");
        let other = answers.clone();
        let other = tokio::spawn(async move { other.make(caller(2), || 7).await });
        while flood.iter().all(|one| !one.is_finished()) {
            tokio::task::yield_now().await;
        }
        drop(release);
        assert_eq!(other.await.unwrap().unwrap(), 7);
        let mut refused = 0;
        for one in flood {
            refused += usize::from(one.await.unwrap().is_err());
        }
        assert_eq!(refused, 1, "the newest of the flood gave way");
    }
}
