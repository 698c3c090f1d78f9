//! Answers that take more than a millisecond: made on threads of their own, so that nobody waits behind them on those that serve.
//!
//! Each [`Class`] has threads, a rank and a queue of its own. In a class addresses take turns, and each is charged the time that its
//! answers took; what does not fit is sent away with the time to come back. The threads give way to those that serve.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use rayon::ThreadPoolBuildError;
use tapis_solver::control::Control;

use crate::ServiceError;
use crate::pool::{Caller, Counts, PoolSettings, SolverPool, Task, TaskError, Units};
use crate::priority::Nice;

/// The refusal where `busy` is busy, or the address has too many of `share`.
pub(crate) fn refusal(lost: TaskError, busy: &'static str, share: &'static str) -> ServiceError {
    match lost {
        TaskError::Busy { retry_after } => ServiceError::Busy { what: busy, retry_after_s: retry_after },
        TaskError::ShareUsed { retry_after } => {
            ServiceError::ShareUsed { what: share, retry_after_s: retry_after }
        }
        TaskError::Stopping => ServiceError::ShuttingDown,
        TaskError::Failed => ServiceError::internal("a search panicked or did not stop"),
    }
}

/// What the answers of one class have in common.
#[derive(Debug)]
pub struct Class {
    /// Names the threads and, where an address has a share, what it has too many of: a noun of the refusals.
    name: &'static str,
    /// What is busy where too much waits: a noun of the refusals.
    busy: &'static str,
    /// The most that wait, and the most work that waits, in milliseconds a thread.
    queue: (usize, u64),
    /// The most of one address.
    share: usize,
    /// What one is taken to cost before it is known, in milliseconds; in the end what it took is paid.
    price: u64,
    /// How long one waits for its turn at most.
    patience: Option<Duration>,
    nice: Nice,
}

/// All that has no class of its own, before experiments and long searches. The queue has room for all who come back at once after a
/// restart.
pub const ANSWERS: Class = Class {
    name: "answers",
    busy: "the_answers",
    queue: (4_096, 30_000),
    share: usize::MAX,
    price: 5,
    patience: None,
    nice: Nice::new(10),
};
/// Statistics of which sums are kept.
pub const SUMS: Class = Class {
    name: "statistics",
    busy: "the_statistics",
    queue: (64, u64::MAX),
    share: 16,
    price: 100,
    patience: Some(Duration::from_secs(10)),
    nice: Nice::new(10),
};
/// Statistics that go through the games one by one.
pub const SCANS: Class = Class { name: "scans", queue: (16, u64::MAX), share: 4, price: 1_000, ..SUMS };
/// Games of experiments, played once more for those who look at them: at the priority of experiments.
pub const REPLAYS: Class = Class {
    name: "replays",
    busy: "the_laboratory",
    queue: (64, u64::MAX),
    share: usize::MAX,
    price: 1_000,
    patience: None,
    nice: Nice::LOWEST,
};

tokio::task_local! {
    /// Whose request is at hand: where a game is loaded for it the request is not known any more.
    static ASKING: Caller;
}

/// Does something for a request of this caller.
pub async fn asking<T>(caller: Caller, answer: impl Future<Output = T>) -> T {
    ASKING.scope(caller, answer).await
}

/// Whose request is at hand; nobody's outside of requests.
pub(crate) fn asker() -> Caller {
    ASKING.try_with(|caller| *caller).unwrap_or(Caller::new(None, 0))
}

/// The threads that make those of a class. Cloning shares them.
#[derive(Clone)]
pub struct Answers {
    class: &'static Class,
    pool: SolverPool,
}

impl Answers {
    /// Starts so many threads.
    ///
    /// # Errors
    /// The system refuses a thread.
    pub fn start(class: &'static Class, threads: usize) -> Result<Self, ThreadPoolBuildError> {
        let &Class { name, queue: (queue, queue_ms), share, nice, .. } = class;
        let settings = PoolSettings { name, threads, threads_per_search: 1, queue, queue_ms, share, nice };
        Ok(Self { class, pool: SolverPool::new(settings)? })
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
        self.watched(caller, |_| make()).await
    }

    /// As [`Answers::make`], for what looks at its control, and ends when this future is dropped.
    ///
    /// # Errors
    /// As there.
    pub async fn watched<T: Send + 'static>(
        &self,
        caller: Caller,
        make: impl FnOnce(&Control) -> T + Send + 'static,
    ) -> Result<T, ServiceError> {
        let (place, control) = (Arc::new(Mutex::new(None)), Control::default());
        let (filled, watched) = (Arc::clone(&place), control.clone());
        self.work(caller, control, Box::new(move || *filled.lock() = Some(make(&watched)))).await?;
        let made = place.lock().take();
        made.ok_or_else(|| TaskError::Failed.into())
    }

    /// Does some work when it is the turn of the caller. The work puts what it makes somewhere itself, so that a turn is compiled
    /// once and not for each kind of answer.
    async fn work(
        &self,
        caller: Caller,
        control: Control,
        work: Box<dyn FnOnce() + Send>,
    ) -> Result<(), ServiceError> {
        let &Class { name, busy, price, patience, .. } = self.class;
        let (caller, price) = (caller.address_only(), Units::new(price));
        let task = Task { caller, price, limit: Duration::MAX, patience, control, work };
        let refusal = |lost| refusal(lost, busy, name);
        let mut ticket = self.pool.submit(task).map_err(refusal)?;
        if patience.is_some() {
            ticket.started().await; // one that has not gets its refusal below
        }
        ticket.await.map_err(refusal)
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
        self.pool.counts()
    }

    /// Cancels what is made, refuses what waits and what is still to come.
    pub fn stop(&self) {
        self.pool.stop();
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
        let answers = Answers::start(&ANSWERS, 1).unwrap();
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
        let answers = Answers::start(&ANSWERS, 1).unwrap();
        let release = hold(&answers).await;
        let flood: Vec<_> = (0..ANSWERS.queue.0)
            .map(|_| {
                let answers = answers.clone();
                tokio::spawn(async move { answers.make(caller(1), || ()).await })
            })
            .collect();
        while answers.counts().queued < ANSWERS.queue.0 {
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

    /// A read without an end, unless nobody waits for it.
    fn endless(
        answers: &Answers,
        address: u8,
        begun: &mpsc::Sender<u8>,
    ) -> tokio::task::JoinHandle<Result<(), ServiceError>> {
        let (answers, begun) = (answers.clone(), begun.clone());
        let read = move |control: &Control| {
            begun.send(address).unwrap();
            while !control.cancel.is_cancelled() {
                std::thread::yield_now();
            }
        };
        tokio::spawn(async move { answers.watched(caller(address), read).await })
    }

    #[tokio::test]
    async fn an_address_has_its_share_of_a_class_and_whoever_goes_away_gives_it_back() {
        let scans = Answers::start(&SCANS, 1).unwrap();
        let taken = || scans.counts().in_flight + scans.counts().queued;
        let (begun, is_begun) = mpsc::channel();
        let first: Vec<_> = (0..SCANS.share).map(|_| endless(&scans, 1, &begun)).collect();
        while taken() < SCANS.share {
            tokio::task::yield_now().await;
        }
        let refused = scans.make(caller(1), || ()).await;
        assert!(matches!(refused, Err(ServiceError::ShareUsed { what: "scans", .. })), "{refused:?}");
        let other = endless(&scans, 2, &begun);
        let sums = Answers::start(&SUMS, 1).unwrap();
        assert_eq!(sums.make(caller(3), || 7).await.unwrap(), 7, "sums are read beside scans");
        assert_eq!(is_begun.recv().unwrap(), 1);
        assert!(is_begun.try_recv().is_err(), "one at a time");
        first[0].abort();
        // It is the other's turn at once, whoever of the first had gone away.
        while is_begun.try_recv() != Ok(2) {
            tokio::task::yield_now().await;
        }
        first.iter().chain([&other]).for_each(tokio::task::JoinHandle::abort);
        while taken() > 0 {
            tokio::task::yield_now().await;
        }
    }
}
