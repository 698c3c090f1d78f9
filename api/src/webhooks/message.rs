//! What is told of a game: only what everybody may know of it, no name, and of players the receiver's own.

use serde::Serialize;
use tapis_db::model::{SeatKind, SeatedPlayer};
use tapis_games::seat::Seat;
use tapis_service::tables::event::{Entry, EventKind};
use tapis_service::tables::{GameStatus, Snapshot};
use utoipa::ToSchema;

/// A message to a webhook. Messages of a game come in its order, each at least once: take one of a `webhook-id` that you know for a
/// repetition.
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
    /// It is the turn of a person. Sent also if the seat then passes by itself.
    YourTurn,
    /// The time of a seat was up.
    TimedOut,
    /// A seat asks to take back a move.
    UndoAsked,
    /// The game is over.
    GameEnded,
}

/// Where it happened. To know more, read the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct WebhookData {
    /// The game's id.
    #[schema(format = Uuid)]
    pub game: String,
    /// The version that the event made.
    pub version: u64,
    /// The seat; absent for `game_ended`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Your own id of the player at the seat, where you have named one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "u-17")]
    pub player: Option<String>,
    /// How the game ended, for `game_ended`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<GameStatus>,
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
    // Whoever came to the seat later is not whom it was about.
    let player = |seat: Seat, version: u64| {
        let named = players.iter().find(|player| player.seat == seat.0);
        named.filter(|_| snapshot.held_since(seat) <= version).map(|named| named.player.clone())
    };
    let game = snapshot.info.id.to_string();
    let (mut kinds, mut turn, mut told) = (Vec::new(), None, Vec::new());
    for entry in snapshot.entries().iter() {
        sit(&mut kinds, entry);
        if entry.version > after {
            let message = |(kind, seat): (WebhookEvent, Option<Seat>)| WebhookMessage {
                kind,
                timestamp: entry.at.to_string(),
                data: WebhookData {
                    game: game.clone(),
                    version: entry.version,
                    seat,
                    player: seat.and_then(|seat| player(seat, entry.version)),
                    status: (kind == WebhookEvent::GameEnded).then_some(entry.after.status),
                },
            };
            told.extend(of_entry(entry, &kinds, turn).into_iter().map(message));
        }
        turn = entry.after.turn;
    }
    told
}

/// Who sits where after an event.
fn sit(kinds: &mut Vec<SeatKind>, entry: &Entry) {
    if let EventKind::Setup { seats, .. } = &entry.kind {
        *kinds = seats.iter().map(|record| record.kind).collect();
    }
    if let (Some(seat), Some(record)) = (entry.seat, entry.kind.record())
        && let Some(kind) = kinds.get_mut(seat.index())
    {
        *kind = record.kind;
    }
}

/// What is told of one event, after which so sit; before it, it was the turn of `turn`.
fn of_entry(entry: &Entry, kinds: &[SeatKind], turn: Option<Seat>) -> Vec<(WebhookEvent, Option<Seat>)> {
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
        EventKind::Timeout { .. } => told.push((WebhookEvent::TimedOut, entry.seat)),
        EventKind::UndoRequest { .. } => told.push((WebhookEvent::UndoAsked, entry.seat)),
        EventKind::End | EventKind::Abort | EventKind::Abandon => {
            told.push((WebhookEvent::GameEnded, None));
        }
        _ => {}
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
