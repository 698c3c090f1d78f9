//! Connections: whether one is being served or waited for, and how long it is waited for.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::task::Waker;
use std::time::Duration;

/// How much of an answer is written for a reader before it is sent: a stream whose reader takes nothing holds so much, and a chunk.
pub const UNREAD: usize = 8 << 10;

/// How long a client is waited for.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// From the first byte of a request to the end of its head.
    pub head: Duration,
    /// While it takes nothing of an answer.
    pub reader: Duration,
}

/// What a connection and the requests on it tell each other. Cloning shares it.
#[derive(Clone, Debug, Default)]
pub struct ConnectionState(Rc<Served>);

#[derive(Debug, Default)]
struct Served {
    /// Requests whose head has been read.
    begun: Cell<u64>,
    /// Of these, requests whose answer has not been handed over.
    open: Cell<u32>,
    /// Whom to wake when nothing is served any more.
    waiting: RefCell<Option<Waker>>,
}

impl ConnectionState {
    /// A request has begun; it is served until the answer is dropped.
    pub fn serve(&self) -> Serving {
        self.0.begun.set(self.0.begun.get() + 1);
        self.0.open.set(self.0.open.get() + 1);
        Serving(self.clone())
    }

    /// Whether a request is being served.
    pub fn is_serving(&self) -> bool {
        self.0.open.get() > 0
    }

    /// Wakes `waker` once when nothing is served any more.
    pub fn wake_when_done(&self, waker: &Waker) {
        match &mut *self.0.waiting.borrow_mut() {
            Some(known) => known.clone_from(waker),
            none => *none = Some(waker.clone()),
        }
    }

    /// How many requests have begun.
    pub fn begun(&self) -> u64 {
        self.0.begun.get()
    }
}

/// A request that is being served.
#[derive(Debug)]
pub struct Serving(ConnectionState);

impl Drop for Serving {
    fn drop(&mut self) {
        let counts = &self.0.0;
        counts.open.set(counts.open.get().saturating_sub(1));
        if !self.0.is_serving()
            && let Some(waker) = counts.waiting.take()
        {
            waker.wake();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ConnectionState;

    #[test]
    fn served_until_all_are_dropped() {
        let watch = ConnectionState::default();
        let (first, second) = (watch.serve(), watch.serve());
        drop(first);
        assert!(watch.is_serving());
        drop(second);
        assert_eq!((watch.is_serving(), watch.begun()), (false, 2));
    }
}
