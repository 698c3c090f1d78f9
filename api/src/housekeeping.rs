//! What has to be done now and then while the service runs.

use std::fmt::Display;
use std::time::Duration;

use tapis_service::Service;
use tokio::time::{MissedTickBehavior, interval};

use crate::state::AppState;

/// How often numbers are folded up, callers forgotten and keys looked up.
const PERIOD: Duration = Duration::from_secs(5);
/// How many periods pass before it is asked again whether the node is ready, and which node keeps house: ten seconds.
const PERIODS_A_HOUSE: u32 = 2;
/// How many periods pass between two looks into the store for keys that have expired: a minute.
const PERIODS_A_PURGE: u32 = 12;
/// And for games in which nobody moves any more: an hour.
const PERIODS_AN_ABANDONMENT: u32 = 720;

/// How often the store is told what callers took of their quotas.
const TOLD_EVERY: Duration = Duration::from_secs(2);
/// And how often at most, however many callers come who were not known.
const TOLD_AT_MOST_EVERY: Duration = Duration::from_millis(100);
/// How long a service that stops waits for the store to take that.
const TOLD_WITHIN: Duration = Duration::from_secs(2);

/// How often other nodes are listened to.
const FOLLOWED_EVERY: Duration = Duration::from_millis(100);
/// How often it is looked whether other nodes are gone.
const MISSED_EVERY: Duration = Duration::from_secs(1);

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

/// Takes up what other nodes left undone that are gone, until the service stops. Ends at once where there are no other nodes.
pub async fn take_over(state: AppState) {
    let mut period = interval(MISSED_EVERY);
    period.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while state.service.store().is_shared() {
        tokio::select! {
            () = state.stopping.cancelled() => return,
            _ = period.tick() => {}
        }
        clear(&state, "what nodes left that are gone", |service| service.take_over().map(usize::from)).await;
    }
}

/// Tells the store what callers took of their quotas, until the service stops. Requests go by memory meanwhile: a store that is
/// away or slow is told later.
pub async fn count_quotas(state: AppState) {
    let mut period = interval(TOLD_EVERY);
    period.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut is_told = false;
    loop {
        tokio::select! {
            () = state.stopping.cancelled() => return,
            _ = period.tick() => {}
            () = state.quotas.newcomer() => {}
        }
        let done = state.quotas.exchange(&state.service).await;
        if let Err(error) = &done
            && !is_told
        {
            tracing::warn!(%error, "what callers took of their quotas is known to this node alone");
        }
        is_told = done.is_err();
        tokio::time::sleep(TOLD_AT_MOST_EVERY).await;
    }
}

/// Tells the store for the last time, if it takes it soon.
pub async fn leave_quotas(state: &AppState) {
    match tokio::time::timeout(TOLD_WITHIN, state.quotas.exchange(&state.service)).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::warn!(%error, "what callers took of their quotas last is lost"),
        Err(_) => tracing::warn!("what callers took of their quotas last may be lost"),
    }
}

/// Keeps house until the service stops.
pub async fn run(state: AppState) {
    let days = state.settings.limits.abandon_days;
    let mut period = interval(PERIOD);
    period.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for n in 0_u32.. {
        tokio::select! {
            () = state.stopping.cancelled() => return,
            _ = period.tick() => {}
        }
        state.metrics.upkeep();
        state.service.watch_clock();
        state.service.tidy_searches();
        if n.is_multiple_of(PERIODS_A_HOUSE) {
            // For whoever reads the metrics of a node whose balancer does not ask.
            let _ = state.service.ready().await;
        }
        // `tapis keys` changes them while the service runs; those known before hold where they cannot be read.
        let keys = |state: &AppState| state.keys.refresh(&**state.service.store(), &state.settings.limits);
        done(&state, "keys of callers", keys).await;
        state.rates.forget_idle();
        state.quotas.forget_idle();
        if !n.is_multiple_of(PERIODS_A_HOUSE) {
            continue;
        }
        // No clock of a game runs while nobody says that the service goes on.
        done(&state, "that it is served", |state| state.service.note_served()).await;
        if done(&state, "who keeps house", |state| state.service.keeps_house()).await != Some(true) {
            continue;
        }
        if n.is_multiple_of(PERIODS_A_PURGE) {
            clear(&state, "expired idempotency keys", |service| service.purge_keys()).await;
            clear(&state, "quotas", |service| service.purge_quotas()).await;
        }
        if days > 0 && n.is_multiple_of(PERIODS_AN_ABANDONMENT) {
            clear(&state, "abandoned games", move |service| service.abandon_games(days)).await;
        }
    }
}

/// Does `what` on a thread that may block; where that fails the log is told, and there is nothing.
async fn done<T: Send + 'static, E: Display + Send + 'static>(
    state: &AppState,
    what: &'static str,
    work: impl FnOnce(&AppState) -> Result<T, E> + Send + 'static,
) -> Option<T> {
    let shared = state.clone();
    match tokio::task::spawn_blocking(move || work(&shared)).await {
        Ok(Ok(done)) => return Some(done),
        Ok(Err(error)) => tracing::warn!(%error, what, "housekeeping is not done"),
        Err(error) => tracing::error!(%error, what, "housekeeping failed"),
    }
    None
}

/// Clears away `what`, and tells the log how much it was.
async fn clear<E: Display + Send + 'static>(
    state: &AppState,
    what: &'static str,
    work: impl FnOnce(&Service) -> Result<usize, E> + Send + 'static,
) {
    if let Some(count @ 1..) = done(state, what, move |state| work(&state.service)).await {
        tracing::info!(count, what, "cleared away");
    }
}
