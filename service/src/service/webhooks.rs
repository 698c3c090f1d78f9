//! Who is told of games, and how far.

use std::sync::Arc;
use std::time::Duration;

use tapis_db::model::{GameId, WatchedGame, Webhook};
use tapis_db::{Store, StoreError};

use super::Service;
use crate::ServiceError;

/// How long a node that died keeps others from telling.
const TOLD_BY: Duration = Duration::from_secs(30);

impl Service {
    /// Has the owner of a key told of a game that was created with the key, if the owner has a webhook: at `url`, where the game has
    /// an address of its own. A retry says it again.
    ///
    /// # Errors
    /// The store cannot tell or does not take it.
    pub async fn watch(&self, key: String, game: GameId, url: Option<String>) -> Result<(), ServiceError> {
        let first = WatchedGame { url, ..self.first(key, game) };
        self.ask_store(move |store| watch(store, first)).await
    }

    /// Has whoever was told of a game told of its rematch, at the same address; if nobody was, the owner of the key of the request.
    ///
    /// # Errors
    /// The store cannot tell or does not take it.
    pub async fn watch_rematch(
        &self,
        before: GameId,
        game: GameId,
        key: Option<String>,
    ) -> Result<(), ServiceError> {
        let first = self.first(key.unwrap_or_default(), game);
        self.ask_store(move |store| {
            let before = store.watched_game(before)?;
            let (key, url) = before.map_or((first.key.clone(), None), |before| (before.key, before.url));
            watch(store, WatchedGame { key, url, ..first })
        })
        .await
    }

    /// Stores the webhook of a key. `change` makes it of the one that there is.
    ///
    /// # Errors
    /// There is no such key; the store does not take it; those of `change`.
    pub async fn put_webhook(
        &self,
        key: String,
        change: impl FnOnce(Option<Webhook>) -> Result<Webhook, ServiceError> + Send + 'static,
    ) -> Result<Webhook, ServiceError> {
        self.space.admit()?;
        let put = move |store: &dyn Store| {
            let found = store.webhook(&key)?;
            Ok(change(found).and_then(|webhook| {
                store.put_webhook(webhook.clone())?;
                Ok(webhook)
            }))
        };
        self.ask_store(put).await?
    }

    /// The webhook of a key.
    ///
    /// # Errors
    /// There is none, or the store cannot tell.
    pub async fn webhook(&self, key: String) -> Result<Webhook, ServiceError> {
        let found = self.ask_store(move |store| store.webhook(&key)).await?;
        found.ok_or(ServiceError::NotFound { what: "webhook" })
    }

    /// Deletes the webhook of a key.
    ///
    /// # Errors
    /// There is none, or the store does not take it.
    pub async fn delete_webhook(&self, key: String) -> Result<(), ServiceError> {
        let was_there = self.ask_store(move |store| store.delete_webhook(&key)).await?;
        was_there.then_some(()).ok_or(ServiceError::NotFound { what: "webhook" })
    }

    /// Whether this node holds the lease of an outbox, which it takes or renews.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn tells(&self, what: &'static str) -> Result<bool, ServiceError> {
        let node = self.node;
        self.ask_store(move |store| store.hold(what, node, TOLD_BY)).await
    }

    fn first(&self, key: String, game: GameId) -> WatchedGame {
        WatchedGame {
            game,
            key,
            delivered: 0,
            tries: 0,
            next_try: self.now(),
            failing_since: None,
            is_done: false,
            url: None,
        }
    }

    /// Asks the store on a thread that may block.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn ask_store<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, ServiceError> {
        let store = Arc::clone(&self.store);
        let done = tokio::task::spawn_blocking(move || work(&*store)).await;
        Ok(done.map_err(ServiceError::internal)??)
    }
}

fn watch(store: &dyn Store, first: WatchedGame) -> Result<(), StoreError> {
    if store.webhook(&first.key)?.is_some() {
        store.watch_game(first)?;
    }
    Ok(())
}
