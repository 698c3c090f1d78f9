//! Retries: what a request with an `Idempotency-Key` did is stored with its effect, and told again to the same
//! request.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderName, HeaderValue};
use sha2::{Digest as _, Sha256};
use tapis_db::model::{Digest, GameId, IdempotencyRecord, Json, Time};

use crate::extract::{Bearer, IdempotencyKey};
use crate::problem::ApiError;
use crate::state::AppState;

/// How long a key is remembered.
const REMEMBERED_SECONDS: i64 = 24 * 60 * 60;

/// A request that may be a retry.
#[derive(Clone, Debug)]
pub struct Retry {
    scope: String,
    key: String,
    fingerprint: Digest,
    /// The id in the path: that of the game the request is about, if it is about one.
    game: Option<GameId>,
    now: Time,
}

/// What the first try did.
#[derive(Clone, Debug)]
pub struct Done(pub IdempotencyRecord);

impl Retry {
    /// The key of a request, if it has one. `credential` is what the caller is known by: a token, a ticket, or nothing.
    ///
    /// # Errors
    /// The key cannot be used.
    pub fn of(
        state: &AppState,
        request: &HttpRequest,
        credential: Option<&str>,
        body: &[u8],
    ) -> Result<Option<Self>, ApiError> {
        let Some(key) = IdempotencyKey::of(request)? else { return Ok(None) };
        let key = if credential.is_none() { key.for_anonymous()? } else { key };
        let mut scope = blake3::Hasher::new();
        for part in [credential.unwrap_or_default(), request.method().as_str(), request.path()] {
            scope.update(&(part.len() as u64).to_le_bytes());
            scope.update(part.as_bytes());
        }
        Ok(Some(Self {
            scope: scope.finalize().to_hex().to_string(),
            key: key.as_str().to_owned(),
            fingerprint: Digest(Sha256::digest(body).into()),
            game: request.match_info().get("id").and_then(|id| id.parse().ok()),
            now: state.sources.clock.now().into(),
        }))
    }

    /// As [`Retry::of`], for callers known by their token.
    ///
    /// # Errors
    /// The key cannot be used.
    pub fn of_bearer(
        state: &AppState,
        request: &HttpRequest,
        bearer: &Bearer,
        body: &[u8],
    ) -> Result<Option<Self>, ApiError> {
        Self::of(state, request, bearer.0.as_deref(), body)
    }

    /// What this request has in common with its retries and with nothing else.
    pub fn id(&self) -> String {
        format!("{} {}", self.scope, self.key)
    }

    /// What the first try did, if there was one.
    ///
    /// # Errors
    /// The key was used for another request, or the store cannot tell.
    pub fn done(&self, state: &AppState) -> Result<Option<Done>, ApiError> {
        match state.store.idempotency(&self.scope, &self.key, self.game, self.now)? {
            Some(record) => self.same(record).map(Some),
            None => Ok(None),
        }
    }

    /// The first try's record, if it was the same request.
    ///
    /// # Errors
    /// It was another.
    pub fn same(&self, record: IdempotencyRecord) -> Result<Done, ApiError> {
        if record.fingerprint == self.fingerprint { Ok(Done(record)) } else { Err(ApiError::KeyReused) }
    }

    /// What to store together with the effect.
    pub fn record(
        &self,
        status: StatusCode,
        game: GameId,
        version: u64,
        response: Option<Json>,
    ) -> IdempotencyRecord {
        IdempotencyRecord {
            scope: self.scope.clone(),
            key: self.key.clone(),
            fingerprint: self.fingerprint,
            status: status.as_u16(),
            game: Some(game),
            version: Some(version),
            response,
            expires_at: self.now.plus_seconds(REMEMBERED_SECONDS),
        }
    }
}

impl Done {
    /// The status that was answered.
    pub fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::OK)
    }

    /// The version that was made.
    ///
    /// # Errors
    /// The record is of a request that made none.
    pub fn version(&self) -> Result<u64, ApiError> {
        self.0.version.ok_or_else(|| ApiError::internal("a stored answer has no version"))
    }
}

/// Marks an answer as one that was given before.
pub fn replayed() -> (HeaderName, HeaderValue) {
    (HeaderName::from_static("idempotency-replayed"), HeaderValue::from_static("true"))
}
