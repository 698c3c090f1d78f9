//! The public keys of the app: a JWK set (RFC 7517), read again when a login has a key that is not in it.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::Full;
use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey};
use parking_lot::RwLock;
use serde::Deserialize;
use serde_json::Value;
use tapis_games::json::file_text;
use tapis_games::locale::{Said, unread_json};
use tokio::sync::Mutex;
use tokio::time::Instant;
use url::Url;

use crate::outgoing::{Outgoing, ReadLimits, request_to};
use crate::problem::LoginFault;
use crate::settings::KeySource;

/// How long a request for keys may take.
const TIMEOUT: Duration = Duration::from_secs(5);
/// How much of an answer is read: a set of many keys with their certificates has a tenth of it.
const READS: ReadLimits = ReadLimits { bytes: 256 << 10, time: TIMEOUT };
/// The most keys of a set.
const MOST_KEYS: usize = 64;
/// After how long the set is read again, so that a key that was taken out of it opens nothing any more.
pub(super) const GOOD_FOR: Duration = Duration::from_secs(600);
/// How often the set is read at most, whatever keys logins name.
pub(super) const PAUSE: Duration = Duration::from_secs(10);

/// Why keys cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum KeysError {
    /// They cannot be read.
    #[error("they cannot be read: {0}")]
    Unread(String),
    /// They are not what was expected.
    #[error("they are no JWK set ({{\"keys\": [...]}}): {0}")]
    Form(String),
    /// None of them is a public key of a kind that is taken.
    #[error("none of them can verify a signature: RSA, P-256, P-384 and Ed25519 can")]
    Useless,
    /// There is no TLS.
    #[error("there is no TLS: {0}")]
    Tls(#[from] rustls::Error),
}

/// A key, and the signatures that it verifies.
struct Key {
    id: Option<String>,
    algorithms: Vec<Algorithm>,
    key: DecodingKey,
}

/// The keys as they were read last.
#[derive(Clone, Default)]
struct Read {
    keys: Option<Arc<[Key]>>,
    read_at: Option<Instant>,
}

pub(super) struct LoginKeys {
    source: KeySource,
    outgoing: Outgoing,
    read: RwLock<Read>,
    /// Held by who reads; when that was begun last.
    asked_at: Mutex<Option<Instant>>,
}

impl LoginKeys {
    /// Reads a file at once. What is at an address is asked for when the first login comes: an app that is down keeps nobody from
    /// playing.
    pub(super) fn new(source: KeySource) -> Result<Self, KeysError> {
        let read = match &source {
            KeySource::File(path) => Read { keys: Some(of_file(path)?), read_at: Some(Instant::now()) },
            KeySource::Url(_) => Read::default(),
        };
        // Who starts the service names the address, and may name one of its own network.
        let outgoing = Outgoing::new(true, TIMEOUT)?;
        Ok(Self { source, outgoing, read: RwLock::new(read), asked_at: Mutex::default() })
    }

    /// The key by which a login is signed.
    pub(super) async fn find(
        &self,
        id: Option<&str>,
        algorithm: Algorithm,
    ) -> Result<DecodingKey, LoginFault> {
        let read = self.read.read().clone();
        let is_fresh = read.read_at.is_some_and(|at| at.elapsed() < GOOD_FOR);
        match read.find(id, algorithm) {
            Some(key) if is_fresh => return Ok(key),
            _ => self.refresh().await,
        }
        let read = self.read.read().clone();
        let fault = if read.keys.is_some() { LoginFault::UnknownKey } else { LoginFault::NoKeys };
        read.find(id, algorithm).ok_or(fault)
    }

    /// Reads the keys again, unless that was done a moment ago. What cannot be read leaves them as they are.
    async fn refresh(&self) {
        let mut asked_at = self.asked_at.lock().await;
        if asked_at.is_some_and(|at| at.elapsed() < PAUSE) {
            return;
        }
        *asked_at = Some(Instant::now());
        match self.fetch().await {
            Ok(keys) => *self.read.write() = Read { keys: Some(keys), read_at: Some(Instant::now()) },
            Err(error) => tracing::warn!(%error, "the keys of logins are as they were"),
        }
    }

    async fn fetch(&self) -> Result<Arc<[Key]>, KeysError> {
        match &self.source {
            KeySource::File(path) => {
                let path = path.clone();
                let read = tokio::task::spawn_blocking(move || of_file(&path)).await;
                read.unwrap_or_else(|error| Err(KeysError::Unread(error.to_string())))
            }
            KeySource::Url(url) => of_url(&self.outgoing, url).await,
        }
    }
}

impl Read {
    /// The key of this id. A login without an id is signed by the only key that can be meant.
    fn find(&self, id: Option<&str>, algorithm: Algorithm) -> Option<DecodingKey> {
        let fits = |key: &&Key| key.algorithms.contains(&algorithm);
        let mut fitting = self.keys.as_deref().unwrap_or_default().iter().filter(fits);
        match id {
            Some(id) => fitting.find(|key| key.id.as_deref() == Some(id)).map(|key| key.key.clone()),
            None => fitting.next().filter(|_| fitting.next().is_none()).map(|key| key.key.clone()),
        }
    }
}

fn of_file(path: &Path) -> Result<Arc<[Key]>, KeysError> {
    let text =
        std::fs::read(path).map_err(|error| KeysError::Unread(format!("{}: {error}", path.display())))?;
    keys(&text)
}

async fn of_url(outgoing: &Outgoing, url: &Url) -> Result<Arc<[Key]>, KeysError> {
    let unread = |what: String| KeysError::Unread(format!("{url}: {what}"));
    let request = request_to(url).header("accept", "application/json").body(Full::new(Bytes::new()));
    let request = request.map_err(|error| unread(error.to_string()))?;
    let answer = outgoing.ask(url, request, READS).await.map_err(|fault| unread(fault.to_string()))?;
    match answer.body {
        Some(body) if answer.status == 200 => keys(&body),
        _ => Err(unread(format!("status {}", answer.status))),
    }
}

/// Reads a set. Keys of kinds that are not taken are passed over, as RFC 7517 asks.
fn keys(text: &[u8]) -> Result<Arc<[Key]>, KeysError> {
    #[derive(Deserialize)]
    struct Set {
        keys: Vec<Value>,
    }
    let form = |why: Said| KeysError::Form(why.to_string());
    let text = file_text(text).map_err(form)?;
    let set: Set = serde_json::from_str(text).map_err(|error| form(unread_json(text, &error)))?;
    let jwks = set.keys.into_iter().filter_map(|key| serde_json::from_value::<Jwk>(key).ok());
    let keys: Arc<[Key]> = jwks.filter_map(|jwk| usable(&jwk)).take(MOST_KEYS).collect();
    if keys.is_empty() { Err(KeysError::Useless) } else { Ok(keys) }
}

fn usable(jwk: &Jwk) -> Option<Key> {
    let common = &jwk.common;
    if !matches!(common.public_key_use, None | Some(PublicKeyUse::Signature)) {
        return None;
    }
    let mut algorithms = verified_by(&jwk.algorithm);
    if let Some(only) = common.key_algorithm {
        let only = only.to_string().parse::<Algorithm>().ok()?;
        algorithms.retain(|algorithm| *algorithm == only);
    }
    let key = DecodingKey::from_jwk(jwk).ok().filter(|_| !algorithms.is_empty())?;
    Some(Key { id: common.key_id.clone(), algorithms, key })
}

/// The signatures that a key of this kind verifies. A shared secret verifies none.
fn verified_by(parameters: &AlgorithmParameters) -> Vec<Algorithm> {
    use Algorithm::{ES256, ES384, EdDSA, PS256, PS384, PS512, RS256, RS384, RS512};
    match parameters {
        AlgorithmParameters::RSA(_) => vec![RS256, RS384, RS512, PS256, PS384, PS512],
        AlgorithmParameters::EllipticCurve(key) => match key.curve {
            EllipticCurve::P256 => vec![ES256],
            EllipticCurve::P384 => vec![ES384],
            _ => Vec::new(),
        },
        AlgorithmParameters::OctetKeyPair(key) if key.curve == EllipticCurve::Ed25519 => vec![EdDSA],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_set_of_keys_is_told_in_our_words() {
        for (text, told) in [
            (&b"{keys: []}"[..], "a name stands in double quotes"),
            (b"{\"keys\": 7}", "a list is expected, not the number 7"),
            (b"\xff\xfe{\0}\0", "it is UTF-16"),
            (b"\xef\xbb\xbf{\"keys\": []}", "none of them can verify"),
        ] {
            let error = keys(text).err().expect("no keys").to_string();
            assert!(error.contains(told), "{error}");
        }
    }
}
