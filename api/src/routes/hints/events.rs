//! Hints as streams: `partial` events, then `final` or `problem`.

use std::time::Duration;

use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, Responder};
use actix_web_lab::sse::{Data, Event, Sse};
use futures_util::stream::{Stream, StreamExt, once, unfold};
use serde::Serialize;
use tapis_service::ServiceError;

use crate::problem::ApiError;
use tapis_service::advice::hints::{HintBody, HintDelivery, HintStream, Projector, Step, Steps};

/// A stream of events, kept alive while nothing happens.
pub(super) fn respond(
    request: &HttpRequest,
    heartbeat: Duration,
    events: impl Stream<Item = Event> + 'static,
) -> HttpResponse {
    let response = Sse::from_infallible_stream(events).with_keep_alive(heartbeat).respond_to(request);
    let mut response = response.map_into_boxed_body();
    let unbuffered = (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    response.headers_mut().insert(unbuffered.0, unbuffered.1);
    response
}

/// The one event of a hint that was given before.
pub(super) fn only(text: String) -> impl Stream<Item = Event> {
    once(std::future::ready(Data::new(text).event("final").into()))
}

/// The events of a search, of which the first step was taken already. Dropping the stream stops the search.
pub(super) fn of_search(stream: HintStream) -> impl Stream<Item = Event> {
    let HintStream { delivery, projector, first, rest } = stream;
    let first = match first {
        Step::Partial(hint) => Step::Partial(hint),
        Step::Last(hint) => Step::Last(Ok(hint)),
    };
    let writer = Writer { delivery, projector, first: Some(first), rest, sent: None };
    unfold(writer, async |mut writer| writer.event().await.map(|event| (event, writer)))
}

struct Writer {
    delivery: HintDelivery,
    projector: Projector,
    first: Option<Step<HintBody, Result<HintBody, ServiceError>>>,
    rest: Steps,
    /// The last partial event, so that nothing is said twice.
    sent: Option<HintBody>,
}

impl Writer {
    async fn event(&mut self) -> Option<Event> {
        loop {
            match self.step().await? {
                Step::Partial(hint) if self.sent.as_ref() == Some(&hint) => {}
                Step::Partial(hint) => {
                    let event = event("partial", &hint);
                    self.sent = Some(hint);
                    return event;
                }
                Step::Last(hint) => {
                    let kept = match hint {
                        Ok(hint) => self.delivery.keep(&hint).await,
                        Err(error) => Err(error),
                    };
                    return match kept {
                        Ok(text) => Some(Data::new(text).event("final").into()),
                        Err(error) => event("problem", &ApiError::from(error).logged().problem()),
                    };
                }
            }
        }
    }

    async fn step(&mut self) -> Option<Step<HintBody, Result<HintBody, ServiceError>>> {
        if let Some(first) = self.first.take() {
            return Some(first);
        }
        Some(match self.rest.next().await? {
            Step::Partial(answer) => match self.projector.body(&answer) {
                Ok(hint) => Step::Partial(hint),
                Err(error) => Step::Last(Err(error)),
            },
            Step::Last(searched) => Step::Last(self.delivery.hint(&self.projector, searched)),
        })
    }
}

fn event<T: Serialize>(name: &'static str, body: &T) -> Option<Event> {
    Some(Data::new_json(body).ok()?.event(name).into())
}
