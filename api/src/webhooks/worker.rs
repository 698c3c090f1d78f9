//! Looks for what there is to tell: one node for all, one message of a game at a time.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tapis_db::Store;
use tapis_db::model::{GameId, WatchedGame, Webhook};
use tapis_service::ServiceError;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

use super::teller::Teller;
use crate::state::AppState;

/// Messages under way, of all webhooks and of one; of one to which nothing arrives a single one.
const AT_ONCE: usize = 32;
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
            () = rounds.told.notified() => {}
            () = tokio::time::sleep(pause) => {}
        }
    }
}

/// What is known from one look to the next.
struct Rounds {
    teller: Arc<Teller>,
    places: Arc<Semaphore>,
    under_way: UnderWay,
    /// Told when there is room for another game.
    told: Arc<Notify>,
    /// The webhooks that are on, of keys in force.
    webhooks: Vec<Webhook>,
    asked: Option<Instant>,
    /// Whether this node is the one that tells.
    tells: bool,
    /// The commits of the store before a look that found nothing.
    idle_at: Option<u64>,
}

/// The games that are told of now, each with its key.
type UnderWay = Arc<Mutex<HashMap<GameId, String>>>;

impl Rounds {
    fn new(teller: Arc<Teller>) -> Self {
        Self {
            teller,
            places: Arc::new(Semaphore::new(AT_ONCE)),
            under_way: UnderWay::default(),
            told: Arc::default(),
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
        self.tells = !self.webhooks.is_empty() && self.teller.hold().await?;
        Ok(())
    }

    /// Begins to tell of games, as many as there is room for; answers whether there was nothing to tell.
    async fn look(&self, state: &AppState) -> Result<bool, ServiceError> {
        let mut is_idle = true;
        for webhook in &self.webhooks {
            let most = if webhook.failing_since.is_some() { 1 } else { AT_ONCE_OF_ONE };
            let under_way = self.under_way.lock().values().filter(|key| **key == webhook.key).count();
            let (now, key, on_since) = (state.service.now(), webhook.key.clone(), webhook.on_since);
            let due = move |store: &dyn Store| store.due_games(&key, now, on_since, most + under_way);
            let due = state.service.ask_store(due).await?;
            is_idle &= due.is_empty() && under_way == 0 && webhook.failing_since.is_none();
            let free = due.into_iter().filter(|watched| !self.under_way.lock().contains_key(&watched.game));
            for watched in free.take(most.saturating_sub(under_way)) {
                let Ok(place) = Arc::clone(&self.places).try_acquire_owned() else { return Ok(false) };
                self.begin(webhook.clone(), watched, place);
            }
        }
        Ok(is_idle)
    }

    fn begin(&self, webhook: Webhook, watched: WatchedGame, place: OwnedSemaphorePermit) {
        let game = watched.game;
        self.under_way.lock().insert(game, webhook.key.clone());
        let telling = Telling { game, under_way: Arc::clone(&self.under_way), told: Arc::clone(&self.told) };
        let teller = Arc::clone(&self.teller);
        tokio::spawn(async move {
            let _telling = telling;
            teller.tell(webhook, watched).await;
            drop(place);
        });
    }
}

/// A game that is told of until this is dropped.
struct Telling {
    game: GameId,
    under_way: UnderWay,
    told: Arc<Notify>,
}

impl Drop for Telling {
    fn drop(&mut self) {
        self.under_way.lock().remove(&self.game);
        self.told.notify_one();
    }
}
