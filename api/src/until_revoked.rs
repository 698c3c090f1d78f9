//! Event streams that end when the key they were opened with is revoked.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, EitherBody, MessageBody};
use actix_web::dev::ServiceResponse;
use actix_web::http::header::{self, HeaderMap};
use bytes::Bytes;
use tokio_util::sync::WaitForCancellationFutureOwned;

use crate::keys::KnownKey;
use crate::problem::ApiError;

/// Has an answer that is a stream of events end with the key of its request.
pub(crate) fn until_revoked<B: MessageBody + 'static>(
    response: ServiceResponse<B>,
) -> ServiceResponse<EitherBody<B>> {
    let is_stream = says(response.headers(), header::CONTENT_TYPE, "text/event-stream");
    match KnownKey::of(response.request()).filter(|_| is_stream) {
        None => response.map_into_left_body(),
        Some(key) => response
            .map_body(|head, body| BoxBody::new(UntilRevoked::new(body.boxed(), &key, head.headers())))
            .map_into_right_body(),
    }
}

fn says(headers: &HeaderMap, name: header::HeaderName, what: &str) -> bool {
    headers.get(name).is_some_and(|value| value.as_bytes() == what.as_bytes())
}

/// The body of a stream; its key; what is said when that is revoked.
struct UntilRevoked {
    /// `None` after the end: whoever followed something does so no more.
    body: Option<BoxBody>,
    revoked: Pin<Box<WaitForCancellationFutureOwned>>,
    last: Bytes,
}

impl UntilRevoked {
    fn new(body: BoxBody, key: &Arc<KnownKey>, headers: &HeaderMap) -> Self {
        // Nothing can be said in a compressed stream but by who compresses it: the next try says why.
        let is_plain = says(headers, header::CONTENT_ENCODING, "identity");
        let last = if is_plain { ApiError::RevokedKey.event() } else { Bytes::new() };
        Self { body: Some(body), revoked: Box::pin(key.withdrawn()), last }
    }
}

impl MessageBody for UntilRevoked {
    type Error = Box<dyn std::error::Error>;

    fn size(&self) -> BodySize {
        BodySize::Stream
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        if self.body.is_some() && self.revoked.as_mut().poll(context).is_ready() {
            self.body = None;
            let last = std::mem::take(&mut self.last);
            return Poll::Ready((!last.is_empty()).then_some(Ok(last)));
        }
        match &mut self.body {
            None => Poll::Ready(None),
            Some(body) => Pin::new(body).poll_next(context),
        }
    }
}
