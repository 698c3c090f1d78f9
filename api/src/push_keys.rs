//! Who sends: a key that all nodes and starts of one service share, by which a push service knows it again (VAPID, RFC 8292).
//!
//! The key is made at the first start, and kept in the store: so every node has it, and a browser that subscribed keeps being
//! told. It is sealed with a key that follows from the server's secret: whoever has only the store cannot sign with it. It does
//! not follow from that secret itself, because nothing here makes a public key of a private one that is given.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::error::Unspecified;
use ring::rand::{SecureRandom as _, SystemRandom};
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::json;
use tapis_db::model::{PushKey, Time};
use tapis_db::{Store, StoreError};
use url::Url;

/// For how long a signature is good.
const GOOD_FOR_S: i64 = 12 * 3_600;
/// What is sealed, so that nothing else that is sealed alike can stand for it.
const WHAT: &[u8] = b"tapis: the key of Web Push";
/// `{"typ":"JWT","alg":"ES256"}`
const HEAD: &str = "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9";

/// The key of the service.
pub struct PushKeys {
    pair: EcdsaKeyPair,
    random: SystemRandom,
    /// Whom a push service may ask.
    contact: Option<String>,
}

/// Why there is no key.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PushKeyError {
    /// The store does not have it, nor takes it.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It cannot be made, sealed or read.
    #[error("the key of Web Push cannot be made or read")]
    Crypto,
}

impl From<Unspecified> for PushKeyError {
    fn from(_: Unspecified) -> Self {
        Self::Crypto
    }
}

impl PushKeys {
    /// The key of the store, which is made where there is none. One that was sealed with another secret is replaced: whoever was told
    /// under it is told no more, as their tokens are worth nothing any more.
    ///
    /// # Errors
    /// The store does not answer, or the key cannot be made.
    pub(crate) fn of(
        store: &dyn Store,
        sealing: [u8; 32],
        contact: Option<String>,
    ) -> Result<Self, PushKeyError> {
        let found = store.push_key()?;
        let known = found.as_ref().and_then(|found| opened(&sealing, found).ok());
        if found.is_some() && known.is_none() {
            tracing::warn!(
                "the key of Web Push was sealed with another secret: there is a new one, and nobody is told any more who was"
            );
        }
        let pair = match known {
            Some(pair) => pair,
            // Another node may be quicker: its key is the one.
            None => opened(&sealing, &store.put_push_key(found, made(&sealing)?)?)?,
        };
        Ok(Self { pair, random: SystemRandom::new(), contact })
    }

    /// The public key, as browsers are told it.
    pub fn public(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.pair.public_key())
    }

    /// What `Authorization` says of a message to `endpoint`.
    ///
    /// # Errors
    /// It cannot be signed.
    pub(crate) fn authorization(&self, endpoint: &Url, now: Time) -> Result<String, Unspecified> {
        let exp = now.timestamp().as_second().saturating_add(GOOD_FOR_S);
        let mut claims = json!({"aud": endpoint.origin().ascii_serialization(), "exp": exp});
        if let Some(contact) = &self.contact {
            claims["sub"] = json!(contact);
        }
        let signed = format!("{HEAD}.{}", URL_SAFE_NO_PAD.encode(claims.to_string()));
        let signature = self.pair.sign(&self.random, signed.as_bytes())?;
        Ok(format!("vapid t={signed}.{}, k={}", URL_SAFE_NO_PAD.encode(signature), self.public()))
    }
}

/// A new key, sealed.
fn made(sealing: &[u8; 32]) -> Result<PushKey, Unspecified> {
    let random = SystemRandom::new();
    let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random)?;
    let mut nonce = [0; NONCE_LEN];
    random.fill(&mut nonce)?;
    let mut sealed = document.as_ref().to_vec();
    let key = LessSafeKey::new(UnboundKey::new(&AES_256_GCM, sealing)?);
    key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::from(WHAT), &mut sealed)?;
    Ok(PushKey { sealed: [&nonce[..], &sealed].concat() })
}

/// A key that was sealed.
fn opened(sealing: &[u8; 32], key: &PushKey) -> Result<EcdsaKeyPair, Unspecified> {
    let (nonce, sealed) = key.sealed.split_at_checked(NONCE_LEN).ok_or(Unspecified)?;
    let nonce = Nonce::try_assume_unique_for_key(nonce)?;
    let unsealing = LessSafeKey::new(UnboundKey::new(&AES_256_GCM, sealing)?);
    let mut document = sealed.to_vec();
    let document = unsealing.open_in_place(nonce, Aad::from(WHAT), &mut document)?;
    let random = SystemRandom::new();
    EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, document, &random).map_err(|_| Unspecified)
}

#[cfg(test)]
mod tests {
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
    use serde_json::Value;

    use super::*;

    fn json_of(part: &str) -> Value {
        serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).unwrap()).unwrap()
    }

    fn store() -> (tempfile::TempDir, std::sync::Arc<dyn Store>) {
        let directory = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", directory.path().join("keys.db").display());
        let store = tapis_db::open(&url).unwrap();
        (directory, store)
    }

    #[test]
    fn a_signature_says_to_whom_and_until_when() {
        let (_directory, store) = store();
        let keys = PushKeys::of(&*store, [7; 32], Some("mailto:ada@example.com".to_owned())).unwrap();
        let endpoint = Url::parse("https://push.example.com:8443/send/abc?d=1").unwrap();
        let said = keys.authorization(&endpoint, "2026-01-01T00:00:00Z".parse().unwrap()).unwrap();
        let (token, key) = said.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(key, keys.public());
        let parts: Vec<&str> = token.split('.').collect();
        assert_eq!(json_of(parts[0]), json!({"typ": "JWT", "alg": "ES256"}));
        let claims = json!({"aud": "https://push.example.com:8443", "exp": 1_767_225_600 + 43_200,
            "sub": "mailto:ada@example.com"});
        assert_eq!(json_of(parts[1]), claims);
        let public = URL_SAFE_NO_PAD.decode(key).unwrap();
        assert_eq!((public.len(), public[0]), (65, 4));
        let signature = URL_SAFE_NO_PAD.decode(parts[2]).unwrap();
        let signed = format!("{}.{}", parts[0], parts[1]);
        UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, public)
            .verify(signed.as_bytes(), &signature)
            .unwrap();
    }

    #[test]
    fn the_key_stays_with_its_secret_and_goes_with_it() {
        let (_directory, store) = store();
        let public = |sealing| PushKeys::of(&*store, [sealing; 32], None).unwrap().public();
        let first = public(7);
        assert_eq!(public(7), first);
        assert_ne!(public(8), first, "it was sealed with another secret");
        assert_ne!(public(7), first, "and is gone");
        let sealed = store.push_key().unwrap().unwrap().sealed;
        let other = PushKey { sealed: sealed[..sealed.len() - 1].to_vec() };
        assert!(opened(&[7; 32], &other).is_err() && opened(&[7; 32], &PushKey { sealed: vec![] }).is_err());
    }
}
