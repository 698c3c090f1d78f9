//! The events of a game, redacted for every reader when they happen and never again.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tapis_db::model::{Digest, Event, Json, NewEvent, SeatRecord, Time};
use tapis_games::by_viewer::ByViewer;
use tapis_games::erased::{PlyRecord, StoredPly};
use tapis_games::log::AnySeenPly;
use tapis_games::seat::Seat;

/// One event: what made one version.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The version it made.
    pub version: u64,
    /// When it happened.
    pub at: Time,
    /// The seat it is about or that caused it, if any.
    pub seat: Option<Seat>,
    /// What happened, in everybody's eyes.
    pub kind: EventKind,
    /// What is so afterwards.
    pub after: After,
    /// The ply as it is played again, for the set-up and for plies.
    pub stored: Option<Arc<StoredPly>>,
    /// SHA-256 of the full state afterwards. Leaves the server only after the end.
    pub state_hash: Digest,
}

/// Bytes of an entry without what it points to: the entry, the ply's record, their places in the histories, and what the
/// allocator adds.
const ENTRY_BYTES: usize = 480;
/// What the allocator adds to a text or a list.
const HEAP_BYTES: usize = 16;
/// Bytes of a node of the tree that a JSON object is. However few its members are, it has room for eleven.
const NODE_BYTES: usize = 640;
/// Members in a node, about.
const NODE_MEMBERS: usize = 8;

fn seen_bytes(ply: &AnySeenPly) -> usize {
    size_of::<AnySeenPly>() + notation_bytes(&ply.notation) + ply.outcome.as_ref().map_or(0, json_bytes)
}

fn stored_bytes(ply: &StoredPly) -> usize {
    notation_bytes(&ply.notation) + list_bytes(&ply.chance)
}

fn notation_bytes(notation: &Option<String>) -> usize {
    notation.as_ref().map_or(0, |text| HEAP_BYTES + text.len())
}

/// About how many bytes a JSON value uses on the heap, beside its own size.
fn json_bytes(value: &Value) -> usize {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
        Value::String(text) => HEAP_BYTES + text.len(),
        Value::Array(items) => list_bytes(items),
        Value::Object(members) => {
            let contents = members.iter().map(|(key, value)| HEAP_BYTES + key.len() + json_bytes(value));
            NODE_BYTES * members.len().div_ceil(NODE_MEMBERS) + contents.sum::<usize>()
        }
    }
}

fn list_bytes(items: &[Value]) -> usize {
    HEAP_BYTES + items.iter().map(|item| size_of::<Value>() + json_bytes(item)).sum::<usize>()
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum EventKind {
    /// The game was created and set up (ply 0).
    Setup {
        /// What each viewer saw.
        seen: Arc<ByViewer<AnySeenPly>>,
        /// Who sits where at first.
        seats: Vec<SeatRecord>,
    },
    /// A move, with the chance after it.
    Ply {
        /// What each viewer saw.
        seen: Arc<ByViewer<AnySeenPly>>,
    },
    /// Somebody took a seat.
    Join {
        /// The seat afterwards.
        record: SeatRecord,
    },
    /// Somebody left; the seat waits for a new invitation to be taken up.
    Leave {
        /// The seat afterwards.
        record: SeatRecord,
    },
    /// Somebody left; a bot plays on.
    Takeover {
        /// The seat afterwards.
        record: SeatRecord,
    },
    /// The seat's token was replaced.
    Rotate {
        /// The seat afterwards.
        record: SeatRecord,
    },
    /// A seat asks to take back its last decision.
    UndoRequest {
        /// The ply that would be taken back, with all after it.
        ply: u32,
    },
    /// Another seat consents, others are still asked.
    UndoConsent,
    /// Another seat refuses, or the seat that asked takes its request back.
    UndoRefusal,
    /// Plies were taken back.
    Undo {
        /// The seat that asked.
        by: Seat,
        /// The first ply taken back.
        ply: u32,
    },
    /// The game ended by its rules.
    End,
    /// The game was given up before it began.
    Abort,
}

impl EventKind {
    /// The event's name, as it is stored and sent.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Setup { .. } => "setup",
            Self::Ply { .. } => "ply",
            Self::Join { .. } => "join",
            Self::Leave { .. } => "leave",
            Self::Takeover { .. } => "takeover",
            Self::Rotate { .. } => "rotate",
            Self::UndoRequest { .. } => "undo_request",
            Self::UndoConsent => "undo_consent",
            Self::UndoRefusal => "undo_refusal",
            Self::Undo { .. } => "undo",
            Self::End => "end",
            Self::Abort => "abort",
        }
    }

    /// What each viewer saw, for the set-up and for plies.
    pub fn seen(&self) -> Option<&ByViewer<AnySeenPly>> {
        match self {
            Self::Setup { seen, .. } | Self::Ply { seen } => Some(seen),
            _ => None,
        }
    }
}

/// What is so after an event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct After {
    /// Whose turn it is, while the game runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
    /// How far the game is.
    pub status: GameStatus,
    /// The ply that would be taken back, while a request for it waits for consent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo: Option<u32>,
    /// The scores as each viewer knows them.
    pub scores: ByViewer<Vec<i32>>,
}

/// How far a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GameStatus {
    /// Seats are still to be taken.
    Waiting,
    /// Under way.
    Running,
    /// Played to its end.
    Finished,
    /// Given up before it began.
    Aborted,
}

/// What is stored of an event beside the store's own columns.
#[derive(Deserialize)]
struct Payload {
    #[serde(flatten)]
    kind: EventKind,
    after: After,
}

/// A [`Payload`] to be written.
#[derive(Serialize)]
struct PayloadOf<'a> {
    #[serde(flatten)]
    kind: &'a EventKind,
    after: &'a After,
}

/// A stored event that cannot be read.
#[derive(Clone, Debug, thiserror::Error)]
#[error("event {version} cannot be read: {reason}")]
pub struct BadEvent {
    /// Its version.
    pub version: u64,
    /// Why.
    pub reason: String,
}

impl Entry {
    /// About how many bytes of memory it uses, what the table shares with it included.
    pub fn bytes(&self) -> usize {
        let seen: usize = self.kind.seen().map_or(0, |seen| seen.values().map(seen_bytes).sum());
        let stored = self.stored.as_deref().map_or(0, stored_bytes);
        let scores = self.after.scores.values();
        let scores: usize =
            scores.map(|scores| HEAP_BYTES + size_of_val(scores) + size_of_val(&**scores)).sum();
        ENTRY_BYTES + seen + stored + scores
    }

    /// The same entry with the parts of `record` in place of equal ones, so that whoever keeps both keeps these once.
    pub(super) fn sharing(&self, record: &PlyRecord) -> Self {
        let mut entry = self.clone();
        if let EventKind::Setup { seen, .. } | EventKind::Ply { seen } = &mut entry.kind
            && *seen == record.seen
        {
            *seen = Arc::clone(&record.seen);
        }
        if let Some(stored) = entry.stored.as_mut().filter(|stored| **stored == record.stored) {
            *stored = Arc::clone(&record.stored);
        }
        entry
    }

    /// As it is stored.
    ///
    /// # Errors
    /// It does not serialise; does not happen with JSON values.
    pub fn to_event(&self) -> Result<NewEvent, BadEvent> {
        let fail = |reason: String| BadEvent { version: self.version, reason };
        let payload = serde_json::to_string(&PayloadOf { kind: &self.kind, after: &self.after });
        let payload = payload.map_err(|error| fail(error.to_string()))?;
        let chance = self.stored.as_ref().map(|stored| Json::of(&stored.chance)).transpose();
        Ok(NewEvent {
            kind: self.kind.name().to_owned(),
            seat: self.seat.map(|seat| seat.0),
            notation: self.stored.as_ref().and_then(|stored| stored.notation.clone()),
            chance: chance.map_err(|error| fail(error.to_string()))?,
            payload: Some(Json::from(payload)),
            state_hash: Some(self.state_hash),
            at: self.at,
        })
    }

    /// As it was before it was stored.
    ///
    /// # Errors
    /// The event is none of this program's.
    pub fn from_event(event: &Event) -> Result<Self, BadEvent> {
        let Event { version, event, .. } = event;
        let fail = |reason: String| BadEvent { version: *version, reason };
        let payload = event.payload.as_ref().ok_or_else(|| fail("it has no payload".to_owned()))?;
        let Payload { kind, after } = payload.read().map_err(|error| fail(error.to_string()))?;
        let seat = event.seat.map(Seat);
        let stored = match (&event.chance, kind.seen()) {
            (Some(chance), Some(_)) => {
                let chance = chance.read().map_err(|error| fail(error.to_string()))?;
                Some(Arc::new(StoredPly { seat, notation: event.notation.clone(), chance }))
            }
            (None, None) => None,
            _ => return Err(fail("a ply has chance outcomes, other events have none".to_owned())),
        };
        let state_hash = event.state_hash.ok_or_else(|| fail("it has no state hash".to_owned()))?;
        Ok(Self { version: *version, at: event.at, seat, kind, after, stored, state_hash })
    }
}
