//! One message, sent once.

use std::time::Duration;

use actix_web::http::{Method, header};
use bytes::Bytes;
use http_body_util::Full;
use url::Url;

use crate::outgoing::{Fault, Outgoing, ReadLimits, request_to};

/// What else a receiver says than its status is read, a little, and passed over.
const READS: ReadLimits = ReadLimits { bytes: 16 << 10, time: Duration::from_secs(1) };

/// A message as it is sent.
pub(super) struct Post<'a> {
    pub url: &'a Url,
    pub id: &'a str,
    pub timestamp: i64,
    pub signature: String,
    pub body: Bytes,
}

impl Post<'_> {
    /// Sends the message; it has arrived when the receiver says so with a status of success.
    pub(super) async fn send(self, outgoing: &Outgoing) -> Result<(), Fault> {
        let Self { url, id, timestamp, signature, body } = self;
        let request = request_to(url)
            .method(Method::POST.as_str())
            .header(header::CONTENT_TYPE.as_str(), "application/json")
            .header("webhook-id", id)
            .header("webhook-timestamp", timestamp)
            .header("webhook-signature", signature)
            .body(Full::new(body))
            .map_err(|_| Fault::NotConnected)?;
        let status = outgoing.ask(url, request, READS).await?.status;
        if (200..300).contains(&status) { Ok(()) } else { Err(Fault::Status(status)) }
    }
}
