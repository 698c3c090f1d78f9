//! What waits for the writer: what people wait for first, then facts of simulated games.

use crossbeam_channel::{Receiver, Sender, TryRecvError, TrySendError, bounded, select_biased};

use super::job::{Job, Mode};

/// The way in. Both lines end when it is dropped.
pub(super) struct Entrance {
    first: Sender<Box<dyn Job>>,
    repeatable: Sender<Box<dyn Job>>,
}

/// The way out, for the writer's thread.
pub(super) struct Queue {
    first: Receiver<Box<dyn Job>>,
    repeatable: Receiver<Box<dyn Job>>,
}

/// A queue with so many places in each line.
pub(super) fn queue(capacity: usize) -> (Entrance, Queue) {
    let ((first, first_out), (repeatable, repeatable_out)) = (bounded(capacity), bounded(capacity));
    (Entrance { first, repeatable }, Queue { first: first_out, repeatable: repeatable_out })
}

impl Entrance {
    pub(super) fn try_send(&self, job: Box<dyn Job>) -> Result<(), TrySendError<Box<dyn Job>>> {
        match job.mode() {
            Mode::Grouped | Mode::Alone => self.first.try_send(job),
            Mode::Repeatable => self.repeatable.try_send(job),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.first.len() + self.repeatable.len()
    }
}

impl Queue {
    /// The next job, waited for; facts only while nobody waits. `None` when no job can come any more.
    pub(super) fn next(&self) -> Option<Box<dyn Job>> {
        match self.first.try_recv() {
            Ok(job) => return Some(job),
            Err(TryRecvError::Disconnected) => return self.repeatable.recv().ok(),
            Err(TryRecvError::Empty) => {}
        }
        select_biased! {
            recv(self.first) -> job => job.or_else(|_| self.repeatable.recv()).ok(),
            recv(self.repeatable) -> job => job.or_else(|_| self.first.recv()).ok(),
        }
    }

    /// What else may join a group of this mode, if it is there already. A group of facts ends as soon as anybody waits.
    pub(super) fn more(&self, mode: Mode) -> Option<Box<dyn Job>> {
        match mode {
            Mode::Grouped => self.first.try_recv().ok(),
            Mode::Repeatable if self.first.is_empty() => self.repeatable.try_recv().ok(),
            Mode::Repeatable | Mode::Alone => None,
        }
    }
}
