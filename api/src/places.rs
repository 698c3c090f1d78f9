//! Places that callers take for a while (event streams, bytes of bodies, connections): so many altogether, and for one address no more
//! than its share.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tapis_service::ServiceError;
use tapis_service::pool::Caller;

/// The places; cloning shares them.
#[derive(Clone)]
pub struct Places(Arc<Shared>);

struct Shared {
    /// What an address has too many of, and what is busy where all are taken: nouns of the refusals.
    nouns: [&'static str; 2],
    most: usize,
    most_per_address: usize,
    taken: Mutex<Taken>,
}

/// How many are taken. An address without one has no entry.
#[derive(Default)]
struct Taken {
    all: usize,
    by_address: HashMap<Caller, usize>,
}

/// Places that are taken until this is dropped.
pub struct Place {
    places: Places,
    address: Caller,
    count: usize,
}

impl Places {
    /// So many places altogether and for one address. Refusals name what an address has too many of, and what is busy.
    pub fn new(nouns: [&'static str; 2], most: usize, most_per_address: usize) -> Self {
        Self(Arc::new(Shared { nouns, most, most_per_address, taken: Mutex::default() }))
    }

    /// None yet, for a caller, of whom only the address counts.
    pub fn of(&self, caller: Caller) -> Place {
        Place { places: self.clone(), address: caller.address_only(), count: 0 }
    }

    /// Takes a place for a caller, of whom only the address counts.
    ///
    /// # Errors
    /// All places are taken, or all of its address.
    pub fn take(&self, caller: Caller) -> Result<Place, ServiceError> {
        let mut place = self.of(caller);
        place.take_more(1)?;
        Ok(place)
    }

    /// How many are taken.
    pub fn taken(&self) -> usize {
        self.0.taken.lock().all
    }
}

impl Place {
    /// Takes so many more.
    ///
    /// # Errors
    /// As [`Places::take`]; what was taken before stays taken.
    pub fn take_more(&mut self, count: usize) -> Result<(), ServiceError> {
        let shared = &*self.places.0;
        let [share, whole] = shared.nouns;
        let mut taken = shared.taken.lock();
        let own = taken.by_address.get(&self.address).copied().unwrap_or(0).saturating_add(count);
        if own > shared.most_per_address {
            return Err(ServiceError::ShareUsed { what: share, retry_after_s: 5 });
        }
        let all = taken.all.saturating_add(count);
        if all > shared.most {
            return Err(ServiceError::Busy { what: whole, retry_after_s: 5 });
        }
        taken.all = all;
        taken.by_address.insert(self.address, own);
        self.count += count;
        Ok(())
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.0.taken.lock();
        taken.all -= self.count;
        if let Some(own) = taken.by_address.get_mut(&self.address) {
            *own -= self.count;
            if *own == 0 {
                taken.by_address.remove(&self.address);
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
        let streams = Places::new(["event_streams", "the_events"], 8, 2);
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
        assert!(streams.0.taken.lock().by_address.is_empty());
    }

    #[test]
    fn what_grows_is_refused_where_it_is_too_much_and_given_back_as_a_whole() {
        let bytes = Places::new(["bodies", "the_answers"], usize::MAX, 100);
        let (mut first, mut second) = (bytes.of(caller(1)), bytes.of(caller(1)));
        assert!(first.take_more(60).is_ok() && first.take_more(0).is_ok() && second.take_more(40).is_ok());
        assert!(matches!(second.take_more(1), Err(ServiceError::ShareUsed { what: "bodies", .. })));
        assert!(bytes.of(caller(2)).take_more(100).is_ok());
        assert_eq!(bytes.taken(), 100);
        drop(first);
        assert!(second.take_more(60).is_ok());
        drop(second);
        assert!(bytes.0.taken.lock().by_address.is_empty());
    }
}
