//! Stops a search that was cancelled, or that ran out of nodes or time.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use tapis_games::game::Turn;

use crate::answer::Stop;
use crate::control::Control;

/// Nodes between two polls of the limits.
const POLL: u64 = 1024;

/// The limits of one search. Its threads share them.
pub struct Limits<'a> {
    control: &'a Control,
    deadline: Option<Instant>,
    /// Nodes still allowed. Exact on one thread; each further thread may exceed it by one poll.
    left: AtomicU64,
    searched: AtomicU64,
    stopped: OnceLock<Stop>,
    /// Whether a line has ended before another deal.
    beyond: AtomicBool,
}

/// The search must end now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl<'a> Limits<'a> {
    /// Limits of `nodes` positions and `deadline`; `control` can also cancel.
    pub fn new(control: &'a Control, nodes: Option<u64>, deadline: Option<Instant>) -> Self {
        Self {
            control,
            deadline,
            left: AtomicU64::new(nodes.unwrap_or(u64::MAX)),
            searched: AtomicU64::new(0),
            stopped: OnceLock::new(),
            beyond: AtomicBool::new(false),
        }
    }

    /// Positions visited so far.
    pub fn searched(&self) -> u64 {
        self.searched.load(Relaxed)
    }

    /// Whether a line has ended before another deal, whatever follows it.
    pub fn beyond(&self) -> bool {
        self.beyond.load(Relaxed)
    }

    /// Why the search had to end, if it had to.
    pub fn stop(&self) -> Option<Stop> {
        self.stopped.get().copied()
    }

    /// Records `nodes` searched nodes. Returns how many may follow before the next call.
    fn record(&self, nodes: u64) -> Result<u64, Stopped> {
        let spend = |left: u64| Some(left.saturating_sub(nodes));
        let before = self.left.fetch_update(Relaxed, Relaxed, spend).unwrap_or(0);
        // What was visited elsewhere is told late, and may be more than was allowed.
        let (counted, left) = (nodes.min(before), before.saturating_sub(nodes));
        self.searched.fetch_add(counted, Relaxed);
        self.control.nodes.fetch_add(counted, Relaxed);
        let why = if self.control.cancel.is_cancelled() {
            Stop::Cancelled
        } else if left == 0 {
            Stop::Budget
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Stop::Deadline
        } else {
            return if self.stop().is_none() { Ok(left.min(POLL)) } else { Err(Stopped) };
        };
        let _ = self.stopped.set(why);
        Err(Stopped)
    }
}

/// Counts the nodes of one thread.
pub struct NodeCounter<'a> {
    limits: &'a Limits<'a>,
    /// Nodes since the last poll.
    pending: u64,
    /// The number of pending nodes at which to poll.
    due: u64,
    /// All nodes of this thread.
    total: u64,
    /// Set when another thread has finished the same task.
    done: Option<Arc<AtomicBool>>,
}

impl<'a> NodeCounter<'a> {
    /// A counter at zero. The first node polls the limits.
    pub fn new(limits: &'a Limits<'a>) -> Self {
        Self { limits, pending: 0, due: 0, total: 0, done: None }
    }

    /// Counts one node.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Stopped> {
        if self.pending >= self.due {
            self.poll()?;
        }
        self.pending += 1;
        Ok(())
    }

    /// Notes that a line ended where it is `turn`.
    pub fn ended(&self, turn: Turn) {
        if turn == Turn::Chance {
            self.limits.beyond.store(true, Relaxed);
        }
    }

    /// Counts nodes that were visited elsewhere.
    pub fn add(&mut self, nodes: u64) -> Result<(), Stopped> {
        self.pending += nodes;
        if self.pending >= self.due { self.poll() } else { Ok(()) }
    }

    fn poll(&mut self) -> Result<(), Stopped> {
        self.total += self.pending;
        let pending = std::mem::take(&mut self.pending);
        // A stopped search polls at every node, and every poll fails.
        self.due = 0;
        let due = self.limits.record(pending)?;
        if self.done.as_ref().is_some_and(|done| done.load(Relaxed)) {
            return Err(Stopped);
        }
        self.due = due;
        Ok(())
    }

    /// From now on `done` stops this thread too.
    pub fn until(&mut self, done: Option<Arc<AtomicBool>>) {
        self.done = done;
    }

    /// Nodes of this thread so far.
    pub fn nodes(&self) -> u64 {
        self.total + self.pending
    }
}

impl Drop for NodeCounter<'_> {
    fn drop(&mut self) {
        if self.pending > 0 {
            let _ = self.limits.record(self.pending);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_budget_is_never_exceeded_whatever_is_tried_after_its_end() {
        for budget in [0, 1, 1000, 3000] {
            let control = Control::default();
            let limits = Limits::new(&control, Some(budget), None);
            let mut counter = NodeCounter::new(&limits);
            let granted = (0..10_000).filter(|_| counter.tick().is_ok()).count() as u64;
            drop(counter);
            assert_eq!(granted, budget);
            assert_eq!(limits.searched(), budget);
            assert_eq!(control.nodes.load(Relaxed), budget);
            assert_eq!(limits.stop(), Some(Stop::Budget));
        }
    }

    #[test]
    fn a_cancelled_search_goes_on_for_one_poll_at_most() {
        let control = Control::default();
        let limits = Limits::new(&control, None, None);
        let mut counter = NodeCounter::new(&limits);
        assert!(counter.tick().is_ok());
        control.cancel.cancel();
        assert!((0..10_000).filter(|_| counter.tick().is_ok()).count() as u64 <= POLL);
        assert_eq!(limits.stop(), Some(Stop::Cancelled));
    }
}
