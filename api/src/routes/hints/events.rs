//! Hints as streams: `partial` events, then `final` or `problem`.

use crate::routes::prelude::*;

use std::pin::Pin;
use std::time::Duration;

use futures_util::stream::{Stream, StreamExt as _, unfold};
use tapis_service::advice::hints::{HintEvent, HintStream};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use super::spoken;

/// The one event of a hint that was given before.
pub(super) fn only(text: &str) -> HttpResponse {
    respond::streamed(Some(event("final", text.as_bytes())), async |only: &mut Option<Bytes>| only.take())
}

/// The events of a search, in these languages. Dropping the stream stops it.
pub(super) fn of_search(stream: Box<HintStream>, languages: Languages, period: Duration) -> HttpResponse {
    let mut heartbeat = interval_at(Instant::now() + period, period);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let events = unfold(stream, move |mut stream| async move {
        let said = stream.next().await?;
        Some((languages::answering_now(languages, || of_step(said, languages))?, stream))
    });
    // What is under way in the events goes on when something else is said meanwhile.
    let from: Streaming = (Box::pin(events), heartbeat);
    respond::streamed(from, async |(events, heartbeat): &mut Streaming| {
        tokio::select! {
            biased;
            event = events.next() => event,
            // A sign of life where it takes long.
            _ = heartbeat.tick() => Some(HEARTBEAT),
        }
    })
}

/// What a stream remembers between two events.
type Streaming = (Pin<Box<dyn Stream<Item = Bytes>>>, Interval);

fn of_step(said: HintEvent, languages: Languages) -> Option<Bytes> {
    match said {
        HintEvent::Partial(hint) => Some(event("partial", &languages::json(&hint).ok()?)),
        HintEvent::Final(text) => Some(event("final", spoken(text, languages).ok()?.as_bytes())),
        HintEvent::Refused(error) => Some(ApiError::from(error).logged().event()),
    }
}

/// An event of this name. JSON has no line breaks of its own.
fn event(name: &str, data: &[u8]) -> Bytes {
    [b"event: ", name.as_bytes(), b"\ndata: ", data, b"\n\n"].concat().into()
}
