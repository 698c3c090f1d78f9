//! A review as it goes on.

use std::time::Duration;

use actix_web::{HttpRequest, HttpResponse, get, web};
use bytes::Bytes;
use tapis_games::locale::Languages;
use tapis_service::ReviewNow;
use tokio::time::Instant;

use super::super::respond::{self, HEARTBEAT};
use super::{EXAMPLE_ID, text};
use crate::extract::caller;
use crate::languages;
use crate::places::Place;
use crate::problem::{ApiError, NoSuchReview, ProblemResponses};
use crate::state::AppState;

/// The time between two looks at a review, which another node may be making.
const PAUSE: Duration = Duration::from_millis(500);

/// Follow a review.
///
/// Server-sent events: `progress` at most twice a second, without the review; `part` once, with the part that is ready first; and
/// `ended` once at the end, with all of it. A comment is sent as a heartbeat while nothing changes. A stream that broke is resumed
/// without a position.
#[utoipa::path(
    tag = "reviews", operation_id = "streamReview", security(()),
    params(("id" = String, Path, description = "The review.", example = json!(EXAMPLE_ID))),
    responses(
        (status = 200, description = "A stream of reports.", body = String, content_type = "text/event-stream",
            example = json!("event: progress\ndata: {\"id\":\"rev_5f0c4e7b9d3a48e1a6c2b7d80f13e9c4\",\"status\":\"running\"}\n\n")),
        NoSuchReview, ProblemResponses
    )
)]
#[get("/v1/reviews/{id}/events")]
pub(super) async fn stream_review(
    state: AppState,
    request: HttpRequest,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let first = state.service.review(&id).await?;
    let following = Following {
        next: Some(first),
        id: id.into_inner(),
        told_part: false,
        told: Vec::new(),
        spoke: Instant::now(),
        ended: false,
        languages: languages::asked(),
        _place: state.streams.take(caller(&request))?,
        state,
    };
    Ok(respond::streamed(following, Following::next))
}

/// What a stream remembers between two events.
struct Following {
    state: AppState,
    id: String,
    /// A report to send at once.
    next: Option<ReviewNow>,
    told_part: bool,
    /// The last event.
    told: Vec<u8>,
    spoke: Instant,
    ended: bool,
    languages: Languages,
    _place: Place,
}

impl Following {
    /// The next event; `None` at the end.
    async fn next(&mut self) -> Option<Bytes> {
        let heartbeat = self.state.settings.server.heartbeat();
        loop {
            if self.ended {
                return None;
            }
            let now = match self.next.take() {
                Some(now) => now,
                None => self.look().await?,
            };
            let event = self.event(now)?;
            if event != self.told || self.spoke.elapsed() > heartbeat {
                let same = event == self.told;
                self.told = event.clone();
                self.spoke = Instant::now();
                return Some(if same { HEARTBEAT } else { event.into() });
            }
        }
    }

    /// The review a while later. One that was deleted meanwhile has no more events.
    async fn look(&self) -> Option<ReviewNow> {
        tokio::select! {
            () = self.state.stopping.cancelled() => return None,
            () = tokio::time::sleep(PAUSE) => {}
        }
        self.state.service.review(&self.id).await.ok()
    }

    fn event(&mut self, mut now: ReviewNow) -> Option<Vec<u8>> {
        let (ended, has_part) = match &now {
            ReviewNow::Report(report) => (report.progress.is_none(), report.content.is_some()),
            ReviewNow::Written(body) => (body["progress"].is_null(), !body["review"].is_null()),
        };
        let name = match (ended, has_part && !self.told_part) {
            (true, _) => "ended",
            (false, true) => "part",
            (false, false) => "progress",
        };
        self.ended = ended;
        self.told_part |= has_part;
        if name == "progress" {
            match &mut now {
                ReviewNow::Report(report) => report.content = None,
                ReviewNow::Written(body) => drop(body.as_object_mut()?.remove("review")),
            }
        }
        let data = languages::answering_now(self.languages, || text(now)).ok()?;
        Some([b"event: ", name.as_bytes(), b"\ndata: ", &data, b"\n\n"].concat())
    }
}
