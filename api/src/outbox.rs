//! What the outboxes of webhooks and browsers share: one node sends for all, and a receiver gets one message at a time.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tapis_service::ServiceError;
use tokio::sync::{Notify, Semaphore};

use crate::state::AppState;

/// The most messages that are sent at the same time.
const AT_ONCE: usize = 32;
/// How long after the store confirmed the lease a message may still be begun: it ends before another node can have the lease.
const SURE: Duration = Duration::from_secs(15);

/// A lease in the store: the node that holds it sends the messages of one outbox.
pub(crate) struct Lease {
    state: AppState,
    name: &'static str,
    /// When the store was asked last and confirmed it.
    held: Mutex<Option<Instant>>,
}

impl Lease {
    /// The lease of this name.
    pub(crate) fn new(state: AppState, name: &'static str) -> Self {
        Self { state, name, held: Mutex::default() }
    }

    /// Takes or renews the lease; answers whether this node holds it.
    ///
    /// # Errors
    /// The store does not answer.
    pub(crate) async fn hold(&self) -> Result<bool, ServiceError> {
        let asked = Instant::now();
        let is_held = self.state.service.tells(self.name).await?;
        *self.held.lock() = is_held.then_some(asked);
        Ok(is_held)
    }

    /// Whether another message may be begun: the lease is held, and the service does not stop.
    pub(crate) fn goes_on(&self) -> bool {
        let is_sure = self.held.lock().is_some_and(|held| held.elapsed() < SURE);
        is_sure && !self.state.stopping.is_cancelled()
    }
}

/// The receivers to whom something is sent now.
pub(crate) struct UnderWay<K, V>(Arc<Room<K, V>>);

struct Room<K, V> {
    told: Mutex<HashMap<K, V>>,
    free: Arc<Semaphore>,
    /// Notified when a place is free again.
    freed: Notify,
}

impl<K: Hash + Eq + Clone + Send + 'static, V: Send + 'static> UnderWay<K, V> {
    /// None.
    pub(crate) fn new() -> Self {
        let free = Arc::new(Semaphore::new(AT_ONCE));
        Self(Arc::new(Room { told: Mutex::default(), free, freed: Notify::new() }))
    }

    /// Whether something is sent to this receiver now.
    pub(crate) fn has(&self, whom: &K) -> bool {
        self.0.told.lock().contains_key(whom)
    }

    /// How many of the receivers satisfy a condition.
    pub(crate) fn count(&self, is: impl Fn(&V) -> bool) -> usize {
        self.0.told.lock().values().filter(|of| is(of)).count()
    }

    /// Waits until a place is free again.
    pub(crate) async fn freed(&self) {
        self.0.freed.notified().await;
    }

    /// Begins to send to a receiver, if a place is free; answers whether one was.
    pub(crate) fn begin(&self, whom: K, of: V, telling: impl Future<Output = ()> + Send + 'static) -> bool {
        let Ok(place) = Arc::clone(&self.0.free).try_acquire_owned() else { return false };
        self.0.told.lock().insert(whom.clone(), of);
        let told = BeingTold { whom, places: Arc::clone(&self.0) };
        tokio::spawn(async move {
            let _told = told;
            telling.await;
            drop(place);
        });
        true
    }
}

/// A receiver to whom something is sent until this is dropped.
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
