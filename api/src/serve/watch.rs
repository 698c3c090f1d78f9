//! Whether a connection is being served or being waited for.

use std::cell::Cell;
use std::rc::Rc;

/// What a connection and the requests on it tell each other. Cloning shares it.
#[derive(Clone, Debug, Default)]
pub struct Watch(Rc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    /// Requests whose head has been read.
    begun: Cell<u64>,
    /// Of these, requests whose answer has not been handed over.
    open: Cell<u32>,
}

impl Watch {
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

    /// How many requests have begun.
    pub fn begun(&self) -> u64 {
        self.0.begun.get()
    }
}

/// A request that is being served.
#[derive(Debug)]
pub struct Serving(Watch);

impl Drop for Serving {
    fn drop(&mut self) {
        self.0.0.open.set(self.0.0.open.get().saturating_sub(1));
    }
}

#[cfg(test)]
mod tests {
    use super::Watch;

    #[test]
    fn served_until_all_are_dropped() {
        let watch = Watch::default();
        let (first, second) = (watch.serve(), watch.serve());
        drop(first);
        assert!(watch.is_serving());
        drop(second);
        assert_eq!((watch.is_serving(), watch.begun()), (false, 2));
    }
}
