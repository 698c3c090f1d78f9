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

/// An error whose answer has headers of its own.
pub(super) struct ErrorWithHeaders {
    error: Error,
    headers: HeaderMap,
}

impl ErrorWithHeaders {
    pub(super) fn new(error: Error, dress: impl FnOnce(&mut HeaderMap)) -> Self {
        let mut headers = HeaderMap::new();
        dress(&mut headers);
        Self { error, headers }
    }
}

impl fmt::Debug for ErrorWithHeaders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl fmt::Display for ErrorWithHeaders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl ResponseError for ErrorWithHeaders {
    fn status_code(&self) -> StatusCode {
        self.error.as_response_error().status_code()
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = self.error.error_response();
        for (name, value) in &self.headers {
            // What an answer varies by adds up; everything else is said once.
            let headers = response.headers_mut();
            if name == header::VARY {
                headers.append(name.clone(), value.clone());
            } else {
                headers.insert(name.clone(), value.clone());
            }
        }
        response
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

/// A body that holds its connection as served until it is sent, and whose caller is charged for making it.
pub(super) struct ServedBody {
    body: BoxBody,
    serving: Option<Serving>,
    cost: Option<Cost>,
}

impl ServedBody {
    pub(super) fn new(body: BoxBody, serving: Option<Serving>, cost: Option<Cost>) -> Self {
        Self { body, serving, cost }
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
        let Self { body, cost, .. } = &mut *self;
        let make = || Pin::new(body).poll_next(context);
        let next = match cost {
            Some(cost) => cost.part(make),
            None => make(),
        };
        if matches!(next, Poll::Ready(None | Some(Err(_)))) {
            self.serving = None;
        }
        next
    }
}
