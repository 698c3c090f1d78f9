//! Tells a front end of one game, from where it was told last: in order, each message until it is taken.

use std::time::Duration;

use actix_web::http::{Method, header};
use bytes::Bytes;
use http_body_util::Full;
use tapis_db::model::{Secret, Time, WatchedGame, Webhook};
use tapis_service::ServiceError;
use tapis_service::tables::GameStatus;
use url::Url;

use super::message::{WebhookMessage, told};
use super::signature::signature;
use crate::outbox::Lease;
use crate::outgoing::{Fault, Outgoing, ReadLimits, receiver, request_to};
use crate::state::AppState;

/// What else a receiver says than its status is read, a little, and passed over.
const READS: ReadLimits = ReadLimits { bytes: 16 << 10, time: Duration::from_secs(1) };
/// How long a game that cannot be read is left alone.
const UNREADABLE_MS: u64 = 60_000;

/// Tells front ends of their games.
pub(super) struct Teller {
    state: AppState,
    outgoing: Outgoing,
    pub(super) lease: Lease,
}

impl Teller {
    /// # Errors
    /// There is no TLS.
    pub(super) fn new(state: AppState) -> Result<Self, rustls::Error> {
        let outgoing = Outgoing::of(&state.settings)?;
        Ok(Self { lease: Lease::new(state.clone(), "webhooks"), state, outgoing })
    }

    /// Tells what there is to tell of a game.
    pub(super) async fn tell(&self, webhook: Webhook, watched: WatchedGame) {
        let game = watched.game;
        if let Err(error) = self.tell_all(webhook, watched).await
            && !self.state.stopping.is_cancelled()
        {
            tracing::warn!(%game, %error, "a webhook is not told of a game");
        }
    }

    async fn tell_all(&self, webhook: Webhook, mut watched: WatchedGame) -> Result<(), ServiceError> {
        let snapshot = match self.state.service.live_games().open(watched.game).await {
            Ok(game) => game.snapshot(),
            Err(error) => {
                watched.next_try = self.state.service.now().plus_millis(UNREADABLE_MS);
                self.advance(watched).await?;
                return Err(error);
            }
        };
        let (game, key) = (watched.game, watched.key.clone());
        let mut players = self.state.service.ask_store(move |store| store.players_of(game)).await?;
        // An id of another front end is told to nobody.
        players.retain(|player| player.key == key);
        let messages = told(&snapshot, watched.delivered, &players);
        let secret = self.state.service.webhook_secret(&webhook);
        for (message, next) in messages.iter().zip(messages.iter().skip(1).map(Some).chain([None])) {
            if !self.lease.goes_on() {
                return Ok(());
            }
            let url = watched.url.as_deref().unwrap_or(&webhook.url);
            if let Err(fault) = self.send(&secret, url, message).await? {
                return self.failed(webhook, watched, fault).await;
            }
            let version = message.data.version;
            if next.is_some_and(|next| next.data.version > version) {
                watched = taken(watched, version);
                self.advance(watched.clone()).await?;
            }
        }
        let is_of_key = watched.url.is_none();
        let is_done = matches!(snapshot.status, GameStatus::Finished | GameStatus::Aborted);
        self.advance(WatchedGame { is_done, ..taken(watched, snapshot.version()) }).await?;
        if is_of_key && !messages.is_empty() { self.arrived(webhook).await } else { Ok(()) }
    }

    async fn send(
        &self,
        secret: &Secret,
        url: &str,
        message: &WebhookMessage,
    ) -> Result<Result<(), Fault>, ServiceError> {
        let body = serde_json::to_vec(message).map_err(ServiceError::internal)?;
        let Ok(url) = receiver(url, self.state.settings.webhooks.to_private_networks) else {
            return Ok(Err(Fault::PrivateAddress));
        };
        let sent = self.post(secret, &url, &message.id(), body).await;
        let result = if sent.is_ok() { "taken" } else { "failed" };
        metrics::counter!("tapis_webhook_messages_total", "result" => result).increment(1);
        Ok(sent)
    }

    /// Sends a message once; it has arrived when the receiver says so with a status of success.
    async fn post(&self, secret: &Secret, url: &Url, id: &str, body: Vec<u8>) -> Result<(), Fault> {
        let timestamp = self.state.service.now().timestamp().as_second();
        let request = request_to(url)
            .method(Method::POST.as_str())
            .header(header::CONTENT_TYPE.as_str(), "application/json")
            .header("webhook-id", id)
            .header("webhook-timestamp", timestamp)
            .header("webhook-signature", signature(secret, id, timestamp, &body))
            .body(Full::new(Bytes::from(body)))
            .map_err(|_| Fault::NotConnected)?;
        let status = self.outgoing.ask(url, request, READS).await?.status;
        if (200..300).contains(&status) { Ok(()) } else { Err(Fault::Status(status)) }
    }

    /// Says how far a game was told.
    async fn advance(&self, watched: WatchedGame) -> Result<(), ServiceError> {
        self.state.service.ask_store(move |store| store.advance(watched)).await
    }

    /// Notes that a message arrived where none did before.
    async fn arrived(&self, webhook: Webhook) -> Result<(), ServiceError> {
        match self.newest(&webhook).await? {
            Some(found) if found.failing_since.is_some() => {
                let now = Webhook { failing_since: None, fault: None, ..found.clone() };
                self.change(found, now).await
            }
            _ => Ok(()),
        }
    }

    /// Notes that a message was not taken: it is sent again, unless that was tried for long enough. What fails at the address of one
    /// game, or of one game alone at that of the key, says nothing of the other games of the key.
    async fn failed(&self, webhook: Webhook, watched: WatchedGame, fault: Fault) -> Result<(), ServiceError> {
        let (now, tuning) = (self.state.service.now(), &self.state.settings.tuning);
        let before = watched.failing_since.filter(|since| *since >= webhook.on_since);
        let since = before.unwrap_or(now);
        let tries = before.map_or(1, |_| watched.tries.saturating_add(1));
        let next_try = now.plus_millis(tuning.pause_ms(tries));
        let is_over = now.millis_since(since) >= self.give_up_ms();
        let is_alone = watched.url.is_some() || self.key_failed(&webhook, now, &fault).await?;
        let (game, is_done) = (watched.game, is_over && is_alone);
        self.advance(WatchedGame { tries, next_try, failing_since: Some(since), is_done, ..watched }).await?;
        if is_done {
            tracing::warn!(%game, key = webhook.key, %fault, "a game is told no more: a message of it was not taken for too long");
        }
        Ok(())
    }

    /// Says of the webhook of a key that a message was not taken, and switches it off where none was for too long. Answers whether
    /// messages of other games are taken: nothing was refused for half of that time.
    async fn key_failed(&self, webhook: &Webhook, now: Time, fault: &Fault) -> Result<bool, ServiceError> {
        let Some(found) = self.newest(webhook).await? else { return Ok(false) };
        if found.off_since.is_some() {
            return Ok(false);
        }
        let since = found.failing_since.unwrap_or(now);
        let failing = now.millis_since(since);
        let is_over = failing >= self.give_up_ms();
        if is_over {
            tracing::warn!(key = webhook.key, %fault, "a webhook is switched off: no message was taken for too long");
        }
        let changed = Webhook {
            failing_since: Some(since),
            off_since: is_over.then_some(now),
            fault: Some(fault.to_string()),
            ..found.clone()
        };
        if changed != found {
            self.change(found, changed).await?;
        }
        Ok(failing < self.give_up_ms() / 2)
    }

    fn give_up_ms(&self) -> u64 {
        self.state.settings.tuning.webhook_give_up_seconds.saturating_mul(1_000)
    }

    /// The webhook as it is now, unless it is another one by now.
    async fn newest(&self, webhook: &Webhook) -> Result<Option<Webhook>, ServiceError> {
        let key = webhook.key.clone();
        let found = self.state.service.ask_store(move |store| store.webhook(&key)).await?;
        Ok(found.filter(|found| found.on_since == webhook.on_since))
    }

    async fn change(&self, before: Webhook, now: Webhook) -> Result<(), ServiceError> {
        self.state.service.ask_store(move |store| store.change_webhook(before, now)).await?;
        self.state.webhooks_changed.notify_one();
        Ok(())
    }
}

/// All up to a version was taken.
fn taken(watched: WatchedGame, version: u64) -> WatchedGame {
    WatchedGame { delivered: version, tries: 0, failing_since: None, ..watched }
}
