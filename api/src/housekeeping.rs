//! What has to be done now and then while the service runs.

use std::fmt::Display;
use std::time::Duration;

use tapis_service::Service;
use tokio::time::{MissedTickBehavior, interval};

use crate::state::AppState;

/// How often numbers are folded up, callers forgotten and keys looked up.
const PERIOD: Duration = Duration::from_secs(5);
/// How many periods pass before it is asked again which node keeps house: ten seconds.
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
        refresh_keys(&state).await;
        state.rates.forget_idle();
        state.quotas.forget_idle();
        if !n.is_multiple_of(PERIODS_A_HOUSE) {
            continue;
        }
        note_served(&state).await;
        if !keeps_house(&state).await {
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

/// Whether this node is the one that keeps house for all.
async fn keeps_house(state: &AppState) -> bool {
    let shared = state.clone();
    match tokio::task::spawn_blocking(move || shared.service.keeps_house()).await {
        Ok(Ok(keeps_house)) => keeps_house,
        Ok(Err(error)) => {
            tracing::warn!(%error, "who keeps house is not known");
            false
        }
        Err(error) => {
            tracing::error!(%error, "housekeeping failed");
            false
        }
    }
}

/// Says that the service goes on: no clock of a game runs while nobody says so.
async fn note_served(state: &AppState) {
    let shared = state.clone();
    match tokio::task::spawn_blocking(move || shared.service.note_served()).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::warn!(%error, "the store does not note that it is served"),
        Err(error) => tracing::error!(%error, "housekeeping failed"),
    }
}

/// Looks which keys there are now: `tapis keys` changes them while the service runs.
async fn refresh_keys(state: &AppState) {
    let shared = state.clone();
    let refreshed = tokio::task::spawn_blocking(move || {
        shared.keys.refresh(&**shared.service.store(), &shared.settings.limits)
    });
    match refreshed.await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => {
            tracing::warn!(%error, "the keys of callers cannot be read; those known before hold")
        }
        Err(error) => tracing::error!(%error, "the keys of callers cannot be read"),
    }
}

/// Clears away `what` on a thread that may block, and tells the log how much it was.
async fn clear<E: Display + Send + 'static>(
    state: &AppState,
    what: &'static str,
    work: impl FnOnce(&Service) -> Result<usize, E> + Send + 'static,
) {
    let shared = state.clone();
    match tokio::task::spawn_blocking(move || work(&shared.service)).await {
        Ok(Ok(0)) => {}
        Ok(Ok(count)) => tracing::info!(count, what, "cleared away"),
        Ok(Err(error)) => tracing::warn!(%error, what, "cannot be cleared away"),
        Err(error) => tracing::error!(%error, what, "housekeeping failed"),
    }
}
