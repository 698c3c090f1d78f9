//! How a running search is watched and stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::answer::Answer;

/// A flag that stops a search soon after it is set; cloning shares it.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A flag that is not set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the flag.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is set.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Takes improving answers.
pub type Progress = Arc<dyn Fn(&Answer) + Send + Sync>;

/// What a search is given beside its request.
#[derive(Clone, Default)]
pub struct Control {
    /// Polled by the search at least every few thousand nodes.
    pub cancel: Cancel,
    /// Called with improving answers while the search runs; may be called from any thread of the pool.
    pub progress: Option<Progress>,
    /// Counts nodes as they are searched, so that a test can see that a cancelled search has stopped.
    pub nodes: Arc<AtomicU64>,
}
