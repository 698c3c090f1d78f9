//! Requests as the tests write them, answers as they read them.

use reqwest::RequestBuilder;
use reqwest::header::HeaderMap;
use serde::Serialize;
use serde_json::Value;

/// A request being built.
pub struct Call(pub RequestBuilder);

impl Call {
    pub fn token(self, token: &str) -> Self {
        Self(self.0.bearer_auth(token))
    }

    /// As the administrator.
    pub fn admin(self) -> Self {
        self.token(super::ADMIN)
    }

    pub fn header(self, name: &str, value: &str) -> Self {
        Self(self.0.header(name, value))
    }

    pub fn key(self, key: &str) -> Self {
        self.header("Idempotency-Key", key)
    }

    pub fn if_match(self, etag: &str) -> Self {
        self.header("If-Match", etag)
    }

    pub fn json(self, body: &impl Serialize) -> Self {
        Self(self.0.json(body))
    }

    /// A body as it is, called JSON.
    pub fn raw(self, body: impl Into<reqwest::Body>) -> Self {
        Self(self.0.header("Content-Type", "application/json").body(body))
    }

    /// As [`Call::raw`], of another media type.
    pub fn text(self, body: &'static str) -> Self {
        Self(self.0.header("Content-Type", "text/plain").body(body))
    }

    pub async fn send(self) -> Answer {
        let response = self.0.send().await.unwrap();
        let status = response.status().as_u16();
        let headers = response.headers().clone();
        let bytes = response.bytes().await.unwrap();
        Answer { status, headers, bytes: bytes.to_vec() }
    }
}

/// An answer, read to its end.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.bytes.clone()).unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// The body of an answer of this status.
    #[track_caller]
    pub fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        if self.bytes.is_empty() { Value::Null } else { self.json() }
    }

    /// The problem of this status and code.
    #[track_caller]
    pub fn problem(&self, status: u16, code: &str) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        assert_eq!(self.header("content-type"), Some("application/problem+json"));
        let problem = self.json();
        assert_eq!(problem["code"], code, "{problem}");
        assert_eq!(problem["status"], status);
        for member in ["type", "title", "detail"] {
            assert!(problem[member].as_str().is_some_and(|text| !text.is_empty()), "{problem}");
        }
        problem
    }
}
