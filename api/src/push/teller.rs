//! Tells one browser of one seat, once of whatever is new.

use std::sync::Arc;

use actix_web::http::header;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use tapis_db::model::PushSubscription;
use tapis_games::seat::Seat;
use tapis_service::ServiceError;
use tapis_service::tables::Snapshot;

use super::encryption::encrypt;
use super::message::{News, PADDED, Told, told, written};
use crate::outbox::{Again, Failure, Outbox, Place};
use crate::outgoing::{Fault, request_to};

/// How often a message is sent at most: then the next news is waited for.
const MOST_TRIES: u32 = 6;

/// The game of a browser, if somebody follows it here from its seat.
pub(crate) fn attended(outbox: &Outbox, browser: &PushSubscription) -> Option<Arc<Snapshot>> {
    let attended = outbox.state.service.live_games().attended(browser.game, Seat(browser.seat));
    attended.filter(|snapshot| snapshot.version() > browser.told)
}

/// Passes over what a seat sees anyway, because somebody follows the game from there.
///
/// # Errors
/// The store does not take it.
pub(crate) async fn pass_over(
    outbox: &Outbox,
    browser: PushSubscription,
    snapshot: &Snapshot,
) -> Result<(), ServiceError> {
    let knows = up_to(&browser, snapshot);
    change(outbox, browser, knows).await
}

/// Tells a browser what there is to tell: only the newest.
///
/// # Errors
/// The store does not take what became of the message.
pub(crate) async fn tell(
    outbox: &Outbox,
    place: &Place,
    snapshot: &Snapshot,
    browser: PushSubscription,
) -> Result<(), ServiceError> {
    let Told::News(news) = told(snapshot, &browser) else {
        return pass_over(outbox, browser, snapshot).await;
    };
    let (now, pause) = (outbox.state.service.now(), outbox.state.settings.tuning.push_pause_ms);
    // A clock that was put back must not make the pause longer.
    let waited = now.millis_since(news.at).max(if now < news.at { pause } else { 0 });
    if waited < pause {
        let later = PushSubscription { next_try: now.plus_millis(pause - waited), ..browser.clone() };
        return change(outbox, browser, Some(later)).await;
    }
    if attended(outbox, &browser).is_some() {
        return pass_over(outbox, browser, snapshot).await;
    }
    if !outbox.goes_on() {
        return Ok(());
    }
    let (result, next) = match send(outbox, place, &browser, (&news, snapshot)).await {
        Ok(()) => {
            let taken = PushSubscription { failing_since: None, ..browser.clone() };
            ("taken", up_to(&taken, snapshot))
        }
        // There is no such subscription any more.
        Err(Failure { fault: Fault::Status(404 | 410), .. }) => ("gone", None),
        Err(failure) => ("failed", failed(outbox, &browser, snapshot, &failure)),
    };
    metrics::counter!("tapis_push_messages_total", "result" => result).increment(1);
    change(outbox, browser, next).await
}

/// Sends a message once.
async fn send(
    outbox: &Outbox,
    place: &Place,
    browser: &PushSubscription,
    (news, snapshot): (&News, &Snapshot),
) -> Result<(), Failure> {
    let (now, state) = (outbox.state.service.now(), &outbox.state);
    let url = outbox.url(&browser.endpoint)?;
    let game = snapshot.info.ruleset().game.as_str();
    let title = state.service.rulesets().games().game(game).map_or(game, |game| game.about().title);
    let not_safe = || Failure { fault: Fault::NotSafe, until: None };
    let body = encrypt(&browser.p256dh, &browser.auth, &written(news, browser, title), PADDED);
    let body = body.map_err(|_| not_safe())?;
    let keys = state.push.as_ref().ok_or_else(not_safe)?;
    let authorization = keys.authorization(&url, now).map_err(|_| not_safe())?;
    let request = request_to(&url)
        .header(header::AUTHORIZATION.as_str(), authorization)
        .header(header::CONTENT_TYPE.as_str(), "application/octet-stream")
        .header(header::CONTENT_ENCODING.as_str(), "aes128gcm")
        .header("ttl", news.kept_s(now))
        .header("urgency", news.kind.urgency())
        .header("topic", topic(browser));
    outbox.post(place, &url, request, body).await
}

/// A subscription whose message was not taken; none where nothing follows.
fn failed(
    outbox: &Outbox,
    browser: &PushSubscription,
    snapshot: &Snapshot,
    failure: &Failure,
) -> Option<PushSubscription> {
    let again = outbox.again(browser.tries, browser.failing_since, failure.until);
    let Again { tries, next_try, failing_since, is_over } = again;
    let failing = PushSubscription { tries, next_try, failing_since, ..browser.clone() };
    match tries {
        _ if is_over => None,
        MOST_TRIES.. => up_to(&failing, snapshot),
        _ => Some(failing),
    }
}

/// Changes a subscription, unless it is another by now; without `now` it goes.
async fn change(
    outbox: &Outbox,
    before: PushSubscription,
    now: Option<PushSubscription>,
) -> Result<(), ServiceError> {
    outbox.state.service.ask_store(move |store| store.change_subscription(before, now)).await.map(drop)
}

/// Told of all up to the version of a snapshot; none where nothing follows.
fn up_to(browser: &PushSubscription, snapshot: &Snapshot) -> Option<PushSubscription> {
    match told(snapshot, browser) {
        Told::Gone => None,
        Told::News(news) if news.kind.is_last() => None,
        _ => Some(PushSubscription { told: snapshot.version(), tries: 0, ..browser.clone() }),
    }
}

/// What a newer message of the same game and seat replaces an older one by (RFC 8030, 5.4).
fn topic(browser: &PushSubscription) -> String {
    URL_SAFE_NO_PAD.encode(&browser.id.0[..24])
}
