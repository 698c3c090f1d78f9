//! Sends messages, and says when one that was not taken is sent again: one rule for front ends and browsers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use http_body_util::Full;
use hyper::http::request::Builder;
use parking_lot::Mutex;
use tapis_db::model::Time;
use tapis_service::ServiceError;
use url::Url;

use super::places::{Place, Places};
use crate::outgoing::{Fault, Outgoing, ReadLimits, receiver};
use crate::state::AppState;

/// The lease of the node that sends.
const LEASE: &str = "outbox";
/// How long after the store confirmed the lease a message may still be begun: it ends before another node can have the lease.
const SURE: Duration = Duration::from_secs(15);
/// How often the store is asked which node sends.
pub(crate) const ASKED_EVERY: Duration = Duration::from_secs(5);
/// What else a receiver says than its status is read, a little, and passed over.
const READS: ReadLimits = ReadLimits { bytes: 16 << 10, time: Duration::from_secs(1) };
/// The longest that a receiver may ask to wait.
const LONGEST_WAIT_S: u64 = 86_400;

/// What sends.
pub(crate) struct Outbox {
    pub(crate) state: AppState,
    pub(crate) places: Arc<Places>,
    outgoing: Outgoing,
    /// When the store was asked last for the lease, and whether this node holds it.
    lease: Mutex<Option<(Instant, bool)>>,
}

/// Why a message was not taken.
pub(crate) struct Failure {
    pub(crate) fault: Fault,
    /// Nothing is sent before, if the receiver or what is known of its host says so.
    pub(crate) until: Option<Time>,
}

/// When a message is sent again.
pub(crate) struct Again {
    /// How often it was sent in vain.
    pub(crate) tries: u32,
    pub(crate) next_try: Time,
    /// Since when it is sent in vain.
    pub(crate) failing_since: Option<Time>,
    /// Whether that is so long that it is not sent again.
    pub(crate) is_over: bool,
}

impl Outbox {
    /// # Errors
    /// There is no TLS.
    pub(crate) fn new(state: AppState) -> Result<Self, rustls::Error> {
        let timeout = Duration::from_millis(state.settings.tuning.webhook_timeout_ms);
        let outgoing = Outgoing::new(state.settings.webhooks.to_private_networks, timeout)?;
        Ok(Self { state, places: Arc::default(), outgoing, lease: Mutex::default() })
    }

    /// Whether this node is the one that sends: it holds the lease, which is taken or renewed every few seconds.
    ///
    /// # Errors
    /// The store does not answer.
    pub(crate) async fn sends(&self) -> Result<bool, ServiceError> {
        let (known, now) = (*self.lease.lock(), Instant::now());
        if let Some((_, is_held)) = known.filter(|(asked, _)| asked.elapsed() < ASKED_EVERY) {
            return Ok(is_held);
        }
        let is_held = self.state.service.tells(LEASE).await?;
        *self.lease.lock() = Some((now, is_held));
        Ok(is_held)
    }

    /// Whether another message may be begun: the lease is held, and the service does not stop.
    pub(crate) fn goes_on(&self) -> bool {
        let is_sure = self.lease.lock().is_some_and(|(asked, is_held)| is_held && asked.elapsed() < SURE);
        is_sure && !self.state.stopping.is_cancelled()
    }

    /// Where a receiver listens.
    ///
    /// # Errors
    /// Nothing may be sent there.
    pub(crate) fn url(&self, text: &str) -> Result<Url, Failure> {
        let private_too = self.state.settings.webhooks.to_private_networks;
        receiver(text, private_too).map_err(|_| Failure { fault: Fault::PrivateAddress, until: None })
    }

    /// Sends a message once. It is taken when the receiver says so with a status of success.
    ///
    /// # Errors
    /// It was not taken.
    pub(crate) async fn post(
        &self,
        place: &Place,
        url: &Url,
        message: Builder,
        body: Vec<u8>,
    ) -> Result<(), Failure> {
        let request = message.method("POST").body(Full::new(Bytes::from(body)));
        let request = request.map_err(|_| Failure { fault: Fault::NotConnected, until: None })?;
        let answer = self.outgoing.ask(url, request, READS).await;
        let now = self.state.service.now();
        match answer {
            Ok(answer) => {
                place.answered();
                if (200..300).contains(&answer.status) {
                    return Ok(());
                }
                let said = answer.body.map(|body| String::from_utf8_lossy(&body).into_owned());
                tracing::debug!(status = answer.status, said, "a message is not taken");
                let wait_s = answer.retry_after.map(|seconds| seconds.min(LONGEST_WAIT_S));
                let until = wait_s.map(|seconds| now.plus_millis(seconds * 1_000));
                Err(Failure { fault: Fault::Status(answer.status), until })
            }
            Err(Fault::TimedOut) => {
                let until = place.timed_out(now, |timeouts| self.state.settings.tuning.pause_ms(timeouts));
                Err(Failure { fault: Fault::TimedOut, until: Some(until) })
            }
            Err(fault) => Err(Failure { fault, until: None }),
        }
    }

    /// When a message is sent again that was sent in vain so many times before, first at `since`.
    pub(crate) fn again(&self, tries: u32, since: Option<Time>, until: Option<Time>) -> Again {
        let (now, tuning) = (self.state.service.now(), &self.state.settings.tuning);
        let (tries, since) = (tries.saturating_add(1), since.unwrap_or(now));
        let next_try = now.plus_millis(tuning.pause_ms(tries)).max(until.unwrap_or(now));
        let is_over = now.millis_since(since) >= tuning.give_up_ms();
        Again { tries, next_try, failing_since: Some(since), is_over }
    }
}
