//! Looks for what there is to tell browsers. One node tells for all. Every node passes over what is seen by those who follow a game
//! through it: a short pause before each message is their time to do so.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tapis_db::model::Digest;
use tapis_service::ServiceError;

use super::teller::Teller;
use crate::outbox::UnderWay;
use crate::state::AppState;

/// Browsers that are looked at together.
const MOST: usize = 256;
/// How often it is looked for what there is to tell, and where every look is a question to a server.
const EVERY: Duration = Duration::from_millis(250);
const EVERY_SHARED: Duration = Duration::from_secs(1);
/// Looking takes at most the twentieth part of the time.
const REST: u32 = 20;
/// How often it is asked which node tells, and how long nothing is looked for at most.
const ASKED_EVERY: Duration = Duration::from_secs(5);
/// Milliseconds from now on in which a pause may end unseen while nothing is looked for.
const AHEAD_MS: u64 = 5_000;

/// Tells until the service stops.
pub(crate) async fn run(state: AppState) {
    if state.push.is_none() {
        return;
    }
    let teller = match Teller::new(state.clone()) {
        Ok(teller) => Arc::new(teller),
        Err(error) => return tracing::error!(%error, "browsers cannot be told"),
    };
    let mut rounds = Rounds::new(teller);
    loop {
        let pause = rounds.round(&state).await;
        tokio::select! {
            () = state.stopping.cancelled() => return,
            () = rounds.under_way.freed() => {}
            () = tokio::time::sleep(pause) => {}
        }
    }
}

/// What is known from one look to the next.
struct Rounds {
    teller: Arc<Teller>,
    /// The browsers that are told now.
    under_way: UnderWay<Digest, ()>,
    /// Whether this node is the one that tells, and when that was asked.
    tells: bool,
    asked: Option<Instant>,
    /// The commits of the store before a look that found nothing, and when that was.
    idle: Option<(u64, Instant)>,
}

impl Rounds {
    fn new(teller: Arc<Teller>) -> Self {
        Self { teller, under_way: UnderWay::new(), tells: false, asked: None, idle: None }
    }

    /// Begins what can begin; answers how long to wait before the next round.
    async fn round(&mut self, state: &AppState) -> Duration {
        let begun = Instant::now();
        let store = state.service.store();
        let commits = store.writer_stats().commits;
        let idle = self.idle.filter(|(_, since)| since.elapsed() < ASKED_EVERY);
        // Where others write too, they may have made what is to be told.
        if !store.is_shared() && idle.is_some_and(|(at, _)| at == commits) {
            return EVERY;
        }
        match self.look(state).await {
            Ok(is_idle) => self.idle = is_idle.then_some((commits, begun)),
            Err(error) => {
                tracing::warn!(%error, "what browsers are to be told cannot be read");
                return ASKED_EVERY;
            }
        }
        let every = if store.is_shared() { EVERY_SHARED } else { EVERY };
        every.max(begun.elapsed() * REST)
    }

    /// Begins to tell browsers, as many as there is room for; answers whether there was nothing to tell.
    async fn look(&mut self, state: &AppState) -> Result<bool, ServiceError> {
        // Who is in a pause is looked at as well: meanwhile somebody may follow the game here.
        let ahead_ms = state.settings.tuning.push_pause_ms.max(AHEAD_MS);
        let until = state.service.now().plus_millis(ahead_ms);
        let due = state.service.ask_store(move |store| store.due_subscriptions(until, MOST)).await?;
        if due.is_empty() {
            return Ok(true);
        }
        if self.asked.is_none_or(|asked| asked.elapsed() >= ASKED_EVERY) {
            self.asked = Some(Instant::now());
            self.tells = false;
            self.tells = self.teller.lease.hold().await?;
        }
        for browser in due {
            if self.under_way.has(&browser.id) {
                continue;
            }
            if let Some(snapshot) = self.teller.attended(&browser) {
                self.teller.pass_over(browser, &snapshot).await?;
            } else if self.tells && browser.next_try <= state.service.now() {
                let teller = Arc::clone(&self.teller);
                if !self.under_way.begin(browser.id, (), async move { teller.tell(browser).await }) {
                    break;
                }
            }
        }
        Ok(false)
    }
}
