//! Work in a fixed order on a bounded number of threads.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Runs `work` on the numbers below `count`, started in ascending order, on as many threads of the rayon pool in use as
/// there are `workers`, each with one of them. The results are in order. A single worker runs on the calling thread.
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

/// How many workers a request for `threads` (0: all) gets in the pool in use.
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
}
