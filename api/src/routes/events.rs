//! Events: as a stream, or by asking again and again.

use super::prelude::*;

use std::sync::Arc;
use std::time::Duration;

use bytes::BytesMut;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use crate::gzip::Gzip;
use crate::places::Place;
use tapis_service::tables::{Attendance, Presence, Snapshot, WrittenEvent};
use tapis_service::{Access, GameNews, Reader};

/// Most events a page or a chunk of a stream.
const PAGE: usize = 200;
/// About the most bytes of a chunk of a stream: whoever reads slowly has one in memory.
const CHUNK: usize = 8 << 10;
/// No position is beyond it, as the document says of every integer: the largest that every language reads exactly.
const MAX_POSITION: u64 = (1 << 53) - 1;

/// Who follows a game is said no more often: people who come and go in a hurry make no flood of events.
const QUIET: Duration = Duration::from_secs(1);

/// Longest wait of a long poll.
const MAX_WAIT_S: u64 = 30;

/// From where, and how.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct FromQuery {
    /// The last version the caller knows; 0 for everything. `Last-Event-ID` takes precedence.
    after: Option<u64>,
    /// Answer with a page of JSON instead of a stream, and wait up to this many seconds for the first event (long polling).
    #[param(maximum = 30)]
    wait: Option<u64>,
    /// A ticket instead of a token, see `createEventTicket`.
    ticket: Option<String>,
    /// `legal_moves` includes the legal moves in the newest event if it is the reader's turn.
    #[param(inline, example = "legal_moves")]
    include: Option<EventInclude>,
}

/// Follow a game.
///
/// Server-sent events: `id` is the version, `event` the kind of event, `data` a `GameEvent` as the reader may know it. Without
/// a position, the stream starts at the beginning; `Last-Event-ID` or `?after=` resumes with exactly the events that were
/// missed. A position beyond the newest version is refused with 422. In a game created with `presence`, an event `presence`
/// without an id (`PresenceView`, at most one a second) says who follows the game. A comment is sent every 15 seconds as a
/// heartbeat. With `?wait=` (or `Accept: application/json`) the answer is a page of JSON instead (long polling). The stream
/// ends with the game (`lookUpSeats` tells for an hour more of a rematch), or, where the seat's token was replaced, with an event `problem` (`Problem`) that says so. With `Accept-Encoding: gzip` it is compressed, and each event can be read as it arrives. A request after the last event of a finished game gets 204, in either form.
#[utoipa::path(
    tag = "play", operation_id = "streamEvents", security((), ("seat_token" = []), ("login" = [])),
    params(
        ("id" = String, Path, description = "The game.", format = Uuid),
        ("Last-Event-ID" = Option<String>, Header, description = "The last version the caller knows.",
            pattern = "^[0-9]{1,15}$", example = "17"),
        FromQuery,
    ),
    responses(
        (status = 200, description = "A stream of events, or a page of them.", content(
            (EventPage = "application/json"),
            (String = "text/event-stream",
                example = "id: 18\nevent: ply\ndata: {\"version\":18,\"etag\":\"\\\"v18-s0\\\"\"}\n\n"),
        )),
        (status = 204, description = "The game is over and the caller knows everything."),
        QueryProblems, GameProblems, ProblemResponses,
    )
)]
#[get("/v1/games/{id}/events")]
pub(super) async fn stream_events(
    (state, request, path, bearer): At<GamePath>,
    Query(from): Query<FromQuery>,
) -> Answer {
    let access = from.ticket.as_deref().map_or(Access::Token(bearer.token()), Access::Ticket);
    let reader = state.service.follow(path.0, access).await?;
    let after = position(&request, &from, reader.newest().version())?;
    let moves = from.include == Some(EventInclude::LegalMoves);
    let json = from.wait.is_some() || wants_json(&request);
    let wait = from.wait.unwrap_or(0);
    if wait > MAX_WAIT_S {
        return Err(ApiError::query("wait", said("at_most_seconds").with("most", MAX_WAIT_S)));
    }
    if reader.is_over(after) {
        return Ok(HttpResponse::NoContent().insert_header((header::CACHE_CONTROL, "no-store")).finish());
    }
    let (caller, languages) = (caller(&request), languages::asked());
    let following = Following { state, caller, reader, after, moves, languages };
    if json {
        // Who waits is in memory as a stream is.
        let _place = if wait > 0 { Some(following.state.streams.take(caller)?) } else { None };
        return following.page(Duration::from_secs(wait)).await;
    }
    let place = following.state.streams.take(caller)?;
    let gzip = respond::takes_gzip(&request).then(Gzip::default);
    let coding = if gzip.is_some() { "gzip" } else { "identity" };
    let response = respond::streamed(begun(following, gzip, place), StreamProgress::next_bytes);
    let response = with(response, header::CONTENT_ENCODING, coding);
    Ok(with(response, header::VARY, "Authorization, Accept-Encoding"))
}

/// Who reads, from where on, whether their legal moves come along, and in which languages.
struct Following {
    state: AppState,
    caller: Caller,
    reader: Reader,
    after: u64,
    moves: bool,
    languages: Languages,
}

/// The last version a caller knows, which cannot be beyond the newest there is: whoever waited there would miss what comes first.
fn position(request: &HttpRequest, from: &FromQuery, newest: u64) -> Result<u64, ApiError> {
    if from.after.is_some_and(|after| after > MAX_POSITION) {
        return Err(ApiError::query("after", said("at_most").with("most", MAX_POSITION)));
    }
    let (after, pointer) = match last_event_id(request)? {
        Some(version) => (version, "/Last-Event-ID"),
        None => (from.after.unwrap_or(0), "/after"),
    };
    if after > newest {
        return Err(ApiError::UnknownPosition { pointer, asked: after, newest });
    }
    Ok(after)
}

fn last_event_id(request: &HttpRequest) -> Result<Option<u64>, ApiError> {
    let Some(value) = request.headers().get("last-event-id") else { return Ok(None) };
    // As documented: `u64` alone would take a plus sign, and refuse the longest runs of digits.
    let sound =
        |text: &&str| (1..=15).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let version = value.to_str().ok().filter(sound).and_then(|text| text.parse().ok());
    let refuse = || {
        let detail = said("version_digits");
        ApiError::InvalidHeader { header: "Last-Event-ID", detail }
    };
    version.map(Some).ok_or_else(refuse)
}

fn wants_json(request: &HttpRequest) -> bool {
    let accept = request.headers().get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    accept.is_some_and(|accept| accept.contains("application/json") && !accept.contains("text/event-stream"))
}

impl Following {
    /// Whoever waits for others is found only while they follow.
    async fn still_follows(&self) {
        self.state.service.still_follows(&self.reader).await;
    }

    /// The events since, as a page; waits that long for the first.
    async fn page(mut self, wait: Duration) -> Answer {
        let (part, mut left) = (self.state.settings.tuning.heartbeat(), wait);
        // In parts, as a stream: who waits for the longest time must be seen meanwhile, however the store was told of it before.
        let news = loop {
            let now = left.min(part);
            left -= now;
            let news = tokio::time::timeout(now, self.reader.next(self.after)).await;
            if news.is_ok() || left.is_zero() {
                break news;
            }
            self.still_follows().await;
        };
        let items = match news {
            Ok(GameNews::Newer(snapshot)) => self.written(&snapshot, usize::MAX).await?,
            Ok(GameNews::Unwelcome(why)) => return Err(why.into()),
            Ok(GameNews::Over) | Err(_) => Vec::new(),
        };
        self.still_follows().await;
        let after = items.last().map_or(self.after, |event| event.version);
        let presence = self.reader.presence().map(PresenceView::from);
        let body = EventPage::json(&items, after, presence).map_err(ApiError::internal)?;
        let response = respond::no_store_bytes(StatusCode::OK, body, false);
        Ok(with(response, header::VARY, "Authorization"))
    }

    /// The events since, at most a page of them and about `most` bytes; the newest with the reader's legal moves where they are to come
    /// along.
    async fn written(
        &self,
        snapshot: &Arc<Snapshot>,
        most: usize,
    ) -> Result<Vec<WrittenEvent>, ServiceError> {
        let mut events = self.written_for_all(Arc::clone(snapshot)).await?;
        let mut bytes = 0;
        let fits = |event: &&WrittenEvent| {
            let fits = bytes < most;
            bytes += event.json.len();
            fits
        };
        let fit = events.iter().take_while(fits).count();
        events.truncate(fit);
        if let Some(newest) = events.pop_if(|_| self.moves) {
            let to = (self.reader.viewer(), self.languages);
            events.push(GameEvent::with_moves(newest, snapshot, to).map_err(ServiceError::internal)?);
        }
        Ok(events)
    }

    /// The events as they are written for all who see the same: once, and where more than the newest is to be written, when it is
    /// the turn of the caller.
    async fn written_for_all(&self, snapshot: Arc<Snapshot>) -> Result<Vec<WrittenEvent>, ServiceError> {
        let to = (self.reader.viewer(), self.languages);
        let mut events = snapshot.written(to, self.after, PAGE);
        let known = events.last().map_or(self.after, |event| event.version);
        if events.len() == PAGE || known == snapshot.version() {
            return Ok(events);
        }
        let only_newest = known + 1 == snapshot.version();
        let write = move || GameEvent::write(&snapshot, to, known).map_err(ServiceError::internal);
        let service = &self.state.service;
        // Nobody takes turns any more when the service stops: a stream tells what there is, and ends.
        let at_once = only_newest || self.state.stopping.is_cancelled();
        let new = if at_once { write()? } else { service.answers().make(self.caller, write).await?? };
        service.live_games().count(self.reader.game());
        events.extend(new.into_iter().take(PAGE - events.len()));
        Ok(events)
    }
}

/// What a stream remembers between two chunks.
struct StreamProgress {
    following: Following,
    /// Where the stream is compressed.
    gzip: Option<Gzip>,
    ended: bool,
    heartbeat: Interval,
    greeted: bool,
    /// Whether the reader was told why nothing follows.
    dismissed: bool,
    /// This stream among those that follow the game, and whether it is told who does.
    attendance: Attendance,
    tells_presence: bool,
    /// Who was said to follow it, and until when nothing more is said of that.
    told: Option<Presence>,
    quiet_until: Instant,
    _place: Place,
}

fn begun(following: Following, gzip: Option<Gzip>, place: Place) -> StreamProgress {
    let period = following.state.settings.tuning.heartbeat();
    let mut heartbeat = interval_at(Instant::now() + period, period);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    StreamProgress {
        gzip,
        ended: false,
        heartbeat,
        greeted: false,
        dismissed: false,
        attendance: following.reader.attend(),
        tells_presence: following.reader.presence().is_some(),
        told: None,
        quiet_until: Instant::now(),
        _place: place,
        following,
    }
}

/// Waits until others follow than were told, and it is time to say so.
async fn changed(attendance: &mut Attendance, told: Option<Presence>, after: Instant) -> Presence {
    attendance.other_than(told).await;
    tokio::time::sleep_until(after).await;
    attendance.other_than(told).await
}

impl StreamProgress {
    /// The next chunk as it is sent; `None` at the end.
    async fn next_bytes(&mut self) -> Option<Bytes> {
        if self.ended {
            return None;
        }
        match (self.next().await, &mut self.gzip) {
            (Some(chunk), None) => Some(chunk),
            // There is no chunk that cannot be compressed.
            (Some(chunk), Some(gzip)) => gzip.chunk(&chunk).ok(),
            (None, gzip) => {
                self.ended = true;
                gzip.as_ref().map(Gzip::end)
            }
        }
    }

    /// The next chunk; `None` at the end.
    async fn next(&mut self) -> Option<Bytes> {
        if !std::mem::replace(&mut self.greeted, true) {
            return Some(Bytes::from_static(b"retry: 2000\n: hello\n\n"));
        }
        tokio::select! {
            biased;
            news = self.following.reader.next(self.following.after) => match news {
                GameNews::Newer(snapshot) => Some(self.chunk(snapshot).await),
                GameNews::Unwelcome(why) if !std::mem::replace(&mut self.dismissed, true) => {
                    let why = ApiError::from(why);
                    Some(languages::answering_now(self.following.languages, || why.event()))
                }
                GameNews::Over | GameNews::Unwelcome(_) => None,
            },
            presence = changed(&mut self.attendance, self.told, self.quiet_until), if self.tells_presence => {
                self.told = Some(presence);
                self.quiet_until = Instant::now() + QUIET;
                let data = serde_json::to_string(&PresenceView::from(presence)).ok()?;
                Some(Bytes::from(format!("event: presence\ndata: {data}\n\n")))
            }
            _ = self.heartbeat.tick() => {
                self.following.still_follows().await;
                Some(HEARTBEAT)
            }
        }
    }

    /// What is new; a sign of life where it is not the caller's turn for long.
    async fn chunk(&mut self, snapshot: Arc<Snapshot>) -> Bytes {
        let events = match self.following.written(&snapshot, CHUNK).await {
            Ok(events) => events,
            Err(error) => {
                let wait = error.retry_after().map_or(QUIET, Duration::from_secs);
                let _ = tokio::time::timeout(wait, self.following.state.stopping.cancelled()).await;
                return HEARTBEAT;
            }
        };
        self.following.after = events.last().map_or(self.following.after, |event| event.version);
        let mut chunk = BytesMut::new();
        for WrittenEvent { version, kind, json } in &events {
            let kind = <&str>::from(kind);
            chunk.extend_from_slice(format!("id: {version}\nevent: {kind}\ndata: ").as_bytes());
            chunk.extend_from_slice(json);
            chunk.extend_from_slice(b"\n\n");
        }
        chunk.freeze()
    }
}

/// Get a ticket for the event stream.
///
/// For readers that cannot send a token, such as a browser's `EventSource`. The ticket shows what its owner sees. It opens any
/// number of streams for twelve hours, so a reader can reconnect, even after a restart of the service and on every node. It
/// becomes invalid when its owner's token is replaced.
#[utoipa::path(
    tag = "play", operation_id = "createEventTicket", security((), ("seat_token" = [])),
    params(("id" = String, Path, description = "The game.", format = Uuid)),
    responses(
        (status = 201, description = "The ticket.", body = StreamTicket),
        BodyProblems, GameProblems, ProblemResponses,
    )
)]
#[post("/v1/games/{id}/events/ticket")]
pub(super) async fn create_event_ticket(
    (state, _request, path, bearer): At<GamePath>,
    _: OptionalBody<EmptyBody>,
) -> Answer {
    let look = state.service.look(path.0, bearer.token()).await?;
    let (ticket, expires_at) = state.service.stream_ticket(&look);
    let body = StreamTicket { ticket, expires_at: time(expires_at) };
    respond::no_store(StatusCode::CREATED, &body, false)
}
