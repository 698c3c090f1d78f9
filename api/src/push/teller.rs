//! Tells one browser of one seat, once of whatever is new.

use std::sync::Arc;
use std::time::Duration;

use actix_web::http::{Method, header};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use http_body_util::Full;
use tapis_db::model::PushSubscription;
use tapis_games::seat::Seat;
use tapis_service::ServiceError;
use tapis_service::tables::Snapshot;

use super::encryption::encrypt;
use super::message::{News, PADDED, Told, told, written};
use crate::outbox::Lease;
use crate::outgoing::{Answer, Fault, Outgoing, ReadLimits, receiver, request_to};
use crate::state::AppState;

/// What a push service says beside its status is read, a little.
const READS: ReadLimits = ReadLimits { bytes: 4 << 10, time: Duration::from_secs(1) };
/// How often a message is sent at most: then the next news is waited for.
const MOST_TRIES: u32 = 6;
/// The longest that a push service may ask to wait.
const LONGEST_WAIT_S: u64 = 86_400;
/// How long a game that cannot be read is left alone.
const UNREADABLE_MS: u64 = 60_000;

/// Tells browsers.
pub(super) struct Teller {
    state: AppState,
    outgoing: Outgoing,
    pub(super) lease: Lease,
}

/// What became of a message.
enum Delivery {
    Taken,
    /// There is no such subscription any more.
    Gone,
    /// It was not taken. It may be sent again after so many seconds, where the push service said so.
    Failed(Option<u64>),
}

impl Teller {
    /// # Errors
    /// There is no TLS.
    pub(super) fn new(state: AppState) -> Result<Self, rustls::Error> {
        let outgoing = Outgoing::of(&state.settings)?;
        Ok(Self { lease: Lease::new(state.clone(), "push"), state, outgoing })
    }

    /// The game of a browser, if somebody follows it here from its seat.
    pub(super) fn attended(&self, browser: &PushSubscription) -> Option<Arc<Snapshot>> {
        let attended = self.state.service.live_games().attended(browser.game, Seat(browser.seat));
        attended.filter(|snapshot| snapshot.version() > browser.told)
    }

    /// Passes over what a seat sees anyway, because somebody follows the game from there.
    pub(super) async fn pass_over(
        &self,
        browser: PushSubscription,
        snapshot: &Snapshot,
    ) -> Result<(), ServiceError> {
        match told(snapshot, &browser) {
            Told::Gone => self.change(browser, None).await,
            Told::News(news) if news.kind.is_last() => self.change(browser, None).await,
            Told::News(_) | Told::Nothing => self.knows(browser, snapshot).await,
        }
    }

    /// Tells what there is to tell.
    pub(super) async fn tell(&self, browser: PushSubscription) {
        let game = browser.game;
        if let Err(error) = self.tell_news(browser).await
            && !self.state.stopping.is_cancelled()
        {
            tracing::warn!(%game, %error, "a browser is not told of a game");
        }
    }

    async fn tell_news(&self, browser: PushSubscription) -> Result<(), ServiceError> {
        let snapshot = match self.state.service.live_games().open(browser.game).await {
            Ok(game) => game.snapshot(),
            Err(ServiceError::NotFound { .. }) => return self.change(browser, None).await,
            Err(error) => {
                let next_try = self.state.service.now().plus_millis(UNREADABLE_MS);
                let later = PushSubscription { next_try, ..browser.clone() };
                self.change(browser, Some(later)).await?;
                return Err(error);
            }
        };
        let news = match told(&snapshot, &browser) {
            Told::News(news) => news,
            Told::Gone => return self.change(browser, None).await,
            Told::Nothing => return self.knows(browser, &snapshot).await,
        };
        let (now, pause) = (self.state.service.now(), self.state.settings.tuning.push_pause_ms);
        // A clock that was put back must not make the pause longer.
        let waited = now.millis_since(news.at).max(if now < news.at { pause } else { 0 });
        if waited < pause {
            let later = PushSubscription { next_try: now.plus_millis(pause - waited), ..browser.clone() };
            return self.change(browser, Some(later)).await;
        }
        if self.attended(&browser).is_some() {
            return self.pass_over(browser, &snapshot).await;
        }
        if !self.lease.goes_on() {
            return Ok(());
        }
        let outcome = self.send(&browser, &news, &snapshot).await;
        self.sent(browser, &snapshot, &news, outcome).await
    }

    /// Sends a message once.
    async fn send(&self, browser: &PushSubscription, news: &News, snapshot: &Snapshot) -> Delivery {
        let (outcome, result) = match self.ask(browser, news, snapshot).await {
            Ok(Answer { status: 200..300, .. }) => (Delivery::Taken, "taken"),
            Ok(Answer { status: 404 | 410, .. }) => (Delivery::Gone, "gone"),
            Ok(Answer { status, retry_after, body }) => {
                let said = body.map(|body| String::from_utf8_lossy(&body).into_owned());
                tracing::debug!(status, said, "a push service does not take a message");
                (Delivery::Failed(retry_after), "failed")
            }
            Err(fault) => {
                tracing::debug!(%fault, "a push service is not reached");
                (Delivery::Failed(None), "failed")
            }
        };
        metrics::counter!("tapis_push_messages_total", "result" => result).increment(1);
        outcome
    }

    async fn ask(
        &self,
        browser: &PushSubscription,
        news: &News,
        snapshot: &Snapshot,
    ) -> Result<Answer, Fault> {
        let now = self.state.service.now();
        let private_too = self.state.settings.webhooks.to_private_networks;
        let url = receiver(&browser.endpoint, private_too).map_err(|_| Fault::PrivateAddress)?;
        let game = snapshot.info.ruleset().game.as_str();
        let title = self.state.service.rulesets().games().game(game).map_or(game, |game| game.about().title);
        let body = encrypt(&browser.p256dh, &browser.auth, &written(news, browser, title), PADDED);
        let keys = self.state.push.as_ref().ok_or(Fault::NotSafe)?;
        let authorization = keys.authorization(&url, now).map_err(|_| Fault::NotSafe)?;
        let request = request_to(&url)
            .method(Method::POST.as_str())
            .header(header::AUTHORIZATION.as_str(), authorization)
            .header(header::CONTENT_TYPE.as_str(), "application/octet-stream")
            .header(header::CONTENT_ENCODING.as_str(), "aes128gcm")
            .header("ttl", news.kept_s(now))
            .header("urgency", news.kind.urgency())
            .header("topic", topic(browser))
            .body(Full::new(Bytes::from(body.map_err(|_| Fault::NotSafe)?)))
            .map_err(|_| Fault::NotConnected)?;
        self.outgoing.ask(&url, request, READS).await
    }

    /// Notes what became of a message.
    async fn sent(
        &self,
        browser: PushSubscription,
        snapshot: &Snapshot,
        news: &News,
        outcome: Delivery,
    ) -> Result<(), ServiceError> {
        let retry_after = match outcome {
            Delivery::Gone => return self.change(browser, None).await,
            Delivery::Taken if news.kind.is_last() => return self.change(browser, None).await,
            Delivery::Taken => {
                let browser_now = PushSubscription { failing_since: None, ..browser.clone() };
                return self.change(browser, Some(up_to(browser_now, snapshot))).await;
            }
            Delivery::Failed(retry_after) => retry_after,
        };
        let (now, tuning) = (self.state.service.now(), &self.state.settings.tuning);
        let since = browser.failing_since.unwrap_or(now);
        let is_over = now.millis_since(since) >= tuning.webhook_give_up_seconds.saturating_mul(1_000);
        let tries = browser.tries.saturating_add(1);
        let is_given_up = tries >= MOST_TRIES;
        if is_over || is_given_up && news.kind.is_last() {
            return self.change(browser, None).await;
        }
        let wait_ms = retry_after.unwrap_or(0).min(LONGEST_WAIT_S) * 1_000;
        let next_try = now.plus_millis(tuning.pause_ms(tries).max(wait_ms));
        let failing = PushSubscription { tries, next_try, failing_since: Some(since), ..browser.clone() };
        let failing = if is_given_up { up_to(failing, snapshot) } else { failing };
        self.change(browser, Some(failing)).await
    }

    /// Notes that a browser need not be told of anything up to a version.
    async fn knows(&self, browser: PushSubscription, snapshot: &Snapshot) -> Result<(), ServiceError> {
        let knows = up_to(browser.clone(), snapshot);
        self.change(browser, Some(knows)).await
    }

    /// Changes a subscription, unless it is another by now; without `now` it goes.
    async fn change(
        &self,
        before: PushSubscription,
        now: Option<PushSubscription>,
    ) -> Result<(), ServiceError> {
        self.state.service.ask_store(move |store| store.change_subscription(before, now)).await.map(drop)
    }
}

/// Told of all up to the version of a snapshot.
fn up_to(browser: PushSubscription, snapshot: &Snapshot) -> PushSubscription {
    PushSubscription { told: snapshot.version(), tries: 0, ..browser }
}

/// What a newer message of the same game and seat replaces an older one by (RFC 8030, 5.4).
fn topic(browser: &PushSubscription) -> String {
    URL_SAFE_NO_PAD.encode(&browser.id.0[..24])
}
