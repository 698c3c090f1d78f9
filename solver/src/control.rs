//! Watches and stops a running search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::answer::Answer;

/// A flag that stops a search soon after it is set. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Sets the flag.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is set.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Receives improving answers.
pub type Progress = Arc<dyn Fn(&Answer) + Send + Sync>;

/// The controls of a running search.
#[derive(Clone, Default)]
pub struct Control {
    /// The search polls it at least every few thousand nodes.
    pub cancel: Cancel,
    /// Called with improving answers during the search, from any thread of the pool.
    pub progress: Option<Progress>,
    /// Counts the nodes searched, so that a test can see that a cancelled search has stopped.
    pub nodes: Arc<AtomicU64>,
}
