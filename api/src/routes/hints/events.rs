//! Hints as streams: `partial` events, then `final` or `problem`.

use std::time::Duration;

use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, Responder};
use actix_web_lab::sse::{Data, Event, Sse};
use futures_util::stream::{Stream, once, unfold};
use serde::Serialize;
use tapis_games::locale::Languages;
use tapis_service::advice::hints::{HintEvent, HintStream};

use super::spoken;
use crate::languages;
use crate::problem::ApiError;

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

/// The events of a search, in these languages. Dropping the stream stops it.
pub(super) fn of_search(stream: Box<HintStream>, languages: Languages) -> impl Stream<Item = Event> {
    unfold((stream, languages), async |(mut stream, languages)| {
        let said = stream.next().await?;
        let event = languages::answering_now(languages, || match said {
            HintEvent::Partial(hint) => event("partial", &hint),
            HintEvent::Final(text) => Some(Data::new(spoken(text, languages).ok()?).event("final").into()),
            HintEvent::Refused(error) => event("problem", &ApiError::from(error).logged().problem()),
        })?;
        Some((event, (stream, languages)))
    })
}

fn event<T: Serialize>(name: &'static str, body: &T) -> Option<Event> {
    let data = String::from_utf8(languages::json(body).ok()?).ok()?;
    Some(Data::new(data).event(name).into())
}
