//! Refuses callers who ask too often.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use actix_web::body::{BodySize, EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{HttpMessage, HttpRequest, ResponseError};
use bytes::Bytes;

use crate::extract::{account, announced, caller};
use crate::keys::KnownKey;
use crate::login::presented;
use crate::places::Place;
use crate::problem::ApiError;
use crate::rates::{self, Account, Limit, PolicyState, of_bytes};
use crate::state::AppState;
use crate::until_revoked::until_revoked;
use tapis_service::ServiceError;
use tapis_service::process::thread_time;

/// An answer, or a refusal in its place.
type Answered<B> = Result<ServiceResponse<EitherBody<B>>, actix_web::Error>;

/// What the policies have said to a request so far.
#[derive(Default)]
struct Said(Vec<PolicyState>);

/// Asks the policy of every request, by its key or its address, and tells what it and those of its kind of work said in
/// `RateLimit-Policy` and `RateLimit`.
///
/// # Errors
/// Those of the inner service.
pub async fn allowance<B: MessageBody + 'static>(request: ServiceRequest, next: Next<B>) -> Answered<B> {
    let mut response = match admit(request.request()) {
        Err(refusal) => request.into_response(refusal.error_response()).map_into_right_body(),
        Ok(()) => charged(Cost::of(request.request())?, answered(request, next)).await?,
    };
    let said = response.request().extensions_mut().remove::<Said>().unwrap_or_default();
    if !said.0.is_empty() {
        for (name, value) in rates::headers(&said.0) {
            if let Ok(value) = HeaderValue::from_str(&value) {
                response.headers_mut().insert(HeaderName::from_static(name), value);
            }
        }
    }
    Ok(response)
}

/// Answers a request of whoever its login says.
async fn answered<B: MessageBody + 'static>(mut request: ServiceRequest, next: Next<B>) -> Answered<B> {
    match take_login(&mut request).await {
        Ok(()) => Ok(until_revoked(next.call(request).await?)),
        Err(refusal) => Ok(request.into_response(refusal.error_response()).map_into_right_body()),
    }
}

/// Charges a caller with what an answer costs the threads that serve: one whose length is not known yet goes on being charged while it
/// is sent. Where too much of its address is being sent already, it reads what there is first.
async fn charged<B: MessageBody + 'static>(
    mut cost: Cost,
    answer: impl Future<Output = Answered<B>>,
) -> Answered<B> {
    let mut answer = pin!(answer);
    let answered = poll_fn(|context| cost.measure(|| answer.as_mut().poll(context)));
    let mut response = answered.await?;
    let size = response.response().body().size();
    if let BodySize::Sized(bytes) = size {
        cost.work += of_bytes(bytes);
        if let Err(refusal) = cost.hold(&response, bytes as usize) {
            return Ok(response
                .into_response(ApiError::from(refusal).error_response())
                .map_into_right_body());
        }
    }
    cost.charge();
    if size == BodySize::Stream || cost.unread.is_some() {
        let coding = response.headers().get(header::CONTENT_ENCODING);
        cost.a_byte = match (size, coding) {
            (BodySize::Stream, Some(coding)) if coding == "gzip" => COMPRESSED,
            (BodySize::Stream, _) => 1,
            _ => 0, // they were charged
        };
        response.response_mut().extensions_mut().insert(cost);
    }
    Ok(response)
}

/// As many bytes counts one that is compressed: so many it was made of, and what is large is compressed on other threads.
const COMPRESSED: u64 = 8;

/// What a request has cost and was not charged for. Its caller is charged when this is dropped, also when nobody waits for the answer.
pub(crate) struct Cost {
    state: AppState,
    key: Option<Arc<KnownKey>>,
    account: Option<Account>,
    work: Duration,
    a_byte: u64,
    /// An answer that is being sent and is of its caller alone.
    unread: Option<Place>,
}

/// Answers up to so many bytes are not counted while they are sent.
const SHORT: usize = 16 << 10;
/// Bytes of answers of one address that are being sent. One answer counts as half of them at most.
pub(crate) const UNREAD_BYTES: usize = 4 << 20;

impl Cost {
    fn of(request: &HttpRequest) -> Result<Self, ApiError> {
        let state = AppState::of(request)?.clone();
        Ok(Self {
            key: KnownKey::of(request),
            account: account(request),
            work: of_bytes(sent(request, state.settings.tuning.max_body_bytes)),
            a_byte: 1,
            unread: None,
            state,
        })
    }

    /// Takes places for an answer that is being sent. One that anybody may keep is in memory once, and one that says what was changed
    /// is given in any case.
    fn hold<B>(&mut self, response: &ServiceResponse<B>, bytes: usize) -> Result<(), ServiceError> {
        let is_public = |cache: &HeaderValue| cache.as_bytes().starts_with(b"public");
        if bytes <= SHORT || response.headers().get(header::CACHE_CONTROL).is_some_and(is_public) {
            return Ok(());
        }
        let mut place = self.state.answers.of(caller(response.request()));
        let held = place.take_more(bytes.min(UNREAD_BYTES / 2));
        self.unread = Some(place);
        if *response.request().method() == Method::GET { held } else { Ok(()) }
    }

    /// Does something, and counts how long it has a processor.
    fn measure<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let begun = thread_time();
        let done = work();
        self.work += thread_time().saturating_sub(begun);
        done
    }

    /// Charges for a part of an answer as it is made.
    pub(crate) fn part<E>(
        &mut self,
        make: impl FnOnce() -> Poll<Option<Result<Bytes, E>>>,
    ) -> Poll<Option<Result<Bytes, E>>> {
        let made = self.measure(make);
        if let Poll::Ready(Some(Ok(bytes))) = &made {
            self.work += of_bytes(bytes.len() as u64 * self.a_byte);
        }
        self.charge();
        made
    }

    fn charge(&mut self) {
        let work = std::mem::take(&mut self.work);
        if let Some(account) = self.account.as_ref().filter(|_| !work.is_zero()) {
            self.key.as_ref().map_or(&self.state.rates, |key| &key.rates).charge(account, work);
        }
    }
}

impl Drop for Cost {
    fn drop(&mut self) {
        self.charge();
    }
}

/// Bytes of a request: its head, which was read before anything was counted, and its body, of which more than `most` is not read.
fn sent(request: &HttpRequest, most: u64) -> u64 {
    let headers = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len());
    let head = request.path().len() + request.query_string().len() + headers.sum::<usize>();
    head as u64 + announced(request).filter(|bytes| *bytes <= most).unwrap_or(0)
}

macro_rules! counts {
    ($($name:ident: $limit:ident;)*) => {$(
        /// Around a handler: asks the policy of this kind of work.
        ///
        /// # Errors
        /// Those of the inner service.
        pub(crate) async fn $name<B: MessageBody>(request: ServiceRequest, next: Next<B>) -> Answered<B> {
            counted(Limit::$limit, request, next).await
        }
    )*};
}

counts! {
    as_creation: Create;
    as_move: Moves;
    as_hint: Hints;
    as_change: Changes;
}

async fn counted<B: MessageBody>(limit: Limit, request: ServiceRequest, next: Next<B>) -> Answered<B> {
    match ask(limit, request.request()) {
        Err(refusal) => Ok(request.into_response(refusal.error_response()).map_into_right_body()),
        Ok(()) => Ok(next.call(request).await?.map_into_left_body()),
    }
}

/// Looks for the key of a request and asks the policy of every request. A key that is none is counted for the address, so that
/// guesses at keys are as rare as other requests.
fn admit(request: &HttpRequest) -> Result<(), ApiError> {
    let presented = AppState::of(request)?.keys.presented(request);
    if let Ok(Some(key)) = &presented {
        request.extensions_mut().insert(Arc::clone(key));
    }
    ask(Limit::Requests, request)?;
    ask(Limit::Work, request)?;
    presented.map(drop)
}

/// Takes the login out of a request, so that what follows sees who it is and no token.
async fn take_login(request: &mut ServiceRequest) -> Result<(), ApiError> {
    let state = AppState::of(request.request())?.clone();
    let Some(logins) = &state.logins else { return Ok(()) };
    let Some(token) = presented(request.request()) else { return Ok(()) };
    let login = logins.check(&token, state.service.now()).await;
    let result = if login.is_ok() { "taken" } else { "refused" };
    metrics::counter!("tapis_logins_total", "result" => result).increment(1);
    let login = login.map_err(ApiError::BadLogin)?;
    request.headers_mut().remove(header::AUTHORIZATION);
    request.extensions_mut().insert(login);
    Ok(())
}

/// What a policy of a request's key says to it, or that of its address.
///
/// # Errors
/// It is too much.
pub(crate) fn ask(limit: Limit, request: &HttpRequest) -> Result<(), ApiError> {
    let key = KnownKey::of(request);
    let rates = key.as_ref().map_or(&AppState::of(request)?.rates, |key| &key.rates);
    let said = account(request).and_then(|account| rates.ask(limit, &account));
    // Of work that was done nobody asks beforehand how much is left.
    let Some(said) = said.filter(|said| limit != Limit::Work || said.wait_s.is_some()) else { return Ok(()) };
    let said_by = said.name;
    let mut extensions = request.extensions_mut();
    match extensions.get_mut::<Said>() {
        Some(before) => before.0.push(said),
        None => drop(extensions.insert(Said(vec![said]))),
    }
    let Some(retry_after_s) = said.wait_s else { return Ok(()) };
    if let Some(key) = key {
        key.count_limited();
    }
    metrics::counter!("tapis_rate_limited_total", "policy" => said_by).increment(1);
    Err(ApiError::RateLimited { retry_after_s })
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn heads_count_as_bodies_do_and_what_is_not_read_does_not() {
        let asks = |path: &str, body: &str| {
            let request = TestRequest::get().uri(path).insert_header(("x-padding", "x".repeat(8_000)));
            sent(&request.insert_header(("content-length", body)).to_http_request(), 300)
        };
        let [one, long, read, unread] = [("/a", "1"), ("/a?of=all", "1"), ("/a", "300"), ("/a", "301")]
            .map(|(path, body)| asks(path, body));
        assert!((8_000..8_100).contains(&one), "{one}");
        assert_eq!((long - one, read - one, read - unread), (6, 301, 300));
    }
}
