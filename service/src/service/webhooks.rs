//! Webhooks of keys, and what asks the store.

use std::sync::Arc;
use std::time::Duration;

use tapis_db::model::{Secret, Webhook};
use tapis_db::{Store, StoreError};

use super::Service;
use crate::ServiceError;

/// How long a node that died keeps others from telling.
const TOLD_BY: Duration = Duration::from_secs(30);

impl Service {
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

    /// What messages of a webhook are signed with. It follows from what is stored of it, `kept`, and from the server's secret: whoever
    /// has only the database, or a backup of it, cannot sign.
    pub fn webhook_secret(&self, kept: &Secret) -> Secret {
        Secret(*self.tokens.seal("webhook", &kept.0).as_bytes())
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
