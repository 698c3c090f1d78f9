//! Answers with something around them.

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::ServiceResponse;
use actix_web::http::header::{self, HeaderMap};
use actix_web::http::{ConnectionType, StatusCode, Version};
use actix_web::{Error, HttpResponse, ResponseError};
use bytes::Bytes;

use crate::allowance::Cost;
use crate::serving::Serving;

/// The same error, whose answer has more headers.
pub(super) fn dressed(error: Error, dress: impl FnOnce(&mut HeaderMap)) -> Error {
    let mut more = HeaderMap::new();
    dress(&mut more);
    answered_by(error, move |error| {
        let mut response = error.error_response();
        for (name, value) in &more {
            // What an answer varies by adds up; everything else is said once.
            let headers = response.headers_mut();
            if name == header::VARY {
                headers.append(name.clone(), value.clone());
            } else {
                headers.insert(name.clone(), value.clone());
            }
        }
        response
    })
}

/// The same error, with another answer.
pub(super) fn answered_by(error: Error, answer: impl Fn(&Error) -> HttpResponse + 'static) -> Error {
    AnsweredError { error, answer }.into()
}

struct AnsweredError<F> {
    error: Error,
    answer: F,
}

impl<F> fmt::Debug for AnsweredError<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<F> fmt::Display for AnsweredError<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<F: Fn(&Error) -> HttpResponse> ResponseError for AnsweredError<F> {
    fn status_code(&self) -> StatusCode {
        self.error.as_response_error().status_code()
    }

    fn error_response(&self) -> HttpResponse {
        (self.answer)(&self.error)
    }
}

/// Before HTTP/1.1 nobody reads chunks (RFC 9112, section 6.1), and the library does not ask who reads: a body of unknown length ends
/// with its connection.
pub(super) fn until_close(response: &mut ServiceResponse<BoxBody>) {
    if response.request().version() >= Version::HTTP_11
        || response.response().body().size() != BodySize::Stream
    {
        return;
    }
    let head = response.response_mut().head_mut();
    head.no_chunking(true);
    head.set_connection_type(ConnectionType::Close);
}

/// So many bytes are handed over at once: what a slow reader has not read is not copied for its connection.
const PIECE: usize = 16 << 10;

/// A body that holds its connection as served until it is sent, and whose caller is charged for making it.
pub(super) struct ServedBody {
    body: BoxBody,
    /// What is left of a part that was made.
    rest: Bytes,
    serving: Option<Serving>,
    cost: Option<Cost>,
}

impl ServedBody {
    pub(super) fn new(body: BoxBody, serving: Option<Serving>, cost: Option<Cost>) -> Self {
        Self { body, rest: Bytes::new(), serving, cost }
    }
}

impl MessageBody for ServedBody {
    type Error = Box<dyn std::error::Error>;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        if !self.rest.is_empty() {
            let next = self.rest.len().min(PIECE);
            return Poll::Ready(Some(Ok(self.rest.split_to(next))));
        }
        let Self { body, cost, .. } = &mut *self;
        let make = || Pin::new(body).poll_next(context);
        let mut next = match cost {
            Some(cost) => cost.part(make),
            None => make(),
        };
        if matches!(next, Poll::Ready(None | Some(Err(_)))) {
            self.serving = None;
        }
        if let Poll::Ready(Some(Ok(bytes))) = &mut next
            && bytes.len() > PIECE
        {
            self.rest = bytes.split_off(PIECE);
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[actix_web::test]
    async fn a_long_body_is_handed_over_in_pieces() {
        let long: Vec<u8> = (0..40_000_u32).map(|n| n as u8).collect();
        let mut body = ServedBody::new(BoxBody::new(long.clone()), None, None);
        assert_eq!(body.size(), BodySize::Sized(40_000));
        let (mut sizes, mut sent) = (Vec::new(), Vec::new());
        while let Some(piece) = std::future::poll_fn(|context| Pin::new(&mut body).poll_next(context)).await {
            let piece = piece.unwrap();
            sizes.push(piece.len());
            sent.extend_from_slice(&piece);
        }
        assert_eq!((sizes, sent), (vec![16_384, 16_384, 7_232], long));
    }
}
