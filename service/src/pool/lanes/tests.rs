//! Admission, order, cancellation and permits, on searches that a test holds open.

use std::sync::mpsc;

use std::sync::atomic::Ordering;

use super::*;
use crate::pool::Outcome;
use crate::priority::Nice;

const LONG: Duration = Duration::from_secs(60);

fn pool(threads: usize, queue: usize, queue_ms: u64) -> SolverPool {
    let (name, nice, share) = ("test", Nice::USUAL, usize::MAX);
    SolverPool::new(PoolSettings { name, threads, threads_per_search: 1, queue, queue_ms, share, nice })
        .unwrap()
}

fn caller(who: u64) -> Caller {
    Caller::new(None, who)
}

fn task<F>(who: u64, price: u64, control: &Control, work: F) -> Task<F> {
    let (price, control) = (Units::new(price), control.clone());
    Task { caller: caller(who), price, limit: LONG, patience: None, control, work }
}

/// A search that runs until it is cancelled, counting nodes.
fn endless(control: &Control) -> impl FnOnce() -> u64 + Send + 'static {
    let control = control.clone();
    move || {
        while !control.cancel.is_cancelled() {
            control.nodes.fetch_add(1, Ordering::Relaxed);
            std::thread::yield_now();
        }
        control.nodes.load(Ordering::Relaxed)
    }
}

/// A search that runs until the sender is used or dropped.
fn held() -> (mpsc::Sender<()>, impl FnOnce() + Send + 'static) {
    let (release, held) = mpsc::channel();
    (release, move || {
        let _ = held.recv();
    })
}

async fn until(mut holds: impl FnMut() -> bool) {
    let poll = async {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::time::timeout(LONG, poll).await.expect("never came true");
}

#[tokio::test]
async fn an_answer_comes_back_and_so_does_the_permit() {
    let pool = pool(1, 4, 1_000);
    let answer = pool.submit(task(1, 1, &Control::default(), || 6 * 7)).unwrap().await;
    assert_eq!(answer, Ok(42));
    let counts = pool.counts();
    assert_eq!((counts.in_flight, counts.queued, counts.permits, counts.finished), (0, 0, 1, 1));
}

#[tokio::test]
async fn dropping_the_ticket_stops_the_search() {
    let pool = pool(1, 4, 1_000);
    let control = Control::default();
    let ticket = pool.submit(task(1, 1, &control, endless(&control))).unwrap();
    until(|| pool.counts().nodes > 0).await;
    drop(ticket);
    until(|| pool.counts().in_flight == 0).await;
    let stopped_at = pool.counts().nodes;
    assert_eq!(pool.submit(task(1, 1, &Control::default(), || 1)).unwrap().await, Ok(1), "the lane is free");
    assert_eq!(control.nodes.load(Ordering::Relaxed), stopped_at, "no node after the stop");
    assert_eq!((pool.counts().nodes, pool.counts().cancelled), (stopped_at, 1));
}

#[tokio::test]
async fn dropping_the_ticket_of_a_waiting_search_withdraws_it() {
    let pool = pool(1, 4, 1_000);
    let (release, hold) = held();
    let first = pool.submit(task(1, 1, &Control::default(), hold)).unwrap();
    let waiting = pool.submit(task(1, 1, &Control::default(), || panic!("must never run"))).unwrap();
    assert_eq!(pool.counts().queued, 1);
    drop(waiting);
    assert_eq!((pool.counts().queued, pool.counts().turned_away), (0, 1));
    release.send(()).unwrap();
    assert_eq!(first.await, Ok(()));
    assert_eq!((pool.counts().finished, pool.counts().failed), (1, 0));
}

#[tokio::test]
async fn a_full_queue_refuses_and_says_when_to_come_back() {
    let pool = pool(1, 1, 10_000);
    let (release, hold) = held();
    let first = pool.submit(task(1, 3_000, &Control::default(), hold)).unwrap();
    let second = pool.submit(task(1, 4_000, &Control::default(), || ())).unwrap();
    let refused = pool.submit(task(1, 1, &Control::default(), || ())).map(|_| ());
    assert!(matches!(refused, Err(TaskError::Busy { retry_after: 4..=7 })), "{refused:?}");
    release.send(()).unwrap();
    assert_eq!((first.await, second.await), (Ok(()), Ok(())));
    assert_eq!(pool.counts().turned_away, 1);
}

#[tokio::test]
async fn the_queue_is_bounded_in_work_too() {
    let pool = pool(1, 100, 1_000);
    let (_release, hold) = held();
    let _first = pool.submit(task(1, 1, &Control::default(), hold)).unwrap();
    let _second = pool.submit(task(1, 900, &Control::default(), || ())).unwrap();
    assert!(pool.submit(task(1, 101, &Control::default(), || ())).is_err());
    assert!(pool.submit(task(1, 100, &Control::default(), || ())).is_ok());
}

#[tokio::test]
async fn a_greedy_caller_gives_way_to_a_modest_one() {
    let pool = pool(1, 2, 10_000);
    let (release, hold) = held();
    let _first = pool.submit(task(1, 10, &Control::default(), hold)).unwrap();
    let kept = pool.submit(task(1, 10, &Control::default(), || 1)).unwrap();
    let displaced = pool.submit(task(1, 10, &Control::default(), || 2)).unwrap();
    let modest = pool.submit(task(2, 10, &Control::default(), || 3)).unwrap();
    assert!(matches!(displaced.await, Err(TaskError::Busy { .. })));
    release.send(()).unwrap();
    assert_eq!((kept.await, modest.await), (Ok(1), Ok(3)));
}

#[tokio::test]
async fn callers_take_turns() {
    let pool = pool(1, 100, 100_000);
    let (release, hold) = held();
    let _first = pool.submit(task(9, 1, &Control::default(), hold)).unwrap();
    let (served, order) = mpsc::channel();
    let say = |who: u64| {
        let served = served.clone();
        move || served.send(who).unwrap()
    };
    let greedy: Vec<_> =
        (0..20).map(|_| pool.submit(task(1, 1, &Control::default(), say(1))).unwrap()).collect();
    // Only the first turn is the same however long the machine makes a search last.
    let modest = pool.submit(task(2, 1, &Control::default(), say(2))).unwrap();
    release.send(()).unwrap();
    for ticket in greedy.into_iter().chain([modest]) {
        ticket.await.unwrap();
    }
    let order: Vec<u64> = order.try_iter().collect();
    assert_eq!(order.iter().position(|who| *who == 2), Some(1), "{order:?}");
}

#[tokio::test]
async fn a_search_that_takes_longer_than_its_price_is_paid_for() {
    let pool = pool(1, 100, 100_000);
    let (release, hold) = held();
    let _first = pool.submit(task(9, 1, &Control::default(), hold)).unwrap();
    let (served, order) = mpsc::channel();
    let take = |who: u64, ms: u64| {
        let served = served.clone();
        let work = move || {
            served.send(who).unwrap();
            let begun = std::time::Instant::now();
            while begun.elapsed() < Duration::from_millis(ms) {
                std::thread::yield_now();
            }
        };
        pool.submit(task(who, 1, &Control::default(), work)).unwrap()
    };
    let tickets = [take(1, 500), take(1, 0), take(2, 0), take(2, 0)];
    release.send(()).unwrap();
    for ticket in tickets {
        ticket.await.unwrap();
    }
    assert_eq!(order.try_iter().collect::<Vec<u64>>(), [1, 2, 2, 1]);
}

#[tokio::test]
async fn a_panic_fails_its_own_search_only() {
    let pool = pool(1, 4, 1_000);
    let ticket =
        pool.submit(task(1, 1, &Control::default(), || -> u32 { panic!("a bug in a solver") })).unwrap();
    assert_eq!(ticket.await, Err(TaskError::Failed));
    assert_eq!((pool.counts().in_flight, pool.counts().failed), (0, 1));
    assert_eq!(pool.submit(task(1, 1, &Control::default(), || 5)).unwrap().await, Ok(5));
}

#[tokio::test]
async fn a_search_past_its_limit_is_stopped_and_answers() {
    let pool = pool(1, 4, 1_000);
    let control = Control::default();
    let mut task = task(1, 1, &control, endless(&control));
    task.limit = Duration::from_millis(1);
    let answer = pool.submit(task).unwrap().within_limit().await;
    let nodes = control.nodes.load(Ordering::Relaxed);
    assert_eq!(answer, Ok(Outcome { answer: nodes, stopped_at_limit: true }));
    assert_eq!((pool.counts().overrun, pool.counts().in_flight), (1, 0));
}

#[tokio::test]
async fn the_limit_does_not_count_the_wait() {
    let pool = pool(1, 4, 1_000);
    let (release, hold) = held();
    let first = pool.submit(task(1, 1, &Control::default(), hold)).unwrap();
    let mut second = task(1, 1, &Control::default(), || 5);
    second.limit = Duration::from_millis(1);
    let second = tokio::spawn(pool.submit(second).unwrap().within_limit());
    tokio::time::sleep(Duration::from_millis(5)).await;
    release.send(()).unwrap();
    assert_eq!(
        (first.await, second.await.unwrap()),
        (Ok(()), Ok(Outcome { answer: 5, stopped_at_limit: false }))
    );
}

#[tokio::test]
async fn stopping_cancels_everything() {
    let pool = pool(2, 4, 1_000);
    let controls: Vec<_> = (0..4).map(|_| Control::default()).collect();
    let tickets: Vec<_> =
        controls.iter().map(|control| pool.submit(task(1, 1, control, endless(control))).unwrap()).collect();
    assert_eq!((pool.counts().in_flight, pool.counts().queued), (2, 2));
    pool.stop();
    let mut answers = Vec::new();
    for ticket in tickets {
        answers.push(ticket.await.is_ok());
    }
    assert_eq!(answers, [true, true, false, false], "running ones answer, waiting ones are refused");
    assert!(matches!(pool.submit(task(1, 1, &Control::default(), || ())), Err(TaskError::Stopping)));
    assert_eq!((pool.counts().in_flight, pool.counts().queued), (0, 0));
}

#[tokio::test]
async fn permits_survive_a_storm_of_cancellations() {
    let pool = pool(2, 1_000, 1_000_000);
    for round in 0..50_u64 {
        let controls: Vec<_> = (0..8).map(|_| Control::default()).collect();
        let tickets: Vec<_> = controls
            .iter()
            .map(|control| pool.submit(task(round % 3, 5, control, endless(control))).unwrap())
            .collect();
        drop(tickets);
    }
    until(|| pool.counts().in_flight == 0).await;
    let counts = pool.counts();
    assert_eq!((counts.queued, counts.finished + counts.turned_away), (0, 400));
    assert_eq!(counts.finished, counts.cancelled);
    let together = futures_util::future::join_all(
        (0..4).map(|n| pool.submit(task(n, 1, &Control::default(), move || n)).unwrap()),
    );
    assert_eq!(together.await, [Ok(0), Ok(1), Ok(2), Ok(3)]);
}

#[tokio::test]
async fn what_cannot_begin_in_time_is_refused_at_once() {
    let pool = pool(1, 8, 1_000_000);
    let control = Control::default();
    let long = pool.submit(task(1, 20_000, &control, endless(&control))).unwrap();
    let hurried = |patience_ms| {
        let patience = Some(Duration::from_millis(patience_ms));
        Task { patience, ..task(2, 300, &Control::default(), || ()) }
    };
    let Err(TaskError::Busy { retry_after }) = pool.submit(hurried(1_300)) else { panic!("it was admitted") };
    assert!((15..=20).contains(&retry_after), "{retry_after}");
    assert!(pool.submit(hurried(30_000)).is_ok(), "who has time may wait");
    drop(long);
}

#[tokio::test(start_paused = true)]
async fn who_waits_is_refused_when_its_time_to_begin_has_passed() {
    let pool = pool(1, 8, 1_000_000);
    let control = Control::default();
    // Its price is soon used up, but it goes on.
    let long = pool.submit(task(1, 1, &control, endless(&control))).unwrap();
    let patience = Some(Duration::from_millis(1_300));
    let mut waiting = pool.submit(Task { patience, ..task(2, 300, &Control::default(), || ()) }).unwrap();
    assert!(!waiting.started().await);
    assert!(matches!(waiting.await, Err(TaskError::Busy { .. })));
    assert_eq!(pool.counts().queued, 0);
    drop(long);
}
