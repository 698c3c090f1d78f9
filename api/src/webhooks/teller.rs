//! Tells a front end of one game, from where it was told last: in order, each message until it is taken.

use actix_web::http::header;
use tapis_db::model::{Time, WatchedGame, Webhook};
use tapis_service::tables::{GameStatus, Snapshot};
use tapis_service::{Service, ServiceError};

use super::message::{WebhookMessage, told};
use super::signature::signature;
use crate::outbox::{Again, Failure, Outbox, Place};
use crate::outgoing::request_to;

/// Games of a key whose messages fail that are looked at, at most: one of them besides that at hand is enough.
const MOST_FAILING: usize = 256;

/// Tells a front end what there is to tell of a game.
///
/// # Errors
/// The store does not say who sits there, or does not take how far it was told.
pub(crate) async fn tell(
    outbox: &Outbox,
    place: &Place,
    snapshot: &Snapshot,
    (webhook, mut watched): (&Webhook, WatchedGame),
) -> Result<(), ServiceError> {
    let (game, key) = (watched.game, watched.key.clone());
    let mut players = outbox.state.service.ask_store(move |store| store.players_of(game)).await?;
    // An id of another front end is told to nobody.
    players.retain(|player| player.key == key);
    let messages = told(snapshot, watched.delivered, &players);
    let is_of_key = watched.url.is_none();
    for (n, message) in messages.iter().enumerate() {
        if !outbox.goes_on() {
            return Ok(());
        }
        if let Err(failure) = send(outbox, place, (webhook, &watched), message).await {
            if is_of_key && n > 0 {
                note(outbox, webhook, None).await?;
            }
            return failed(outbox, webhook, watched, failure).await;
        }
        let version = message.data.version;
        if messages.get(n + 1).is_some_and(|next| next.data.version > version) {
            watched = taken(watched, version);
            advance(outbox, watched.clone()).await?;
        }
    }
    let is_done = matches!(snapshot.status, GameStatus::Finished | GameStatus::Aborted);
    advance(outbox, WatchedGame { is_done, ..taken(watched, snapshot.version()) }).await?;
    if is_of_key && !messages.is_empty() {
        note(outbox, webhook, None).await?;
    }
    Ok(())
}

/// Sends a message once.
async fn send(
    outbox: &Outbox,
    place: &Place,
    (webhook, watched): (&Webhook, &WatchedGame),
    message: &WebhookMessage,
) -> Result<(), Failure> {
    let (id, now) = (message.id(), outbox.state.service.now());
    let timestamp = now.timestamp().as_second();
    // Texts and numbers always have JSON.
    let body = serde_json::to_vec(message).unwrap_or_default();
    let url = outbox.url(watched.url.as_deref().unwrap_or(&webhook.url))?;
    let request = request_to(&url)
        .header(header::CONTENT_TYPE.as_str(), "application/json")
        .header("webhook-id", &id)
        .header("webhook-timestamp", timestamp)
        .header("webhook-signature", signatures(&outbox.state.service, webhook, now, &id, &body));
    let sent = outbox.post(place, &url, request, body).await;
    let result = if sent.is_ok() { "taken" } else { "failed" };
    metrics::counter!("tapis_webhook_messages_total", "result" => result).increment(1);
    sent
}

/// By each of the secrets that a receiver may know: after a new one, the old one for a while.
fn signatures(service: &Service, webhook: &Webhook, now: Time, id: &str, body: &[u8]) -> String {
    let is_old_good = webhook.old_until.is_some_and(|until| now < until);
    let old = webhook.old_secret.as_ref().filter(|_| is_old_good);
    let by = |kept| signature(&service.webhook_secret(kept), id, now.timestamp().as_second(), body);
    [Some(&webhook.secret), old].into_iter().flatten().map(by).collect::<Vec<_>>().join(" ")
}

/// Notes that a message was not taken: it is sent again, unless that was tried for long enough. What fails at the address of one game,
/// or of one game alone at that of the key, says nothing of the other games of the key, however quiet they are.
async fn failed(
    outbox: &Outbox,
    webhook: &Webhook,
    watched: WatchedGame,
    Failure { fault, until }: Failure,
) -> Result<(), ServiceError> {
    let again = outbox.again(watched.tries, watched.failing_since, until);
    let Again { tries, next_try, failing_since, is_over } = again;
    let (game, reason) = (watched.game, Some(fault.to_string()));
    let failing = WatchedGame { tries, next_try, failing_since, fault: reason, ..watched };
    let is_alone = failing.url.is_some() || note(outbox, webhook, Some((&failing, is_over))).await?;
    let is_done = is_over && is_alone;
    advance(outbox, WatchedGame { is_done, ..failing }).await?;
    if is_done {
        tracing::warn!(%game, key = webhook.key, %fault, "a game is told no more: a message of it was not taken for too long");
    }
    Ok(())
}

/// Says of the webhook of a key whether its newest message was taken, with the game whose message was not and whether that is over: it
/// is switched off where none was taken for too long, of another game neither. Answers whether a game that is over fails alone: something
/// was taken in half of that time, or no other game was tried in vain since.
async fn note(
    outbox: &Outbox,
    webhook: &Webhook,
    failed: Option<(&WatchedGame, bool)>,
) -> Result<bool, ServiceError> {
    let (service, key) = (&outbox.state.service, webhook.key.clone());
    let found = service.ask_store(move |store| store.webhook(&key)).await?;
    // It may be another one by now.
    let is_same = |found: &Webhook| found.on_since == webhook.on_since && found.off_since.is_none();
    let Some(found) = found.filter(is_same) else { return Ok(false) };
    let (now, give_up_ms) = (service.now(), outbox.state.settings.tuning.give_up_ms());
    let failing_since = failed.map(|_| found.failing_since.unwrap_or(now));
    let failing = failing_since.map_or(0, |since| now.millis_since(since));
    let is_alone = match failed.zip(failing_since) {
        Some(((game, true), since)) if failing >= give_up_ms / 2 => fails_alone(outbox, game, since).await?,
        _ => true,
    };
    let off_since = (failing >= give_up_ms && !is_alone).then_some(now);
    let fault = failed.and_then(|(game, _)| game.fault.clone());
    if off_since.is_some() {
        tracing::warn!(
            key = webhook.key,
            fault,
            "a webhook is switched off: no message was taken for too long"
        );
    }
    let changed = Webhook { failing_since, off_since, fault, ..found.clone() };
    if changed != found {
        service.ask_store(move |store| store.change_webhook(found, changed)).await?;
    }
    Ok(is_alone)
}

/// Whether of no other game at the address of the key a message was sent in vain since a time: after each there is a pause.
async fn fails_alone(outbox: &Outbox, game: &WatchedGame, since: Time) -> Result<bool, ServiceError> {
    let (id, key) = (game.game, game.key.clone());
    let failing =
        outbox.state.service.ask_store(move |store| store.failing_games(&key, MOST_FAILING)).await?;
    Ok(!failing.iter().any(|other| other.game != id && other.url.is_none() && other.next_try > since))
}

/// Says how far a game was told.
async fn advance(outbox: &Outbox, watched: WatchedGame) -> Result<(), ServiceError> {
    outbox.state.service.ask_store(move |store| store.advance(watched)).await
}

/// All up to a version was taken.
fn taken(watched: WatchedGame, version: u64) -> WatchedGame {
    WatchedGame { delivered: version, tries: 0, failing_since: None, fault: None, ..watched }
}
