//! What has to be done now and then while the service runs.

use std::time::Duration;

use tapis_db::StoreError;
use tokio::time::{MissedTickBehavior, interval};

use crate::state::AppState;

/// How often numbers are folded up and callers forgotten.
const PERIOD: Duration = Duration::from_secs(5);
/// How many periods pass between two looks into the store.
const PERIODS_A_PURGE: u32 = 12;
/// Expired keys deleted in one transaction, so that no move waits long behind it.
const KEYS_A_PURGE: usize = 500;

/// Keeps house until the service stops.
pub async fn run(state: AppState) {
    let mut period = interval(PERIOD);
    period.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for n in 0_u32.. {
        tokio::select! {
            () = state.stopping.cancelled() => return,
            _ = period.tick() => {}
        }
        state.metrics.tidy();
        state.rates.tidy();
        if n.is_multiple_of(PERIODS_A_PURGE) {
            let shared = state.clone();
            let purged = tokio::task::spawn_blocking(move || purge(&shared)).await;
            match purged {
                Ok(Ok(0)) => {}
                Ok(Ok(keys)) => tracing::debug!(keys, "expired idempotency keys deleted"),
                Ok(Err(error)) => tracing::warn!(%error, "expired idempotency keys cannot be deleted"),
                Err(error) => tracing::error!(%error, "housekeeping failed"),
            }
        }
    }
}

/// Deletes all idempotency keys that have expired; answers how many.
///
/// # Errors
/// Those of the store; what was deleted stays deleted.
pub fn purge(state: &AppState) -> Result<usize, StoreError> {
    let mut purged = 0;
    loop {
        let now = state.sources.clock.now().into();
        let keys = state.store.purge_idempotency(now, KEYS_A_PURGE)?;
        purged += keys;
        if keys < KEYS_A_PURGE || state.stopping.is_cancelled() {
            return Ok(purged);
        }
    }
}
