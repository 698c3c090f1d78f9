//! What has to be done now and then while the service runs.

use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};

use crate::state::AppState;

/// How often numbers are folded up and callers forgotten.
const PERIOD: Duration = Duration::from_secs(5);
/// How many periods pass between two looks into the store.
const PERIODS_A_PURGE: u32 = 12;

/// How often other nodes are listened to.
const FOLLOWED_EVERY: Duration = Duration::from_millis(100);

/// Loads what other nodes make of the games that somebody here follows, until the service stops. Ends at once where there are no
/// other nodes.
pub async fn follow(state: AppState) {
    let mut period = interval(FOLLOWED_EVERY);
    period.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut is_told = false;
    while state.service.store().is_shared() {
        tokio::select! {
            () = state.stopping.cancelled() => return,
            _ = period.tick() => {}
        }
        let followed = state.service.live_games().catch_up().await;
        if let Err(error) = &followed
            && !is_told
        {
            tracing::warn!(%error, "what other nodes do is not known");
        }
        is_told = followed.is_err();
    }
}

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
        state.quotas.tidy();
        if n.is_multiple_of(PERIODS_A_PURGE) {
            let shared = state.clone();
            let purged = tokio::task::spawn_blocking(move || shared.service.purge_keys()).await;
            match purged {
                Ok(Ok(0)) => {}
                Ok(Ok(keys)) => tracing::debug!(keys, "expired idempotency keys deleted"),
                Ok(Err(error)) => tracing::warn!(%error, "expired idempotency keys cannot be deleted"),
                Err(error) => tracing::error!(%error, "housekeeping failed"),
            }
        }
    }
}
