//! Retries: what a request with a key did is stored with its effect, and told again to the same request.

use serde::de::DeserializeOwned;
use tapis_db::model::{Digest, GameId, IdempotencyRecord, Json, Time};

use crate::ServiceError;

/// How long a key is remembered.
const REMEMBERED_SECONDS: i64 = 24 * 60 * 60;

/// The identity of a request that may be a retry.
#[derive(Clone, Debug)]
pub struct RetryKey {
    /// Who asks, and what for: the same for all tries of one request.
    pub scope: String,
    /// The key the caller chose.
    pub key: String,
    /// SHA-256 of the request's body.
    pub fingerprint: Digest,
    /// The game the request is about, if it is about one.
    pub game: Option<GameId>,
    /// Now.
    pub now: Time,
}

/// What the first try of a request did.
#[derive(Clone, Debug)]
pub struct FirstResponse(pub IdempotencyRecord);

impl RetryKey {
    /// What this request has in common with its retries and with nothing else.
    pub fn id(&self) -> String {
        format!("{} {}", self.scope, self.key)
    }

    /// The first try's record, if it was the same request.
    ///
    /// # Errors
    /// It was another.
    pub fn same(&self, record: IdempotencyRecord) -> Result<FirstResponse, ServiceError> {
        if record.fingerprint == self.fingerprint {
            Ok(FirstResponse(record))
        } else {
            Err(ServiceError::KeyReused)
        }
    }

    /// What to store together with the effect.
    pub(crate) fn record(&self, game: GameId, version: u64, response: Option<Json>) -> IdempotencyRecord {
        IdempotencyRecord {
            scope: self.scope.clone(),
            key: self.key.clone(),
            fingerprint: self.fingerprint,
            game: Some(game),
            version: Some(version),
            response,
            expires_at: self.now.plus_seconds(REMEMBERED_SECONDS),
        }
    }
}

impl FirstResponse {
    /// What was answered, if that was stored.
    pub(crate) fn answer<T: DeserializeOwned>(&self) -> Option<T> {
        self.0.response.as_ref().and_then(|json| json.read().ok())
    }

    /// The version that was made.
    ///
    /// # Errors
    /// The record is of a request that made none.
    pub fn version(&self) -> Result<u64, ServiceError> {
        self.0.version.ok_or_else(|| ServiceError::internal("a stored answer has no version"))
    }

    /// The game it was about.
    ///
    /// # Errors
    /// The record is of a request about none.
    pub fn game(&self) -> Result<GameId, ServiceError> {
        self.0.game.ok_or_else(|| ServiceError::internal("a stored answer has no game"))
    }
}
