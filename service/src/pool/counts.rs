//! What a pool has done.

/// A snapshot of a pool's counters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Searches running: permits in use.
    pub in_flight: usize,
    /// Searches waiting.
    pub queued: usize,
    /// Permits altogether.
    pub permits: usize,
    /// Searches that ran to their end, or until they were stopped.
    pub finished: u64,
    /// Of these: stopped because the caller went away or asked for it.
    pub cancelled: u64,
    /// Searches that panicked.
    pub failed: u64,
    /// Searches that ran past their limit and were stopped.
    pub overrun: u64,
    /// Tasks refused, displaced from the queue or withdrawn before they started.
    pub turned_away: u64,
    /// Positions and playouts of all searches, running ones included.
    pub nodes: u64,
}

impl Counts {
    /// Those of two pools together.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            in_flight: self.in_flight + other.in_flight,
            queued: self.queued + other.queued,
            permits: self.permits + other.permits,
            finished: self.finished + other.finished,
            cancelled: self.cancelled + other.cancelled,
            failed: self.failed + other.failed,
            overrun: self.overrun + other.overrun,
            turned_away: self.turned_away + other.turned_away,
            nodes: self.nodes + other.nodes,
        }
    }
}
