//! Which threads serve, and the promise that nothing long is made on them: who asks meanwhile would wait for it.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

thread_local! {
    static SERVES: Cell<bool> = const { Cell::new(false) };
}

/// Long work that was done on a thread that serves, since the start of the process.
static BROKEN: AtomicU64 = AtomicU64::new(0);

/// Says that the calling thread answers requests.
pub fn this_thread_serves() {
    SERVES.set(true);
}

/// Says that the calling thread begins with what may take more than a millisecond. Counts it where the thread serves.
pub fn long(work: &'static str) {
    if SERVES.get() {
        BROKEN.fetch_add(1, Ordering::Relaxed);
        tracing::debug!(work, "long work on a thread that serves");
    }
}

/// How often that was so: nought, unless the promise is broken.
pub fn broken() -> u64 {
    BROKEN.load(Ordering::Relaxed)
}
