//! What telling of games has in common, whoever is told: one node tells for all, of one game or browser once at a time.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tapis_service::ServiceError;
use tokio::sync::{Notify, Semaphore};

use crate::state::AppState;

/// Messages under way.
const AT_ONCE: usize = 32;
/// A message is begun only so long after this node was said to be the one that tells: it ends before another node begins.
const SURE: Duration = Duration::from_secs(15);

/// Whether this node is the one that tells.
pub(crate) struct Lease {
    state: AppState,
    name: &'static str,
    /// When it was said last to be that.
    held: Mutex<Option<Instant>>,
}

impl Lease {
    /// What is told is named in the store.
    pub(crate) fn new(state: AppState, name: &'static str) -> Self {
        Self { state, name, held: Mutex::default() }
    }

    /// Asks whether this node is the one that tells.
    ///
    /// # Errors
    /// The store cannot tell.
    pub(crate) async fn hold(&self) -> Result<bool, ServiceError> {
        let asked = Instant::now();
        let is_held = self.state.service.tells(self.name).await?;
        *self.held.lock() = is_held.then_some(asked);
        Ok(is_held)
    }

    /// Whether another message may be begun.
    pub(crate) fn goes_on(&self) -> bool {
        let is_sure = self.held.lock().is_some_and(|held| held.elapsed() < SURE);
        is_sure && !self.state.stopping.is_cancelled()
    }
}

/// Those who are told now.
pub(crate) struct UnderWay<K, V>(Arc<Room<K, V>>);

struct Room<K, V> {
    told: Mutex<HashMap<K, V>>,
    free: Arc<Semaphore>,
    /// Told when there is room for another.
    freed: Notify,
}

impl<K: Hash + Eq + Copy + Send + 'static, V: Send + 'static> UnderWay<K, V> {
    /// Nobody.
    pub(crate) fn new() -> Self {
        let free = Arc::new(Semaphore::new(AT_ONCE));
        Self(Arc::new(Room { told: Mutex::default(), free, freed: Notify::new() }))
    }

    /// Whether somebody is told now.
    pub(crate) fn has(&self, whom: &K) -> bool {
        self.0.told.lock().contains_key(whom)
    }

    /// How many are told now of which this is so.
    pub(crate) fn count(&self, is: impl Fn(&V) -> bool) -> usize {
        self.0.told.lock().values().filter(|of| is(of)).count()
    }

    /// Waits until somebody was told.
    pub(crate) async fn freed(&self) {
        self.0.freed.notified().await;
    }

    /// Begins to tell somebody, where there is room; answers whether there was.
    pub(crate) fn begin(&self, whom: K, of: V, telling: impl Future<Output = ()> + Send + 'static) -> bool {
        let Ok(place) = Arc::clone(&self.0.free).try_acquire_owned() else { return false };
        self.0.told.lock().insert(whom, of);
        let told = BeingTold { whom, places: Arc::clone(&self.0) };
        tokio::spawn(async move {
            let _told = told;
            telling.await;
            drop(place);
        });
        true
    }
}

/// Somebody who is told until this is dropped.
struct BeingTold<K: Hash + Eq, V> {
    whom: K,
    places: Arc<Room<K, V>>,
}

impl<K: Hash + Eq, V> Drop for BeingTold<K, V> {
    fn drop(&mut self) {
        self.places.told.lock().remove(&self.whom);
        self.places.freed.notify_one();
    }
}
