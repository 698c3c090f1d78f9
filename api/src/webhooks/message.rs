//! What is told of a game: only what everybody may know of it, no name, and of players the receiver's own.

use serde::Serialize;
use tapis_db::model::{SeatKind, SeatedPlayer};
use tapis_games::seat::Seat;
use tapis_service::tables::event::{Entry, EventKind};
use tapis_service::tables::{GameStatus, Snapshot};
use utoipa::ToSchema;

/// A message to a webhook, or an event of a stream of all games of a person. Messages of a game come in its order, to a webhook each at
/// least once: take one of a `webhook-id` that you know for a repetition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(example = json!({
    "type": "your_turn", "timestamp": "2026-01-01T12:00:00.000Z",
    "data": {"game": "0197f0c5-3a1b-7c2d-8e4f-0123456789ab", "version": 17, "seat": 1, "player": "u-17"}
}))]
pub struct WebhookMessage {
    /// What happened.
    #[serde(rename = "type")]
    pub kind: WebhookEvent,
    /// When it happened: an RFC 3339 time in UTC.
    #[schema(format = DateTime)]
    pub timestamp: String,
    /// To whom.
    pub data: WebhookData,
}

/// What a message is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, strum::Display, ToSchema)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum WebhookEvent {
    /// A seat waits for somebody with its ticket: a new game, or the player left.
    Invited,
    /// Somebody took a seat, or came back to it.
    Joined,
    /// The game begins: nobody is waited for any more.
    Begun,
    /// It is the turn of a person. Sent also if the seat then passes by itself.
    YourTurn,
    /// The time of a seat was up.
    TimedOut,
    /// A seat asks to take back a move.
    UndoAsked,
    /// The game is over.
    GameEnded,
    /// The people of a game that is over have another.
    Rematch,
}

/// Where it happened. To know more, read the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct WebhookData {
    /// The game's id.
    #[schema(format = Uuid)]
    pub game: String,
    /// The version that the event made.
    pub version: u64,
    /// The seat. In a message to a webhook it is absent for `begun`, `game_ended` and `rematch`; in a stream it is yours, but for `joined`
    /// and `undo_asked`, where it is that of another who came or who asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Your own id of the player at the seat, where you have named one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "u-17")]
    pub player: Option<String>,
    /// Until when the seat has time for its move, for `your_turn` in a game with a clock: an RFC 3339 time in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub deadline: Option<String>,
    /// How the game ended, for `game_ended`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<GameStatus>,
    /// The game that follows, for `rematch`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = Uuid)]
    pub next: Option<String>,
}

impl WebhookMessage {
    /// The same at every try.
    pub(super) fn id(&self) -> String {
        let WebhookData { game, version, seat, .. } = &self.data;
        let seat = seat.map(|seat| format!("-{}", seat.0)).unwrap_or_default();
        format!("{game}-{version}-{}{seat}", self.kind)
    }
}

/// What there is to tell of the versions after `after`, in order, to whoever has named `players`.
pub(super) fn told(snapshot: &Snapshot, after: u64, players: &[SeatedPlayer]) -> Vec<WebhookMessage> {
    // Whoever was named at the seat later is not whom it was about.
    let player = |seat: Seat, version: u64| {
        let named = players.iter().find(|player| player.seat == seat.0 && player.since <= version);
        named.map(|named| named.player.clone())
    };
    let message = |(entry, kind, seat): (&Entry, WebhookEvent, Option<Seat>)| {
        let player = seat.and_then(|seat| player(seat, entry.version));
        written(snapshot, entry, kind, (seat, player))
    };
    news(snapshot, after).into_iter().map(message).collect()
}

/// The place behind all messages of the versions up to this one, see [`told_at`].
pub(crate) fn all_of(version: u64) -> u64 {
    version << 2 | 3
}

/// What there is to tell to whoever sits at a seat, since it is theirs and after `after`: each message with its place, which is its version
/// and the number of it among those of this version, of which there are three at most.
pub(crate) fn told_at(snapshot: &Snapshot, own: Seat, after: u64) -> Vec<(u64, WebhookMessage)> {
    let concerns = |kind: WebhookEvent, seat: Option<Seat>| match kind {
        WebhookEvent::Invited | WebhookEvent::YourTurn | WebhookEvent::TimedOut => seat == Some(own),
        WebhookEvent::Joined | WebhookEvent::UndoAsked => seat != Some(own),
        WebhookEvent::Begun | WebhookEvent::GameEnded | WebhookEvent::Rematch => true,
    };
    let (since, mut told) = (snapshot.held_since(own), Vec::<(u64, WebhookMessage)>::new());
    // Of the last version that was told a message may be left.
    for (entry, kind, seat) in news(snapshot, (after >> 2).saturating_sub(1)) {
        if entry.version >= since && concerns(kind, seat) {
            let nth = told.last().map_or(0, |(place, _)| *place).max(entry.version << 2) + 1;
            told.push((nth, written(snapshot, entry, kind, (seat.or(Some(own)), None))));
        }
    }
    told.retain(|(place, _)| *place > after);
    told
}

/// What happened after a version, in order: with each event, and to which seat.
fn news(snapshot: &Snapshot, after: u64) -> Vec<(&Entry, WebhookEvent, Option<Seat>)> {
    let (mut before, mut news) = ((None, GameStatus::Waiting), Vec::new());
    let mut kinds = vec![SeatKind::Open; snapshot.seats.len()];
    for entry in snapshot.entries().iter() {
        let entry: &Entry = entry;
        entry.sit(&mut kinds);
        if entry.version > after {
            let told = of_entry(entry, &kinds, before);
            news.extend(told.into_iter().map(|(kind, seat)| (entry, kind, seat)));
        }
        before = (entry.after.turn, entry.after.status);
    }
    news
}

/// The message of what happened with an event, to whom.
fn written(
    snapshot: &Snapshot,
    entry: &Entry,
    kind: WebhookEvent,
    (seat, player): (Option<Seat>, Option<String>),
) -> WebhookMessage {
    let next = match entry.kind {
        EventKind::Rematch { game } => Some(game.to_string()),
        _ => None,
    };
    let status = (kind == WebhookEvent::GameEnded).then_some(entry.after.status);
    let deadline = snapshot.deadline_after(entry).filter(|_| kind == WebhookEvent::YourTurn);
    let deadline = deadline.map(|deadline| deadline.to_string());
    let (game, version) = (snapshot.info.id.to_string(), entry.version);
    let data = WebhookData { game, version, seat, player, deadline, status, next };
    WebhookMessage { kind, timestamp: entry.at.to_string(), data }
}

/// What is told of one event, after which so sit; before it, it was the turn of `turn`, and the game was so far.
fn of_entry(
    entry: &Entry,
    kinds: &[SeatKind],
    (turn, status): (Option<Seat>, GameStatus),
) -> Vec<(WebhookEvent, Option<Seat>)> {
    let is = |seat: Seat, kind| kinds.get(seat.index()) == Some(&kind);
    let mut told = Vec::new();
    match &entry.kind {
        EventKind::Setup { .. } => {
            let invited = Seat::all(kinds.len()).filter(|seat| is(*seat, SeatKind::Invite));
            told.extend(invited.map(|seat| (WebhookEvent::Invited, Some(seat))));
        }
        EventKind::Leave { record } if record.kind == SeatKind::Invite => {
            told.push((WebhookEvent::Invited, entry.seat));
        }
        EventKind::Join { .. } => told.push((WebhookEvent::Joined, entry.seat)),
        EventKind::Timeout { .. } => told.push((WebhookEvent::TimedOut, entry.seat)),
        EventKind::UndoRequest { .. } => told.push((WebhookEvent::UndoAsked, entry.seat)),
        EventKind::End | EventKind::Abort | EventKind::Abandon => {
            told.push((WebhookEvent::GameEnded, None));
        }
        EventKind::Rematch { .. } => told.push((WebhookEvent::Rematch, None)),
        _ => {}
    }
    if (status, entry.after.status) == (GameStatus::Waiting, GameStatus::Running) {
        told.push((WebhookEvent::Begun, None));
    }
    let next = entry.after.turn.filter(|seat| is(*seat, SeatKind::Human));
    let is_new = match entry.kind {
        EventKind::Ply { .. } | EventKind::Undo { .. } => true,
        // Somebody comes to a seat whose turn it is already.
        EventKind::Join { .. } => turn != entry.after.turn || entry.seat == next,
        _ => turn != entry.after.turn,
    };
    told.extend(next.filter(|_| is_new).map(|seat| (WebhookEvent::YourTurn, Some(seat))));
    told
}
