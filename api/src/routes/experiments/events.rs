//! An experiment as it goes on.

use crate::routes::prelude::*;

use std::time::Duration;

use crate::places::Place;
use tapis_lab::Report;
use tokio::sync::watch;

use super::report;

/// The least time between two events.
const PAUSE: Duration = Duration::from_millis(500);

/// Such a stream.
pub(super) const EXAMPLE: &str =
    "event: progress\ndata: {\"id\":\"exp_5f0c4e7b9d3a48e1a6c2b7d80f13e9c4\",\"state\":\"running\"}\n\n";

/// Follows an experiment.
pub(super) async fn stream(state: AppState, request: &HttpRequest, id: String) -> Answer {
    // Subscribed first: an experiment that ends in between is reported as it ended.
    let news = state.laboratory.follow(&id);
    let first = report(&state, id.clone()).await?;
    // One that was asked of another node is known here by now.
    let news = news.or_else(|| state.laboratory.follow(&id));
    let place = state.streams.take(caller(request))?;
    let following =
        Following { news, next: Some(first), state, languages: languages::asked(), _place: place };
    Ok(respond::streamed(following, Following::next))
}

/// What a stream remembers between two events.
struct Following {
    news: Option<watch::Receiver<Report>>,
    /// A report to send at once.
    next: Option<Report>,
    state: AppState,
    languages: Languages,
    _place: Place,
}

impl Following {
    /// The next event; `None` at the end.
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(report) = self.next.take() {
            return self.event(&report);
        }
        let (news, stopping) = (self.news.as_mut()?, &self.state.stopping);
        let heartbeat = self.state.settings.tuning.heartbeat();
        tokio::select! {
            () = stopping.cancelled() => return None,
            () = tokio::time::sleep(PAUSE) => {}
        }
        let waited = tokio::select! {
            () = stopping.cancelled() => return None,
            changed = tokio::time::timeout(heartbeat, news.changed()) => changed,
        };
        match waited {
            Err(_) => Some(HEARTBEAT),
            // Without a sender nothing changes any more; the stream ends, and the next one says how it ended.
            Ok(Err(_)) => None,
            Ok(Ok(())) => {
                let report = news.borrow_and_update().clone();
                self.event(&report)
            }
        }
    }

    fn event(&mut self, report: &Report) -> Option<Bytes> {
        let ended = !report.state.is_open();
        if ended {
            self.news = None;
        }
        let name = if ended { "ended" } else { "progress" };
        let data = languages::answering_now(self.languages, || languages::json(report)).ok()?;
        let data = String::from_utf8(data).ok()?;
        Some(Bytes::from(format!("event: {name}\ndata: {data}\n\n")))
    }
}
