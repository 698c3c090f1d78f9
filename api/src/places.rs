//! Places for the event streams that callers have open: so many altogether, and for one address no more than its share.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tapis_service::ServiceError;
use tapis_service::pool::Caller;

/// The places; cloning shares them.
#[derive(Clone)]
pub struct Places(Arc<Shared>);

struct Shared {
    most: usize,
    most_per_address: usize,
    /// Places taken, by address. An address without one has no entry.
    open: Mutex<HashMap<Caller, usize>>,
}

/// A place that is taken until this is dropped.
pub struct Place {
    places: Places,
    address: Caller,
}

impl Places {
    /// So many places altogether and for one address.
    pub fn new(most: usize, most_per_address: usize) -> Self {
        Self(Arc::new(Shared { most, most_per_address, open: Mutex::default() }))
    }

    /// Takes a place for a caller, of whom only the address counts.
    ///
    /// # Errors
    /// All places are taken, or all of its address.
    pub fn take(&self, caller: Caller) -> Result<Place, ServiceError> {
        let address = caller.address_only();
        let mut open = self.0.open.lock();
        let own = open.get(&address).copied().unwrap_or(0);
        if own >= self.0.most_per_address {
            return Err(ServiceError::ShareUsed { what: "event_streams", retry_after_s: 5 });
        }
        if open.values().sum::<usize>() >= self.0.most {
            return Err(ServiceError::Busy { what: "the_events", retry_after_s: 5 });
        }
        open.insert(address, own + 1);
        Ok(Place { places: self.clone(), address })
    }

    /// How many are taken.
    pub fn taken(&self) -> usize {
        self.0.open.lock().values().sum()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.places.0.open.lock();
        if let Some(own) = open.get_mut(&self.address) {
            *own -= 1;
            if *own == 0 {
                open.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn caller(address: u8) -> Caller {
        Caller::new(Some(IpAddr::from([10, 0, 0, address])), u64::from(address))
    }

    #[test]
    fn one_address_cannot_take_what_others_need() {
        let streams = Places::new(8, 2);
        let taken: Vec<_> = std::iter::from_fn(|| streams.take(caller(1)).ok()).collect();
        assert_eq!(taken.len(), 2);
        assert!(matches!(streams.take(caller(1)), Err(ServiceError::ShareUsed { .. })));
        let others: Vec<_> =
            (2..=4).flat_map(|n| [streams.take(caller(n)), streams.take(caller(n))]).collect();
        assert!(others.iter().all(Result::is_ok));
        assert!(matches!(streams.take(caller(5)), Err(ServiceError::Busy { .. })), "all are taken");
        drop(taken);
        assert!(streams.take(caller(5)).is_ok());
        drop(others);
        assert_eq!(streams.taken(), 0);
        assert!(streams.0.open.lock().is_empty());
    }
}
