//! Looks for what there is to tell: one node for all, one message of a game at a time.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tapis_db::Store;
use tapis_db::model::{GameId, WatchedGame, Webhook};
use tapis_service::ServiceError;

use super::teller::Teller;
use crate::outbox::UnderWay;
use crate::state::AppState;

/// Messages under way of one webhook; of one to which nothing arrives a single one.
const AT_ONCE_OF_ONE: usize = 8;
/// How often it is looked for what there is to tell.
const EVERY: Duration = Duration::from_millis(200);
/// Looking takes at most the twentieth part of the time.
const REST: u32 = 20;
/// How often it is asked which webhooks there are, and which node tells.
const ASKED_EVERY: Duration = Duration::from_secs(5);

/// Tells until the service stops.
pub(crate) async fn run(state: AppState) {
    let teller = match Teller::new(state.clone()) {
        Ok(teller) => Arc::new(teller),
        Err(error) => return tracing::error!(%error, "webhooks cannot be delivered"),
    };
    let mut rounds = Rounds::new(teller);
    loop {
        let pause = rounds.round(&state).await;
        tokio::select! {
            () = state.stopping.cancelled() => return,
            () = state.webhooks_changed.notified() => rounds.asked = None,
            () = rounds.under_way.freed() => {}
            () = tokio::time::sleep(pause) => {}
        }
    }
}

/// What is known from one look to the next.
struct Rounds {
    teller: Arc<Teller>,
    /// The games that keys are told of now, each with its key.
    under_way: UnderWay<(GameId, String), String>,
    /// The webhooks that are on, of keys in force.
    webhooks: Vec<Webhook>,
    asked: Option<Instant>,
    /// Whether this node is the one that tells.
    tells: bool,
    /// The commits of the store before a look that found nothing.
    idle_at: Option<u64>,
}

impl Rounds {
    fn new(teller: Arc<Teller>) -> Self {
        Self {
            teller,
            under_way: UnderWay::new(),
            webhooks: Vec::new(),
            asked: None,
            tells: false,
            idle_at: None,
        }
    }

    /// Begins what can begin; answers how long to wait before the next round.
    async fn round(&mut self, state: &AppState) -> Duration {
        let begun = Instant::now();
        if self.asked.is_none_or(|asked| asked.elapsed() >= ASKED_EVERY) {
            if let Err(error) = self.ask(state).await {
                tracing::warn!(%error, "which webhooks there are cannot be read");
                self.tells = false;
            }
            (self.asked, self.idle_at) = (Some(begun), None);
        }
        if !self.tells {
            return ASKED_EVERY;
        }
        // Where others write too, they may have made what is to be told.
        let store = state.service.store();
        let commits = store.writer_stats().commits;
        if !store.is_shared() && self.idle_at == Some(commits) {
            return EVERY;
        }
        match self.look(state).await {
            Ok(is_idle) => self.idle_at = is_idle.then_some(commits),
            Err(error) => {
                tracing::warn!(%error, "what webhooks are to be told cannot be read");
                return ASKED_EVERY;
            }
        }
        EVERY.max(begun.elapsed() * REST)
    }

    /// Asks which webhooks there are, and which node tells.
    async fn ask(&mut self, state: &AppState) -> Result<(), ServiceError> {
        let read = |store: &dyn Store| {
            let webhooks = store.webhooks()?;
            Ok((if webhooks.is_empty() { Vec::new() } else { store.keys()? }, webhooks))
        };
        let (keys, mut webhooks) = state.service.ask_store(read).await?;
        let in_force = keys.into_iter().filter(|key| key.revoked_at.is_none()).map(|key| key.name);
        let in_force: HashSet<String> = in_force.collect();
        webhooks.retain(|webhook| webhook.off_since.is_none() && in_force.contains(&webhook.key));
        self.webhooks = webhooks;
        self.tells = !self.webhooks.is_empty() && self.teller.lease.hold().await?;
        Ok(())
    }

    /// Begins to tell of games, as many as there is room for; answers whether there was nothing to tell.
    async fn look(&self, state: &AppState) -> Result<bool, ServiceError> {
        let mut is_idle = true;
        for webhook in &self.webhooks {
            let most = if webhook.failing_since.is_some() { 1 } else { AT_ONCE_OF_ONE };
            let under_way = self.under_way.count(|key| *key == webhook.key);
            let (now, key, on_since) = (state.service.now(), webhook.key.clone(), webhook.on_since);
            let due = move |store: &dyn Store| store.due_games(&key, now, on_since, most + under_way);
            let due = state.service.ask_store(due).await?;
            is_idle &= due.is_empty() && under_way == 0 && webhook.failing_since.is_none();
            let place = |watched: &WatchedGame| (watched.game, watched.key.clone());
            let free = due.into_iter().filter(|watched| !self.under_way.has(&place(watched)));
            for watched in free.take(most.saturating_sub(under_way)) {
                let (teller, place, webhook) = (Arc::clone(&self.teller), place(&watched), webhook.clone());
                let key = webhook.key.clone();
                if !self.under_way.begin(place, key, async move { teller.tell(webhook, watched).await }) {
                    return Ok(false);
                }
            }
        }
        Ok(is_idle)
    }
}
