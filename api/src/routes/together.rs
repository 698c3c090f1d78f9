//! What happens in all games of one person, as one stream.

use super::prelude::*;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use bytes::BytesMut;
use tapis_service::tables::Snapshot;
use tapis_service::{Followed, FollowedSeat, SeatsNews, SeatsReader, TOGETHER};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use crate::login::Login;
use crate::places::Place;
use crate::webhooks::{all_of, told_at};

/// About the most bytes of a chunk: whoever reads slowly has one in memory.
const CHUNK: usize = 8 << 10;
/// How long a store that cannot tell is left alone.
const QUIET: Duration = Duration::from_secs(1);
/// The low bits of a position say how far a seat was told, those above them which seat of which game it is.
const TOLD_BITS: u32 = 24;

/// An event of such a stream.
pub(super) const EXAMPLE: &str = "id: pASNFZ4kAAEc\nevent: your_turn\ndata: {\"type\":\"your_turn\",\"data\":{\"seat\":1,\"version\":17}}\n\n";

/// Follow all games of a player.
///
/// Server-sent events of the games at whose seats you have named this player, at most the newest 200 that are not over: `invited`, `joined`,
/// `begun`, `your_turn`, `timed_out`, `undo_asked`, `game_ended` and `rematch`. `data` is a `WebhookMessage`. Without `Last-Event-ID` the
/// stream starts now; with the `id` of an event it goes on with exactly what was missed. A game that the player comes to later is told from there
/// on, and one that is given away is told no more. A game is followed for an hour after its end. A comment is sent every 15 seconds as a
/// heartbeat. The stream ends when the key is revoked or the login expires. It counts as one stream for each game. Without an account see
/// `lookUpSeats`.
#[utoipa::path(
    tag = "operation", operation_id = "streamPlayerEvents", security(("api_key" = []), ("login" = [])),
    params(
        ("player" = String, Path, description = "Your id of the player; with a login `me`.", max_length = 64,
            pattern = "^[A-Za-z0-9][A-Za-z0-9._~:@|=-]{0,63}$", example = "u-17"),
        ("Last-Event-ID" = Option<String>, Header, description = "The `id` of the last event that the caller has.",
            max_length = 2135, pattern = "^p[A-Za-z0-9_-]*$", example = "pASNFZ4kAAEc"),
    ),
    responses(
        (status = 200, description = "A stream of events.", body = String, content_type = "text/event-stream",
            example = json!(EXAMPLE)),
        PlayerProblems, NoSuchPlayer, QueryProblems, ProblemResponses,
    )
)]
#[get("/v1/players/{player}/events")]
pub(super) async fn stream_player_events(
    state: AppState,
    request: HttpRequest,
    namer: Namer,
    player: web::Path<String>,
) -> Answer {
    let player = namer.player(&player)?;
    let until = Login::of(&request).map(|login| login.until_s);
    stream(state, &request, Followed::Player { key: namer.key(), player }, until).await
}

/// Follows games together; a login ends `until` then.
pub(super) async fn stream(
    state: AppState,
    request: &HttpRequest,
    who: Followed,
    until: Option<f64>,
) -> Answer {
    let (caller, known) = (caller(request), known(request)?);
    let mut place = state.streams.take(caller)?;
    let mut reader = state.service.follow_together(who, caller).await?;
    if reader.is_over() {
        return Ok(HttpResponse::NoContent().insert_header((header::CACHE_CONTROL, "no-store")).finish());
    }
    let places = reader.seats.len().max(1);
    place.take_more(places - 1)?;
    for one in &mut reader.seats {
        let newest = one.newest().version();
        one.told = match &known {
            None => all_of(newest),
            Some(known) => known.get(&key(one)).copied().unwrap_or(0),
        };
        if one.told > all_of(newest) {
            return Err(ApiError::UnknownPosition {
                pointer: "/Last-Event-ID",
                asked: one.told >> 2,
                newest,
            });
        }
    }
    let period = state.settings.tuning.heartbeat();
    let mut heartbeat = interval_at(Instant::now() + period, period);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let following = Following { state, reader, until, heartbeat, greeted: false, place, places };
    Ok(respond::streamed(following, Following::next))
}

/// Which seat of which game it is, as a position says it.
fn key(one: &FollowedSeat) -> u64 {
    ((one.game().as_u128() as u64) << 4 | u64::from(one.seat.0 & 15)) & (u64::MAX >> TOLD_BITS)
}

/// How far each seat was told, as the id of an event.
fn position(seats: &[FollowedSeat]) -> String {
    let told = |one: &FollowedSeat| key(one) << TOLD_BITS | one.told.min((1 << TOLD_BITS) - 1);
    let bytes: Vec<u8> = seats.iter().flat_map(|one| told(one).to_be_bytes()).collect();
    format!("p{}", BASE64.encode(bytes))
}

/// How far each seat was told by what the caller says; nothing where the caller is new.
fn known(request: &HttpRequest) -> Result<Option<HashMap<u64, u64>>, ApiError> {
    let Some(value) = request.headers().get("last-event-id") else { return Ok(None) };
    let text = value.to_str().ok().and_then(|text| text.strip_prefix('p'));
    let bytes = text.and_then(|text| BASE64.decode(text).ok());
    let sound = bytes.filter(|bytes| bytes.len().is_multiple_of(8) && bytes.len() <= 8 * TOGETHER);
    let Some(bytes) = sound else {
        return Err(ApiError::InvalidHeader { header: "Last-Event-ID", detail: said("event_id") });
    };
    let places = bytes.as_chunks::<8>().0.iter().map(|bytes| u64::from_be_bytes(*bytes));
    Ok(Some(places.map(|place| (place >> TOLD_BITS, place & ((1 << TOLD_BITS) - 1))).collect()))
}

/// What a stream remembers between two chunks.
struct Following {
    state: AppState,
    reader: SeatsReader,
    /// When the login ends, in seconds since 1970.
    until: Option<f64>,
    heartbeat: Interval,
    greeted: bool,
    /// One for each seat, and how many these are.
    place: Place,
    places: usize,
}

impl Following {
    /// The next chunk; `None` at the end.
    async fn next(&mut self) -> Option<Bytes> {
        if !std::mem::replace(&mut self.greeted, true) {
            let known = position(&self.reader.seats);
            return Some(format!("retry: 2000\nid: {known}\n: hello\n\n").into());
        }
        loop {
            let now = self.state.service.now().timestamp().as_second() as f64;
            if self.until.is_some_and(|until| until <= now) {
                return None;
            }
            if let Some(chunk) = self.chunk().await {
                return Some(chunk);
            }
            if self.reader.is_over() {
                return None;
            }
            tokio::select! {
                biased;
                news = self.reader.next() => match news {
                    SeatsNews::Games => {}
                    SeatsNews::Over => return None,
                    // Where it cannot be told now it is looked again with the next heartbeat.
                    SeatsNews::Seated => drop(self.look_again().await),
                },
                _ = self.heartbeat.tick() => {
                    let _ = self.look_again().await;
                    return Some(HEARTBEAT);
                }
            }
        }
    }

    /// Looks which seats are followed now, and takes a place for each; those for which there is none are left until there is.
    async fn look_again(&mut self) -> Result<(), ServiceError> {
        let looked = self.state.service.follow_on(&mut self.reader).await;
        let more = self.reader.seats.len().saturating_sub(self.places);
        match self.place.take_more(more) {
            Ok(()) => self.places += more,
            Err(_) => self.reader.seats.truncate(self.places),
        }
        looked
    }

    /// What is to be told; nothing where there is nothing.
    async fn chunk(&mut self) -> Option<Bytes> {
        let unknown = self.unknown();
        let reader = &self.reader;
        let may_be_lost = reader.seats.iter().any(|one| {
            let newest = unknown.get(&key(one));
            newest.is_some_and(|newest| reader.may_have_lost(one, newest, (one.told >> 2).saturating_sub(1)))
        });
        // Whoever is named at a seat is asked after what is told was stored.
        if may_be_lost && self.look_again().await.is_err() {
            let _ = tokio::time::timeout(QUIET, self.state.stopping.cancelled()).await;
            return Some(HEARTBEAT);
        }
        let seats = &mut self.reader.seats;
        seats.retain(|one| unknown.get(&key(one)).is_none_or(|newest| one.is_open(newest)));
        let chunk = written(seats, &unknown);
        // Where it was looked again a seat may have come of which something is to be told.
        if chunk.is_empty() { may_be_lost.then_some(HEARTBEAT) } else { Some(chunk) }
    }

    /// The newest version of each game of which something is not told.
    fn unknown(&self) -> HashMap<u64, Arc<Snapshot>> {
        let newest = self.reader.seats.iter().map(|one| (one, one.newest()));
        let unknown = newest.filter(|(one, newest)| one.told < all_of(newest.version()));
        unknown.map(|(one, newest)| (key(one), newest)).collect()
    }
}

/// What is told with these versions, about as much as is sent at once.
fn written(seats: &mut [FollowedSeat], unknown: &HashMap<u64, Arc<Snapshot>>) -> Bytes {
    let mut chunk = BytesMut::new();
    for at in 0..seats.len() {
        let Some(newest) = unknown.get(&key(&seats[at])) else { continue };
        for (told, message) in told_at(newest, seats[at].seat, seats[at].told) {
            if chunk.len() > CHUNK {
                return chunk.freeze();
            }
            seats[at].told = told;
            let (id, kind) = (position(seats), message.kind);
            let data = serde_json::to_string(&message).unwrap_or_default();
            chunk.extend_from_slice(format!("id: {id}\nevent: {kind}\ndata: {data}\n\n").as_bytes());
        }
        seats[at].told = all_of(newest.version());
    }
    chunk.freeze()
}
