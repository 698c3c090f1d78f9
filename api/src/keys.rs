//! The keys that callers present in `Tapis-Key`.

use std::collections::HashMap;
use std::sync::Arc;

use actix_web::{HttpMessage, HttpRequest};
use metrics::Counter;
use parking_lot::RwLock;
use sha2::{Digest as _, Sha256};
use tapis_db::model::{ApiKey, Digest, KeyScope};
use tapis_db::{KeyStore, StoreError};
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};

use crate::problem::ApiError;
use crate::rates::Rates;
use crate::settings::Limits;

/// The header in which a caller sends its key.
pub const HEADER: &str = "tapis-key";

/// What is stored of a key's text. Keys are looked up by it: how long that takes tells of the hash of what was presented, from
/// which nobody comes to a key.
pub fn hash(key: &str) -> Digest {
    Digest(Sha256::digest(key.as_bytes()).into())
}

/// The keys in force, and those that were.
#[derive(Default)]
pub struct Keyring(RwLock<HashMap<Digest, Arc<KnownKey>>>);

/// A key, and what is counted by it.
pub struct KnownKey {
    key: ApiKey,
    /// How often it may be used.
    pub(crate) rates: Rates,
    requests: Counter,
    limited: Counter,
    revoked: Counter,
    beyond_scope: Counter,
    /// Set when it opens no more what it opened.
    withdrawn: CancellationToken,
}

impl Keyring {
    /// Takes over what the store says. A key that has not changed keeps what was counted. Streams end that were opened with one
    /// that is no longer in force.
    ///
    /// # Errors
    /// Those of the store; the keys are as before then.
    pub fn refresh(&self, store: &(impl KeyStore + ?Sized), limits: &Limits) -> Result<(), StoreError> {
        let stored = store.keys()?;
        let known = self.0.read().clone();
        let same = |key: &ApiKey| known.get(&key.hash).filter(|known| known.key == *key).cloned();
        let now = |key: ApiKey| {
            let withdrawn = known.get(&key.hash).map(|known| known.withdrawn.clone()).unwrap_or_default();
            same(&key).unwrap_or_else(|| Arc::new(KnownKey::new(key, limits, withdrawn)))
        };
        let keys: HashMap<_, _> = stored.into_iter().map(|key| (key.hash, now(key))).collect();
        let in_force = |before: &ApiKey| {
            keys.get(&before.hash)
                .is_some_and(|now| now.key.revoked_at.is_none() && now.key.scope == before.scope)
        };
        let gone = known.values().filter(|before| !in_force(&before.key));
        let gone: Vec<_> = gone.map(|before| before.withdrawn.clone()).collect();
        *self.0.write() = keys;
        gone.iter().for_each(CancellationToken::cancel);
        Ok(())
    }

    /// Whether there is a key of this name that was not revoked.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.read().values().any(|known| known.name() == name && known.key.revoked_at.is_none())
    }

    /// The key of a request, if it has one.
    ///
    /// # Errors
    /// It is not known, or was revoked.
    pub(crate) fn presented(&self, request: &HttpRequest) -> Result<Option<Arc<KnownKey>>, ApiError> {
        let mut values = request.headers().get_all(HEADER);
        let Some(value) = values.next() else { return Ok(None) };
        let text = value.to_str().ok().filter(|_| values.next().is_none());
        let known = text.and_then(|text| self.0.read().get(&hash(text)).cloned());
        let Some(known) = known else {
            metrics::counter!("tapis_unknown_keys_total").increment(1);
            return Err(ApiError::UnknownKey);
        };
        known.requests.increment(1);
        if known.key.revoked_at.is_some() {
            known.revoked.increment(1);
            return Err(ApiError::RevokedKey);
        }
        Ok(Some(known))
    }
}

impl KnownKey {
    fn new(key: ApiKey, limits: &Limits, withdrawn: CancellationToken) -> Self {
        let refused = |reason: &'static str| metrics::counter!("tapis_key_refusals_total", "key" => key.name.clone(), "reason" => reason);
        Self {
            rates: Rates::of_key(&key.rates, limits),
            requests: metrics::counter!("tapis_key_requests_total", "key" => key.name.clone()),
            limited: refused("rate"),
            revoked: refused("revoked"),
            beyond_scope: refused("scope"),
            withdrawn,
            key,
        }
    }

    /// The key that came with a request and is in force.
    pub(crate) fn of(request: &HttpRequest) -> Option<Arc<Self>> {
        request.extensions().get::<Arc<Self>>().cloned()
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.key.name
    }

    /// What it opens.
    pub fn scope(&self) -> KeyScope {
        self.key.scope
    }

    /// Waits until it opens no more what it opened.
    pub(crate) fn withdrawn(&self) -> WaitForCancellationFutureOwned {
        self.withdrawn.clone().cancelled_owned()
    }

    /// Counts a request that came too soon.
    pub(crate) fn count_limited(&self) {
        self.limited.increment(1);
    }

    /// The refusal of what it does not open, counted. `wanted` is the scope that would.
    pub(crate) fn opens_less(&self, wanted: Option<KeyScope>) -> ApiError {
        self.beyond_scope.increment(1);
        ApiError::KeyScope { name: self.key.name.clone(), wanted }
    }
}
