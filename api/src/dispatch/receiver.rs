//! Who is told of a game, whichever way, and where those are found of whom something is due.

use std::sync::Arc;

use tapis_db::Store;
use tapis_db::model::{Digest, GameId, PushSubscription, Time, WatchedGame, Webhook};
use tapis_service::ServiceError;
use url::Url;

use crate::outbox::{Lane, Outbox, Place, Whom};
use crate::rates::Account;
use crate::state::AppState;
use crate::{push, webhooks};

/// Receivers that are read together, at most.
pub(super) const PAGE: usize = 256;
/// How long a game that cannot be read is left alone.
const UNREADABLE_MS: u64 = 60_000;

/// Who is told of a game.
pub(super) enum Receiver {
    /// The owner of a key.
    FrontEnd(Arc<Webhook>, WatchedGame),
    /// The browser of a seat.
    Browser(PushSubscription),
}

impl Receiver {
    /// When a message is due, whose it is, and by what its share is counted.
    pub(super) fn due(&self, state: &AppState) -> (Time, Whom, Lane) {
        let (next_try, whom, url, creator, since) = match self {
            Self::FrontEnd(webhook, WatchedGame { game, key, next_try, url, .. }) => {
                let creator = state.creator(Some(&Account::Key(key.as_str().into())));
                let (url, since) = (url.as_ref().unwrap_or(&webhook.url), Some(webhook.on_since));
                (*next_try, Whom::FrontEnd(*game, key.clone()), url, creator, since)
            }
            Self::Browser(PushSubscription { id, endpoint, creator, next_try, .. }) => {
                (*next_try, Whom::Browser(*id), endpoint, *creator, None)
            }
        };
        let url = Url::parse(url).ok();
        let host = url.as_ref().and_then(Url::host_str).unwrap_or_default().trim_end_matches('.');
        let port = url.as_ref().and_then(Url::port_or_known_default).unwrap_or_default();
        (next_try, whom, Lane { host: format!("{host}:{port}"), creator, since })
    }

    /// Tells what there is to tell.
    pub(super) async fn tell(self, outbox: &Outbox, place: Place) {
        let game = match &self {
            Self::FrontEnd(_, watched) => watched.game,
            Self::Browser(browser) => browser.game,
        };
        if let Err(error) = self.tell_of(game, outbox, &place).await
            && !outbox.state.stopping.is_cancelled()
        {
            tracing::warn!(%game, %error, "a receiver is not told of a game");
        }
    }

    async fn tell_of(self, game: GameId, outbox: &Outbox, place: &Place) -> Result<(), ServiceError> {
        let snapshot = match outbox.state.service.live_games().open(game).await {
            Ok(game) => game.snapshot(),
            Err(error) => {
                let later = outbox.state.service.now().plus_millis(UNREADABLE_MS);
                self.put_off(&outbox.state, later).await?;
                return Err(error);
            }
        };
        match self {
            Self::FrontEnd(webhook, watched) => {
                webhooks::tell(outbox, place, &snapshot, (webhook.as_ref(), watched)).await
            }
            Self::Browser(browser) => push::tell(outbox, place, &snapshot, browser).await,
        }
    }

    /// Notes that nothing is sent before a time.
    ///
    /// # Errors
    /// Those of the store.
    pub(super) async fn put_off(self, state: &AppState, next_try: Time) -> Result<(), ServiceError> {
        let put_off = move |store: &dyn Store| match self {
            Self::FrontEnd(_, watched) => store.advance(WatchedGame { next_try, ..watched }),
            Self::Browser(browser) => {
                let later = PushSubscription { next_try, ..browser.clone() };
                store.change_subscription(browser, Some(later)).map(drop)
            }
        };
        state.service.ask_store(put_off).await
    }
}

/// Receivers of whom something may be due, the one that waits longest first, and up to where they were read.
pub(super) enum Source {
    /// The games of a key.
    Games(Arc<Webhook>, Option<(Time, GameId)>),
    /// All browsers.
    Browsers(Option<(Time, Digest)>),
}

impl Source {
    /// All of them.
    ///
    /// # Errors
    /// Those of the store.
    pub(super) async fn all(state: &AppState) -> Result<Vec<Self>, ServiceError> {
        let read = |store: &dyn Store| {
            let webhooks = store.webhooks()?;
            Ok((if webhooks.is_empty() { Vec::new() } else { store.keys()? }, webhooks))
        };
        let (keys, webhooks) = state.service.ask_store(read).await?;
        let is_on = |webhook: &Webhook| {
            let mut in_force = keys.iter().filter(|key| key.revoked_at.is_none());
            webhook.off_since.is_none() && in_force.any(|key| key.name == webhook.key)
        };
        let on = webhooks.into_iter().filter(is_on).map(|webhook| Self::Games(Arc::new(webhook), None));
        Ok(on.chain(state.push.as_ref().map(|_| Self::Browsers(None))).collect())
    }

    /// The next ones: [`PAGE`] of them, or the last ones.
    ///
    /// # Errors
    /// Those of the store.
    pub(super) async fn next(
        &mut self,
        state: &AppState,
        until: Time,
    ) -> Result<Vec<Receiver>, ServiceError> {
        Ok(match self {
            Self::Games(webhook, after) => {
                let (key, from) = (webhook.key.clone(), *after);
                let due = move |store: &dyn Store| store.due_games(&key, until, from, PAGE);
                let due = state.service.ask_store(due).await?;
                *after = due.last().map(|last| (last.next_try, last.game));
                due.into_iter().map(|watched| Receiver::FrontEnd(Arc::clone(webhook), watched)).collect()
            }
            Self::Browsers(after) => {
                let from = *after;
                let due = move |store: &dyn Store| store.due_subscriptions(until, from, PAGE);
                let due = state.service.ask_store(due).await?;
                *after = due.last().map(|last| (last.next_try, last.id));
                due.into_iter().map(Receiver::Browser).collect()
            }
        })
    }
}
