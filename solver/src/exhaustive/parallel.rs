//! Runs tasks in a fixed order on a bounded number of threads.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

/// Runs `work` on the numbers below `count`, in ascending order of start. Each worker runs on a thread of the current
/// rayon pool; a single worker runs on the calling thread. Results are in order.
pub fn map_in_order<W: Send, T: Send + Sync>(
    count: usize,
    workers: &mut [W],
    work: impl Fn(&mut W, usize) -> T + Sync,
) -> Vec<T> {
    if let ([worker], _) | ([worker, ..], 0 | 1) = (&mut *workers, count) {
        return (0..count).map(|i| work(worker, i)).collect();
    }
    let next = AtomicUsize::new(0);
    let results: Vec<OnceLock<T>> = (0..count).map(|_| OnceLock::new()).collect();
    rayon::scope(|scope| {
        for worker in workers {
            scope.spawn(|_| {
                loop {
                    let i = next.fetch_add(1, Relaxed);
                    let Some(slot) = results.get(i) else { break };
                    let _ = slot.set(work(worker, i));
                }
            });
        }
    });
    results.into_iter().filter_map(OnceLock::into_inner).collect()
}

/// Like [`map_in_order`], but an idle worker repeats a task that another has not finished, and the first result
/// counts. This pays off if workers share a transposition table. The flag given to `work` is set once its task is
/// done. A failure before that fails the task.
pub fn map_together<W: Send, T: Send + Sync, E: Send + Sync>(
    count: usize,
    workers: &mut [W],
    work: impl Fn(&mut W, usize, &Arc<AtomicBool>) -> Result<T, E> + Sync,
) -> Vec<Result<T, E>> {
    let tasks: Vec<Task<T, E>> = (0..count).map(|_| Task::default()).collect();
    let next = AtomicUsize::new(0);
    let begin = |worker: &mut W| {
        let first = || {
            let i = next.fetch_add(1, Relaxed);
            (i < count).then_some(i)
        };
        let unfinished = || tasks.iter().rposition(|task| !task.done.load(Relaxed));
        while let Some(i) = first() {
            tasks[i].finish(|done| work(worker, i, done));
        }
        while let Some(i) = unfinished() {
            tasks[i].finish(|done| work(worker, i, done));
        }
    };
    match workers {
        [worker] => begin(worker),
        workers => rayon::scope(|scope| {
            for worker in workers {
                scope.spawn(|_| begin(worker));
            }
        }),
    }
    tasks.into_iter().filter_map(|task| task.result.into_inner()).collect()
}

/// The result of a task.
struct Task<T, E> {
    result: OnceLock<Result<T, E>>,
    done: Arc<AtomicBool>,
}

impl<T, E> Default for Task<T, E> {
    fn default() -> Self {
        Self { result: OnceLock::new(), done: Arc::default() }
    }
}

impl<T, E> Task<T, E> {
    fn finish(&self, work: impl FnOnce(&Arc<AtomicBool>) -> Result<T, E>) {
        let result = work(&self.done);
        // A worker that was stopped by another's result reports no failure.
        if result.is_ok() || !self.done.load(Relaxed) {
            let _ = self.result.set(result);
            self.done.store(true, Relaxed);
        }
    }
}

/// The number of workers for a request of `threads` (0: all) in the current pool.
pub fn workers(threads: usize) -> usize {
    let all = rayon::current_num_threads();
    if threads == 0 { all } else { threads.min(all) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_once_and_in_order_on_any_number_of_threads() {
        for threads in [1, 2, 5] {
            let mut workers = vec![0; threads];
            let squares = map_in_order(100, &mut workers, |done, i| {
                *done += 1;
                i * i
            });
            assert_eq!(squares, (0..100).map(|i| i * i).collect::<Vec<_>>());
            assert_eq!(workers.iter().sum::<i32>(), 100);
        }
    }

    #[test]
    fn who_is_done_early_finishes_what_another_began() {
        let begun = AtomicBool::new(false);
        let work = |(): &mut (), i: usize, done: &Arc<AtomicBool>| {
            if i != 3 || begun.swap(true, Relaxed) {
                return Ok(10 * i);
            }
            while !done.load(Relaxed) {
                std::thread::yield_now();
            }
            Err("called off")
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let found = pool.install(|| map_together(7, &mut [(), ()], work));
        assert_eq!(found, (0..7).map(|i| Ok(10 * i)).collect::<Vec<_>>());
    }

    #[test]
    fn what_fails_of_itself_has_failed() {
        for threads in [1, 2] {
            let work = |(): &mut (), i: usize, _: &Arc<AtomicBool>| if i == 1 { Err(i) } else { Ok(i) };
            assert_eq!(map_together(3, &mut vec![(); threads], work), [Ok(0), Err(1), Ok(2)]);
        }
    }
}
