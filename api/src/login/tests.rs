use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair as _};
use serde_json::{Value, json};
use tempfile::NamedTempFile;

use super::*;
use crate::settings::KeySource;

const ISSUER: &str = "https://login.example/";
const NOW_S: i64 = 1_800_000_000;
/// The id of u-17: `printf '%s\n%s' https://login.example/ u-17 | sha256sum`.
const U_17: &str = "24c7ff660c7a3d5e0a7904c7c6b33407fb6d9a6d69d9b5eb4ef5daa80b119ab9";

/// An RSA key and two logins that openssl signed by it; they expire in 2100.
const RSA: &str = include_str!("../../tests/fixtures/jwks.json");
const RS256: &str = include_str!("../../tests/fixtures/u-17.jwt").trim_ascii_end();
const PS384: &str = "eyJhbGciOiJQUzM4NCIsImtpZCI6InJzYSJ9.eyJpc3MiOiJodHRwczovL2xvZ2luLmV4YW1wbGUvIiwiYXVkIjoidGFwaXMiLCJ\
     zdWIiOiJ1LTE3IiwiZXhwIjo0MTAyNDQ0ODAwfQ.PELc1h3FSyOPjx3Aik_Nd3OzhuPYZQNL6t7GMCHO2jsPUtw83BC16QA1SHnK\
     Ec0heFk0Doue3JYncsXYasAoMGQCWox-PcOA16KVrvyZE8Jm9Y8hS8opCrYxb75mtX3wzY-exIqg8KlFIVyQcDEiK8gZtYyHVTHo\
     _rG0xPEzsVAAzJBf-iOlrRA8qFlXjiQI3XeDFZt8f3XYbgopaQkpGRyYJQdFEyyvEAcLyvMwV88S6OVdnppQri2r4cd5-u2VCzva\
     rOqI1EvqMwIwxfIbjNf3Byw8PKLjBHYiSr2MpOoRntWQo4IUNGYdq56zLYXWYsOHwwdHKeyX818tXXFNHg";

fn pair() -> EcdsaKeyPair {
    let random = SystemRandom::new();
    let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
    EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, document.as_ref(), &random).unwrap()
}

fn part(json: &Value) -> String {
    BASE64.encode(json.to_string())
}

fn signed(pair: &EcdsaKeyPair, header: &Value, claims: &Value) -> String {
    let message = format!("{}.{}", part(header), part(claims));
    let signature = pair.sign(&SystemRandom::new(), message.as_bytes()).unwrap();
    format!("{message}.{}", BASE64.encode(signature))
}

fn jwk(id: &str, pair: &EcdsaKeyPair) -> Value {
    let (x, y) = pair.public_key().as_ref()[1..].split_at(32);
    json!({"kty": "EC", "crv": "P-256", "kid": id, "use": "sig", "x": BASE64.encode(x), "y": BASE64.encode(y)})
}

fn claims() -> Value {
    json!({"iss": ISSUER, "aud": "tapis", "sub": "u-17", "exp": NOW_S + 600})
}

/// The claims with one another than it should be, or without it.
fn but(name: &str, value: Value) -> Value {
    let mut claims = claims();
    match value {
        Value::Null => drop(claims.as_object_mut().unwrap().remove(name)),
        value => claims[name] = value,
    }
    claims
}

fn published(keys: &Value) -> NamedTempFile {
    let mut file = NamedTempFile::new().unwrap();
    file.write_all(json!({"keys": keys}).to_string().as_bytes()).unwrap();
    file
}

fn logins(file: &NamedTempFile) -> Result<Logins, KeysError> {
    let settings = LoginSettings {
        keys: Some(KeySource::File(file.path().into())),
        issuer: Some(ISSUER.to_owned()),
        audience: Some("tapis".to_owned()),
        key: None,
    };
    Logins::new(&settings).map(Option::unwrap)
}

async fn checked(logins: &Logins, token: &str) -> Result<String, LoginFault> {
    let now = Time::from(jiff::Timestamp::from_second(NOW_S).unwrap());
    logins.check(token, now).await.map(|login| login.player)
}

#[tokio::test]
async fn a_login_names_its_subject_and_every_other_one_is_refused_with_its_reason() {
    let (own, other) = (pair(), pair());
    let logins = logins(&published(&json!([jwk("a", &own)]))).unwrap();
    let header = json!({"alg": "ES256", "kid": "a"});
    let right = [
        signed(&own, &header, &claims()),
        signed(&own, &json!({"alg": "ES256"}), &claims()),
        signed(&own, &header, &but("aud", json!(["shop", "tapis"]))),
        signed(&own, &header, &but("exp", json!(NOW_S - 30))),
        signed(&own, &header, &but("nbf", json!(NOW_S + 30))),
    ];
    for token in &right {
        assert_eq!(checked(&logins, token).await.as_deref(), Ok(U_17), "{token}");
    }
    let unsigned = |header: Value| format!("{}.{}.", part(&header), part(&claims()));
    let wrong = [
        (LoginFault::Form, "eyJhIjoxfQ.e30.e30".to_owned()),
        (LoginFault::Form, unsigned(json!({"alg": "none"}))),
        (LoginFault::Form, unsigned(json!({"alg": "none", "kid": "a"}))),
        (LoginFault::Form, signed(&own, &json!({"alg": "ES256", "kid": "a", "crit": ["b64"]}), &claims())),
        (LoginFault::TooLong, signed(&own, &header, &but("roles", json!("r".repeat(4_096))))),
        // A public key is no shared secret.
        (LoginFault::UnknownKey, unsigned(json!({"alg": "HS256", "kid": "a"}))),
        (LoginFault::UnknownKey, signed(&own, &json!({"alg": "RS256", "kid": "a"}), &claims())),
        (LoginFault::UnknownKey, signed(&own, &json!({"alg": "ES256", "kid": "b"}), &claims())),
        (LoginFault::Signature, signed(&other, &header, &claims())),
        (LoginFault::Signature, unsigned(header.clone())),
        (LoginFault::Issuer, signed(&own, &header, &but("iss", json!("https://other.example/")))),
        (LoginFault::Audience, signed(&own, &header, &but("aud", json!("shop")))),
        (LoginFault::Expired, signed(&own, &header, &but("exp", json!(NOW_S - 61)))),
        (LoginFault::Early, signed(&own, &header, &but("nbf", json!(NOW_S + 61)))),
        (LoginFault::Claims, signed(&own, &header, &but("exp", json!("tomorrow")))),
        (LoginFault::Claims, signed(&own, &header, &but("nbf", json!("yesterday")))),
        (LoginFault::Claims, signed(&own, &header, &but("sub", json!(17)))),
        (LoginFault::Claims, signed(&own, &header, &but("sub", Value::Null))),
        (LoginFault::Claims, signed(&own, &header, &but("exp", Value::Null))),
        (LoginFault::Claims, signed(&own, &header, &but("iss", Value::Null))),
        (LoginFault::Claims, signed(&own, &header, &but("iss", json!([ISSUER])))),
        (LoginFault::Claims, signed(&own, &header, &but("iss", json!([ISSUER, "https://other.example/"])))),
        (LoginFault::Claims, signed(&own, &header, &but("iss", json!({"name": ISSUER})))),
        (LoginFault::Claims, signed(&own, &header, &but("aud", json!(17)))),
        (LoginFault::Claims, signed(&own, &header, &but("aud", Value::Null))),
        (LoginFault::Subject, signed(&own, &header, &but("sub", json!("")))),
        (LoginFault::Subject, signed(&own, &header, &but("sub", json!("Adaé")))),
        (LoginFault::Subject, signed(&own, &header, &but("sub", json!("a".repeat(256))))),
    ];
    for (fault, token) in wrong {
        assert_eq!(checked(&logins, &token).await, Err(fault), "{token}");
    }
}

#[tokio::test]
async fn keys_of_every_kind_verify() {
    let random = SystemRandom::new();
    let edwards = Ed25519KeyPair::generate_pkcs8(&random).unwrap();
    let edwards = Ed25519KeyPair::from_pkcs8(edwards.as_ref()).unwrap();
    let x = BASE64.encode(edwards.public_key());
    let rsa: Value = serde_json::from_str(RSA).unwrap();
    let keys = json!([
        rsa["keys"][0],
        {"kty": "OKP", "crv": "Ed25519", "kid": "ed", "x": x},
        {"kty": "new", "kid": "unknown kinds are passed over"},
    ]);
    let logins = logins(&published(&keys)).unwrap();
    let message = format!("{}.{}", part(&json!({"alg": "EdDSA", "kid": "ed"})), part(&claims()));
    let by_edwards = format!("{message}.{}", BASE64.encode(edwards.sign(message.as_bytes())));
    for token in [RS256, PS384, &by_edwards] {
        assert_eq!(checked(&logins, token).await.as_deref(), Ok(U_17), "{token}");
    }
    let [header, _, signature] = RS256.split('.').collect::<Vec<_>>().try_into().unwrap();
    let changed = format!("{header}.{}.{signature}", part(&but("sub", json!("u-18"))));
    assert_eq!(checked(&logins, &changed).await, Err(LoginFault::Signature));
}

#[test]
fn a_set_without_a_key_that_can_be_used_keeps_the_service_from_starting() {
    let secret = json!([{"kty": "oct", "kid": "a", "k": "c2VjcmV0"}]);
    let encrypts = {
        let mut key = jwk("a", &pair());
        key["use"] = json!("enc");
        json!([key])
    };
    for keys in [json!([]), secret, encrypts] {
        let told = logins(&published(&keys)).err().map(|error| error.to_string());
        assert!(told.as_deref().is_some_and(|told| told.contains("P-256")), "{told:?}");
    }
    let told = logins(&published(&json!("none"))).err().map(|error| error.to_string());
    assert!(told.as_deref().is_some_and(|told| told.contains("JWK set")), "{told:?}");
}

#[tokio::test(start_paused = true)]
async fn a_new_key_is_found_and_one_that_was_taken_away_opens_nothing() {
    let (old, new) = (pair(), pair());
    let file = published(&json!([jwk("old", &old)]));
    let logins = logins(&file).unwrap();
    let by = |id: &str, pair| signed(pair, &json!({"alg": "ES256", "kid": id}), &claims());
    assert_eq!(checked(&logins, &by("new", &new)).await, Err(LoginFault::UnknownKey));
    std::fs::write(file.path(), json!({"keys": [jwk("new", &new)]}).to_string()).unwrap();
    // Logins with keys that nobody has must not have the set read again and again.
    assert_eq!(checked(&logins, &by("new", &new)).await, Err(LoginFault::UnknownKey));
    assert!(checked(&logins, &by("old", &old)).await.is_ok());
    tokio::time::advance(keys::PAUSE).await;
    assert!(checked(&logins, &by("new", &new)).await.is_ok());
    assert_eq!(checked(&logins, &by("old", &old)).await, Err(LoginFault::UnknownKey));
    // What cannot be read any more changes nothing, and is tried again.
    std::fs::write(file.path(), "half of a se").unwrap();
    tokio::time::advance(keys::GOOD_FOR).await;
    assert!(checked(&logins, &by("new", &new)).await.is_ok());
    std::fs::write(file.path(), json!({"keys": [jwk("old", &old)]}).to_string()).unwrap();
    tokio::time::advance(keys::PAUSE).await;
    assert_eq!(checked(&logins, &by("new", &new)).await, Err(LoginFault::UnknownKey));
}
