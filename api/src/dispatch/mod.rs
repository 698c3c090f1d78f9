//! Looks for what is due to front ends and browsers. The events of a game are what waits; a row for each receiver says how far it was
//! told. One node sends for all. Every node passes over what is seen by those who follow a game through it: a short pause before each
//! message to a browser is their time to do so.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::stream::{StreamExt as _, iter};
use tapis_service::ServiceError;

use crate::outbox::{ASKED_EVERY, Claim, Outbox};
use crate::push;
use crate::state::AppState;

mod receiver;

use receiver::{PAGE, Receiver, Source};

/// How often it is looked for what is due, and where every look is questions to a server.
const EVERY: Duration = Duration::from_millis(200);
const EVERY_SHARED: Duration = Duration::from_millis(500);
/// Looking takes at most the twentieth part of the time, unless that keeps somebody waiting for longer than this.
const REST: u32 = 20;
const LONGEST_REST: Duration = Duration::from_secs(2);
/// Milliseconds from now on in which a pause may end unseen while nothing is looked for.
const AHEAD_MS: u64 = 5_000;
/// Receivers of whom it is noted at the same time that they wait.
const NOTED_AT_ONCE: usize = 32;

/// Sends until the service stops.
pub(crate) async fn run(state: AppState) {
    let outbox = match Outbox::new(state.clone()) {
        Ok(outbox) => Arc::new(outbox),
        Err(error) => return tracing::error!(%error, "nobody can be told of games"),
    };
    let mut rounds = Rounds { outbox, turn: 0, idle: None };
    let every = if state.service.store().is_shared() { EVERY_SHARED } else { EVERY };
    loop {
        let rest = rounds.round().await;
        tokio::select! {
            () = state.stopping.cancelled() => return,
            () = tokio::time::sleep(rest) => {}
        }
        tokio::select! {
            () = state.stopping.cancelled() => return,
            () = state.webhooks_changed.notified() => rounds.idle = None,
            () = rounds.outbox.places.freed() => {}
            () = tokio::time::sleep(every) => {}
        }
    }
}

/// What is known from one look to the next.
struct Rounds {
    outbox: Arc<Outbox>,
    /// The number of the look: each begins with another source.
    turn: usize,
    /// The commits of the store before a look that found nothing, and when that was.
    idle: Option<(u64, Instant)>,
}

impl Rounds {
    /// Begins what can begin; answers how long nothing may be looked for.
    async fn round(&mut self) -> Duration {
        let begun = Instant::now();
        let store = Arc::clone(self.outbox.state.service.store());
        let commits = store.writer_stats().commits;
        let idle = self.idle.filter(|(_, since)| since.elapsed() < ASKED_EVERY);
        // Where others write too, they may have made what is due.
        if !store.is_shared() && idle.is_some_and(|(at, _)| at == commits) {
            return Duration::ZERO;
        }
        self.turn = self.turn.wrapping_add(1);
        match look(&self.outbox, self.turn).await {
            Ok(is_idle) => self.idle = is_idle.then_some((commits, begun)),
            Err(error) => {
                tracing::warn!(%error, "what is to be told of games cannot be read");
                return ASKED_EVERY;
            }
        }
        rest_after(begun.elapsed())
    }
}

/// How long nothing is looked for after a look that took so long.
fn rest_after(looked: Duration) -> Duration {
    looked.saturating_mul(REST).min(LONGEST_REST)
}

/// Begins to tell whoever is due, as many as there is room for; answers whether nobody is due soon. It reads all of them, so that those
/// for whom there is no room hide nobody; but of a key no more when it has its share.
async fn look(outbox: &Arc<Outbox>, turn: usize) -> Result<bool, ServiceError> {
    let state = &outbox.state;
    let mut sources = Source::all(state).await?;
    let first = turn.checked_rem(sources.len()).unwrap_or(0);
    sources.rotate_left(first);
    // Who is in a pause is looked at as well: meanwhile somebody may follow the game here.
    let until = state.service.now().plus_millis(state.settings.tuning.push_pause_ms.max(AHEAD_MS));
    let mut is_idle = true;
    for source in &mut sources {
        if matches!(source, Source::Games(..)) && !outbox.sends().await? {
            continue;
        }
        loop {
            outbox.places.reads();
            let found = source.next(state, until).await?;
            let is_last = found.len() < PAGE;
            is_idle &= found.is_empty();
            let has_room = found.is_empty() || begin(outbox, found).await?;
            if is_last || (!has_room && matches!(source, Source::Games(..))) {
                break;
            }
        }
    }
    Ok(is_idle)
}

/// Begins to tell those of some receivers for whom there is room; answers whether there was for each, but for the share of its host.
async fn begin(outbox: &Arc<Outbox>, found: Vec<Receiver>) -> Result<bool, ServiceError> {
    let (sends, now) = (outbox.sends().await?, outbox.state.service.now());
    let (mut waiting, mut has_room) = (Vec::new(), true);
    for receiver in found {
        let (next_try, whom, lane) = receiver.due(&outbox.state);
        if let Receiver::Browser(browser) = &receiver
            && let Some(snapshot) = push::attended(outbox, browser)
        {
            push::pass_over(outbox, browser.clone(), &snapshot).await?;
        } else if sends && next_try <= now {
            match outbox.places.claim(whom, lane, now) {
                Claim::Begun(place) => {
                    let outbox = Arc::clone(outbox);
                    tokio::spawn(async move { receiver.tell(&outbox, place).await });
                }
                Claim::Busy => {}
                Claim::Full => has_room = false,
                Claim::Waits(until) => waiting.push(receiver.put_off(&outbox.state, until)),
            }
        }
    }
    // They are not read again before.
    let mut noted = iter(waiting).buffer_unordered(NOTED_AT_ONCE);
    while let Some(done) = noted.next().await {
        done?;
    }
    Ok(has_room)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_look_keeps_nobody_waiting_for_long() {
        assert_eq!(rest_after(Duration::from_millis(10)), Duration::from_millis(200));
        assert_eq!(rest_after(Duration::from_secs(10)), LONGEST_REST);
    }
}
