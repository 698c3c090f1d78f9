//! Where a front end is told what happens in its games.

use super::prelude::*;

use tapis_db::model::{Secret, Webhook};

use crate::outgoing::given;
use crate::webhooks::shown;

/// For how long the secret before a new one signs messages, too.
const OLD_SECRET_S: i64 = 86_400;
/// The most games that are listed whose messages are not taken.
const MOST_FAILING: usize = 20;

/// Set the webhook of a key.
///
/// From now on the service sends a signed message to this address when something happens in a game that was created with the
/// key, or in which somebody took a seat with it: see `x-webhooks` in this document. There is one webhook a key. The first
/// request makes the secret of the signatures and shows it once; `new_secret` makes another, and for a day messages have a
/// signature by each of the two. Later requests change the address, and switch on a webhook that is off: messages that were not
/// taken are sent then. Messages of a game come in order, each at least once. A message that is not taken is sent again with
/// growing pauses; after a day in vain the game is given up, and the webhook switched off if those of others fail, too. Redirects
/// are not followed.
#[utoipa::path(
    tag = "operation", operation_id = "putWebhook", security(("api_key" = [])),
    request_body(content = PutWebhook, content_type = "application/json"),
    responses(
        (status = 200, description = "The webhook.", body = WebhookView),
        WebhookProblems, BodyProblems, SpaceProblems, ProblemResponses,
    )
)]
#[put("/v1/webhook", wrap = "from_fn(as_change)")]
pub(super) async fn put_webhook(
    state: AppState,
    holder: KeyHolder,
    Body { value: PutWebhook { url, new_secret }, .. }: Body<PutWebhook>,
) -> Answer {
    check_address("/url", &url, state.settings.webhooks.to_private_networks)?;
    let (on_since, entropy) = (state.service.now(), state.service.sources().entropy.bytes());
    let made = Secret(entropy.map_err(ApiError::internal)?);
    let key = holder.0.clone();
    let change = move |found: Option<Webhook>| {
        let (secret, old_secret, old_until) = match found {
            Some(found) if new_secret => {
                (made, Some(found.secret), Some(on_since.plus_seconds(OLD_SECRET_S)))
            }
            Some(found) => (found.secret, found.old_secret, found.old_until),
            None => (made, None, None),
        };
        let (failing_since, off_since, fault) = (None, None, None);
        Ok(Webhook { key, url, secret, old_secret, old_until, on_since, failing_since, off_since, fault })
    };
    let webhook = state.service.put_webhook(holder.0, change).await?;
    state.webhooks_changed.notify_one();
    let secret = (webhook.secret == made).then(|| shown(&state.service.webhook_secret(&webhook.secret)));
    respond::ok(&WebhookView::new(webhook, secret))
}

/// Look at the webhook of a key.
///
/// Says where messages are sent, whether they arrive, and if not, since when and why. `failing_games` says the same of single games,
/// up to 20.
#[utoipa::path(
    tag = "operation", operation_id = "getWebhook", security(("api_key" = [])),
    responses(
        (status = 200, description = "The webhook, without its secret.", body = WebhookView),
        WebhookProblems, NoSuchWebhook, ProblemResponses,
    )
)]
#[get("/v1/webhook")]
pub(super) async fn get_webhook(state: AppState, holder: KeyHolder) -> Answer {
    let key = holder.0.clone();
    let webhook = state.service.webhook(holder.0).await?;
    let failing = state.service.ask_store(move |store| store.failing_games(&key, MOST_FAILING)).await?;
    let failing_games = failing.into_iter().filter_map(FailingGame::new).collect();
    respond::ok(&WebhookView { failing_games, ..WebhookView::new(webhook, None) })
}

/// Delete the webhook of a key.
///
/// Nothing is sent any more, and what was not sent yet is forgotten. A webhook that is set later hears of games that are
/// created after it.
#[utoipa::path(
    tag = "operation", operation_id = "deleteWebhook", security(("api_key" = [])),
    responses(
        (status = 204, description = "Deleted."),
        WebhookProblems, NoSuchWebhook, ProblemResponses,
    )
)]
#[delete("/v1/webhook", wrap = "from_fn(as_change)")]
pub(super) async fn delete_webhook(state: AppState, holder: KeyHolder) -> Answer {
    state.service.delete_webhook(holder.0).await?;
    state.webhooks_changed.notify_one();
    Ok(HttpResponse::NoContent().finish())
}

/// Refuses an address, in the member of the body at `pointer`, to which nothing can be sent.
pub(super) fn check_address(pointer: &str, url: &str, private_too: bool) -> Result<(), ServiceError> {
    let read = given(url, private_too, said("webhook_url"));
    read.map(drop).map_err(|fault| ServiceError::field(pointer, fault))
}
