//! Refuses callers who ask too often.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use actix_web::body::{BodySize, EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpRequest, ResponseError};

use crate::extract::{account, announced};
use crate::keys::KnownKey;
use crate::login::presented;
use crate::problem::ApiError;
use crate::rates::{self, Account, Limit, PolicyState};
use crate::state::AppState;
use crate::until_revoked::until_revoked;
use tapis_service::process::thread_time;

/// What the policies have said to a request so far.
#[derive(Default)]
struct Said(Vec<PolicyState>);

/// Asks the policy of every request, by its key or its address, and tells what it and those of its kind of work said in
/// `RateLimit-Policy` and `RateLimit`.
///
/// # Errors
/// Those of the inner service.
pub async fn allowance<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let admitted = match admit(request.request()) {
        Ok(()) => take_login(&mut request).await,
        refused => refused,
    };
    let mut response = match admitted {
        Err(refusal) => request.into_response(refusal.error_response()).map_into_right_body(),
        Ok(()) => until_revoked(charged(request, next).await?),
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

/// Answers a request, and charges its caller with what that costs the threads that serve.
async fn charged<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let mut cost = Cost::of(request.request())?;
    let mut answer = pin!(next.call(request));
    let answered = poll_fn(|context| {
        let begun = thread_time();
        let polled = answer.as_mut().poll(context);
        cost.work += thread_time().saturating_sub(begun);
        polled
    });
    let response = answered.await?;
    if let BodySize::Sized(bytes) = response.response().body().size() {
        cost.work += of_bytes(bytes);
    }
    Ok(response)
}

/// What a request has cost so far. Its caller is charged when this is dropped, also when nobody waits for the answer.
struct Cost {
    state: AppState,
    key: Option<Arc<KnownKey>>,
    account: Option<Account>,
    work: Duration,
}

impl Cost {
    fn of(request: &HttpRequest) -> Result<Self, ApiError> {
        let state = AppState::of(request)?.clone();
        // More than may be sent is not read.
        let read = announced(request).filter(|bytes| *bytes <= state.settings.tuning.max_body_bytes);
        let work = of_bytes(read.unwrap_or(0));
        Ok(Self { key: KnownKey::of(request), account: account(request), work, state })
    }
}

/// 64 bytes count as a microsecond.
fn of_bytes(bytes: u64) -> Duration {
    Duration::from_micros(bytes / 64)
}

impl Drop for Cost {
    fn drop(&mut self) {
        if let Some(account) = &self.account {
            self.key.as_ref().map_or(&self.state.rates, |key| &key.rates).charge(account, self.work);
        }
    }
}

macro_rules! counts {
    ($($name:ident: $limit:ident;)*) => {$(
        /// Around a handler: asks the policy of this kind of work.
        ///
        /// # Errors
        /// Those of the inner service.
        pub(crate) async fn $name<B: MessageBody>(
            request: ServiceRequest,
            next: Next<B>,
        ) -> Result<ServiceResponse<EitherBody<B>>, Error> {
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

async fn counted<B: MessageBody>(
    limit: Limit,
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
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

/// What a policy of a request's key says to it, or that of its address; an error when it is too much.
fn ask(limit: Limit, request: &HttpRequest) -> Result<(), ApiError> {
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
