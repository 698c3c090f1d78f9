//! Events as one reader may know them.

use std::collections::BTreeMap;

use bytes::Bytes;
use serde::Serialize;
use tapis_db::model::SeatRecord;
use tapis_games::erased::ToldPly;
use tapis_games::json::JsonText;
use tapis_games::log::AnySeenPly;
use tapis_games::refusal::Text;
use tapis_games::seat::{Seat, Viewer};
use tapis_games::shown::{Step, Told};
use utoipa::ToSchema;

use super::state::{SeatView, legal_moves};
use super::{PresenceView, SeatOf, time};
use crate::etag::etag;
use crate::languages::answering_now;
use tapis_service::serving;
use tapis_service::tables::event::{Entry, EventKind, EventName};
use tapis_service::tables::{EventReader, GameStatus, OnTimeout, Outcome, Snapshot, WrittenEvent};

/// One event. Every version of a game is exactly one event.
#[derive(Serialize, ToSchema)]
pub struct GameEvent {
    /// The version it made.
    #[schema(example = 18)]
    pub version: u64,
    /// The reader's entity tag of that version, for `If-Match`.
    #[schema(example = "\"v18-s0\"")]
    pub etag: String,
    /// When it happened.
    #[schema(format = DateTime)]
    pub at: String,
    /// What happened.
    pub kind: EventName,
    /// The seat that caused it, if a seat did and the event is not a ply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Seat>,
    /// The ply as the reader may know it. Present on `ply` events, and on the event that starts the game (`setup`, or the
    /// `join` that fills the last seat).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<tapis_games::shapes::SeenPly>)]
    pub ply: Option<AnySeenPly>,
    /// The move in its parts, as the reader may know it. Missing for the set-up, and for moves taken back since.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub told: Option<Told>,
    /// The log line; `told.minor` tells which lines a page may fold. Missing for the set-up, for moves taken back since, for games without texts, and for other events with
    /// nothing to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
    /// What people see, one step after the other: effects that turn the previous layout into the new one, and what to tell with
    /// them. Missing for events that are not plies, and for moves taken back since; use the layout of the state then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<Step>>,
    /// What else changed.
    pub changes: Vec<ChangeView>,
    /// Whose turn it is now, while the game runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<SeatOf>,
    /// With `?include=legal_moves`, in the newest event, if it is the reader's turn: the legal moves as `legal_moves` of the state
    /// has them. So a game needs one stream, and one request for each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<tapis_games::shapes::SeenLegalMove>>)]
    pub legal_moves: Option<JsonText>,
}

/// Something that an event changed.
#[derive(Serialize, ToSchema)]
#[serde(tag = "what", rename_all = "snake_case")]
#[schema(as = Change)]
pub enum ChangeView {
    /// The status of the game.
    Status {
        /// The status now.
        status: GameStatus,
    },
    /// The scores as far as the reader may know them.
    Scores {
        /// The scores now, in seat order.
        scores: Vec<i32>,
    },
    /// Who sits at a seat.
    Seat {
        /// The seat now.
        seat: SeatView,
    },
    /// A request to take back a move was made, still waits, or has ended.
    UndoAsked {
        /// The first ply that would be taken back; absent if the request has ended.
        #[serde(skip_serializing_if = "Option::is_none")]
        ply: Option<u32>,
    },
    /// Plies were taken back.
    Undone {
        /// The seat that asked.
        by: Seat,
        /// The first ply taken back.
        ply: u32,
    },
    /// The time of a seat is up.
    TimedOut {
        /// The seat.
        seat: Seat,
        /// What follows.
        then: OnTimeout,
    },
    /// The time left in the banks, see `left_ms` of the state.
    TimeLeft {
        /// Milliseconds in the bank of each seat, in seat order.
        left_ms: Vec<u64>,
    },
    /// There is a rematch, see `rematchGame`.
    Rematch {
        /// Its id.
        #[schema(format = Uuid)]
        game: String,
    },
    /// The game has ended.
    Result {
        /// The result.
        result: Outcome,
    },
}

/// Events since a version.
#[derive(Serialize, ToSchema)]
#[schema(example = json!(example!("event-page")))]
pub struct EventPage {
    /// The events, oldest first; empty if nothing happened in time.
    pub items: Vec<GameEvent>,
    /// Send this as `after` for the next page.
    pub after: u64,
    /// Who follows the game now, if the game shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub presence: Option<PresenceView>,
}

/// A ticket for event streams.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"ticket": "evt_…", "expires_at": "2026-01-02T00:00:00Z"}))]
pub struct StreamTicket {
    /// Send this as `?ticket=`.
    #[schema(example = "evt_0123…")]
    pub ticket: String,
    /// When it expires. Until then it opens any number of streams.
    #[schema(format = DateTime)]
    pub expires_at: String,
}

impl EventPage {
    /// The JSON of a page of events that are written already.
    ///
    /// # Errors
    /// A fault of this program.
    pub fn json(
        items: &[WrittenEvent],
        after: u64,
        presence: Option<PresenceView>,
    ) -> serde_json::Result<Bytes> {
        const OPEN: &[u8] = b"{\"items\":[";
        let events = items.iter().map(|event| &event.json[..]).collect::<Vec<_>>().join(&b","[..]);
        let rest = serde_json::to_vec(&Self { items: Vec::new(), after, presence })?;
        // What follows the empty list of this page.
        Ok([OPEN, &events, &rest[OPEN.len()..]].concat().into())
    }
}

impl GameEvent {
    /// The event `entry` as `viewer` may know it; `before` is the entry of the version before.
    fn of(
        snapshot: &Snapshot,
        before: Option<&Entry>,
        entry: &Entry,
        viewer: Viewer,
        happened: Option<ToldPly>,
    ) -> Self {
        let eyes = snapshot.viewer_at(viewer, entry.version);
        let ply = snapshot.told_by(entry).and_then(|ply| ply.kind.seen());
        let ply = ply.map(|seen| seen.of(eyes).clone());
        let (told, text, steps) = match happened {
            Some(ToldPly { told, text, steps }) => (told, text.or_else(|| snapshot.said(entry)), Some(steps)),
            None => (None, snapshot.said(entry), None),
        };
        Self {
            version: entry.version,
            etag: etag(entry.version, viewer),
            at: time(entry.at),
            kind: entry.kind.name(),
            by: entry.seat.filter(|_| entry.kind.seen().is_none()),
            ply,
            told,
            text,
            steps,
            changes: changes(snapshot, before, entry, viewer),
            turn: SeatOf::of(snapshot, entry),
            legal_moves: None,
        }
    }

    /// The event as it is written, with the moves that `reader` can make after it. Only the newest event has them.
    ///
    /// # Errors
    /// They have no JSON: a fault of this program.
    pub fn with_moves(
        event: WrittenEvent,
        snapshot: &Snapshot,
        (viewer, languages): EventReader,
    ) -> serde_json::Result<WrittenEvent> {
        if event.version != snapshot.version() {
            return Ok(event);
        }
        let moves = languages.writing(|| legal_moves(snapshot, viewer, snapshot.will_pass(viewer)))?;
        let (Some(moves), Some(open)) = (moves, event.json.strip_suffix(b"}")) else { return Ok(event) };
        let json = [open, b",\"legal_moves\":", moves.get().as_bytes(), b"}"].concat();
        Ok(WrittenEvent { json: json.into(), ..event })
    }

    /// The events after a version, as they are written for a reader from now on.
    ///
    /// # Errors
    /// They have no JSON: a fault of this program.
    pub fn write(
        snapshot: &Snapshot,
        reader: EventReader,
        version: u64,
    ) -> serde_json::Result<Vec<WrittenEvent>> {
        let (viewer, languages) = reader;
        if version + 1 < snapshot.version() {
            serving::long("events");
        }
        let write = |event: &Self| {
            let (version, kind) = (event.version, event.kind);
            Ok::<_, serde_json::Error>(WrittenEvent {
                version,
                kind,
                json: serde_json::to_vec(event)?.into(),
            })
        };
        // Written on a thread that knows no request: the entity tags name the reader's language.
        let events = answering_now(languages, || Self::after(snapshot, version, viewer));
        let written =
            languages.writing(|| events.iter().map(write).collect::<serde_json::Result<Vec<_>>>())?;
        snapshot.keep_written(reader, &written);
        Ok(written)
    }

    /// The events after a version.
    pub fn after(snapshot: &Snapshot, version: u64, viewer: Viewer) -> Vec<Self> {
        let first = usize::try_from(version).unwrap_or(usize::MAX).min(snapshot.entries().len());
        let mut before = first.checked_sub(1).and_then(|at| snapshot.entries().get(at));
        let told = |eyes| snapshot.told_since(first, eyes);
        let (mut own, eyes) = (told(viewer), snapshot.viewer_at(viewer, version + 1));
        // What happened before the reader came to the seat.
        let mut before_own = if eyes == viewer { BTreeMap::new() } else { told(eyes) };
        let entries = snapshot.entries().since(first);
        entries
            .map(|entry| {
                let ply = snapshot.told_by(entry).and_then(|ply| snapshot.stands(ply));
                let is_own = snapshot.viewer_at(viewer, entry.version) == viewer;
                let told = if is_own { &mut own } else { &mut before_own };
                let happened = ply.and_then(|n| told.remove(&n));
                let event = Self::of(snapshot, before.map(|before| &**before), entry, viewer, happened);
                before = Some(entry);
                event
            })
            .collect()
    }
}

fn changes(snapshot: &Snapshot, before: Option<&Entry>, entry: &Entry, viewer: Viewer) -> Vec<ChangeView> {
    let mut changes = Vec::new();
    match &entry.kind {
        EventKind::Join { record }
        | EventKind::Leave { record }
        | EventKind::Takeover { record }
        | EventKind::Resign { record: Some(record) } => changes.extend(seat_now(entry, record)),
        EventKind::Timeout { then, record } => {
            changes.extend(entry.seat.map(|seat| ChangeView::TimedOut { seat, then: *then }));
            changes.extend(record.as_ref().and_then(|record| seat_now(entry, record)));
        }
        EventKind::Undo { by, ply } => changes.push(ChangeView::Undone { by: *by, ply: *ply }),
        EventKind::Rematch { game } => changes.push(ChangeView::Rematch { game: game.to_string() }),
        EventKind::End => changes.extend(snapshot.outcome().map(|result| ChangeView::Result { result })),
        EventKind::Setup { .. }
        | EventKind::Ply { .. }
        | EventKind::Resign { record: None }
        | EventKind::Rotate { .. }
        | EventKind::UndoRequest { .. }
        | EventKind::UndoConsent
        | EventKind::UndoRefusal
        | EventKind::Abort
        | EventKind::Abandon => {}
    }
    if before.map(Entry::left_ms).unwrap_or_default() != entry.left_ms() {
        changes.push(ChangeView::TimeLeft { left_ms: entry.left_ms().to_vec() });
    }
    let scores_at =
        |entry: &'_ Entry| snapshot.scores_at(entry, snapshot.viewer_at(viewer, entry.version)).cloned();
    let scores = scores_at(entry);
    if before.and_then(scores_at) != scores {
        changes.extend(scores.map(|scores| ChangeView::Scores { scores }));
    }
    if before.is_some_and(|before| before.after.undo != entry.after.undo) {
        changes.push(ChangeView::UndoAsked { ply: entry.after.undo });
    }
    if before.is_none_or(|before| before.after.status != entry.after.status) {
        changes.push(ChangeView::Status { status: entry.after.status });
    }
    changes
}

fn seat_now(entry: &Entry, record: &SeatRecord) -> Option<ChangeView> {
    entry.seat.map(|seat| ChangeView::Seat { seat: SeatView::of(seat, record) })
}
