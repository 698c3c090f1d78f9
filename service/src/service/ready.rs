//! Whether requests can be taken.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::Service;
use crate::{ServiceError, answered};

/// How long whoever asks waits for the store.
const PROBED_WITHIN: Duration = Duration::from_millis(1_500);

impl Service {
    /// Whether requests can be taken. However many ask at once, the store is tried once for all of them: after they have asked. The
    /// answer is kept for [`Service::load`].
    ///
    /// # Errors
    /// The service stops, or the store cannot write or does not answer soon.
    pub async fn ready(&self) -> Result<(), ServiceError> {
        let ready = self.probe().await;
        self.is_ready.store(ready.is_ok(), Ordering::Release);
        ready
    }

    /// Whether the last who asked was answered with yes, and the service does not stop.
    pub(super) fn was_ready(&self) -> bool {
        self.is_ready.load(Ordering::Acquire) && !self.stopping.is_cancelled()
    }

    async fn probe(&self) -> Result<(), ServiceError> {
        if self.stopping.is_cancelled() {
            return Err(ServiceError::ShuttingDown);
        }
        let asked = Instant::now();
        let probe = async {
            let mut last = self.probed.lock().await;
            if let Some((begun, is_ready)) = *last
                && begun >= asked
            {
                return is_ready;
            }
            let begun = Instant::now();
            let is_ready = answered(|reply| self.store.ping_then(reply)).await.is_ok();
            *last = Some((begun, is_ready));
            is_ready
        };
        match tokio::time::timeout(PROBED_WITHIN, probe).await {
            Ok(true) => Ok(()),
            _ => Err(ServiceError::StoreUnavailable),
        }
    }
}
