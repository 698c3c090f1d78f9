//! The events of a game, redacted for every reader when they happen and never again.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use strum::{EnumDiscriminants, EnumString, IntoStaticStr};
use tapis_db::model::{Digest, GameId, SeatKind, SeatRecord, Time};
use tapis_games::by_viewer::ByViewer;
use tapis_games::erased::{PlyRecord, StoredPly};
use tapis_games::log::AnySeenPly;
use tapis_games::seat::Seat;
use utoipa::ToSchema;

use super::clock::{Clocks, OnTimeout};
use super::terms::Terms;

mod apply;
mod said;
mod stored;

pub use stored::BadEvent;
pub use tapis_db::model::Status as GameStatus;

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
    pub after: EventEffect,
    /// The ply as it is played again, for the set-up and for plies.
    pub stored: Option<Arc<StoredPly>>,
    /// SHA-256 of the full state afterwards. Leaves the server only after the end.
    pub state_hash: Digest,
}

/// What happened. A kind of event is a variant here, whose name is that of its row, of the wire and of its words.
#[derive(Clone, Debug, PartialEq, EnumDiscriminants)]
#[strum_discriminants(
    name(EventName),
    doc = "A kind of event.",
    derive(Serialize, ToSchema, EnumString, IntoStaticStr),
    serde(rename_all = "snake_case"),
    strum(serialize_all = "snake_case"),
    allow(missing_docs, reason = "they are described where they are defined")
)]
pub enum EventKind {
    /// The game was created and set up (ply 0).
    Setup {
        /// What each viewer saw.
        seen: Arc<ByViewer<AnySeenPly>>,
        /// Who sits where at first.
        seats: Vec<SeatRecord>,
        /// What was settled about the table.
        terms: Terms,
    },
    /// A move, with the chance after it.
    Ply {
        /// What each viewer saw.
        seen: Arc<ByViewer<AnySeenPly>>,
        /// Whether the service made it for the person who sits there: their time was up, or they wish to pass. Nobody is shown it before
        /// the end.
        for_person: bool,
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
    /// A seat gave up.
    Resign {
        /// The seat afterwards, where a bot plays on; else the game ends.
        record: Option<SeatRecord>,
    },
    /// The time of a seat is up.
    Timeout {
        /// What happens then.
        then: OnTimeout,
        /// The seat afterwards, where a bot takes it.
        record: Option<SeatRecord>,
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
    /// The game ended, by its rules or because a seat gave up.
    End,
    /// The game was given up before it began.
    Abort,
    /// Nobody moved for long: the game was ended.
    Abandon,
    /// The people of a finished game have another.
    Rematch {
        /// The other game.
        game: GameId,
    },
}

impl EventKind {
    /// The event's name.
    pub fn name(&self) -> EventName {
        self.into()
    }

    /// Whether the position is another than before it, or the game is over.
    pub(super) fn ends_turn(&self) -> bool {
        self.is_end() || matches!(self, Self::Ply { .. } | Self::Undo { .. })
    }

    /// Whether the game is over with it.
    pub fn is_end(&self) -> bool {
        matches!(self, Self::End | Self::Abort | Self::Abandon)
    }

    /// Who sits at the event's seat afterwards, where that is another than before.
    pub fn record(&self) -> Option<&SeatRecord> {
        match self {
            Self::Join { record }
            | Self::Leave { record }
            | Self::Takeover { record }
            | Self::Rotate { record } => Some(record),
            Self::Resign { record } | Self::Timeout { record, .. } => record.as_ref(),
            _ => None,
        }
    }

    /// What each viewer saw, for the set-up and for plies.
    pub fn seen(&self) -> Option<&ByViewer<AnySeenPly>> {
        match self {
            Self::Setup { seen, .. } | Self::Ply { seen, .. } => Some(seen),
            _ => None,
        }
    }
}

/// What is so after an event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EventEffect {
    /// Whose turn it is, while the game runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
    /// How far the game is. Most events leave it running, which is not stored.
    #[serde(default = "running", skip_serializing_if = "is_running")]
    pub status: GameStatus,
    /// The ply that would be taken back, while a request for it waits for consent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo: Option<u32>,
    /// The clocks, in a game that has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Box<Clocks>>,
    /// The scores as each viewer knows them.
    pub scores: ByViewer<Vec<i32>>,
}

fn running() -> GameStatus {
    GameStatus::Running
}

fn is_running(status: &GameStatus) -> bool {
    *status == GameStatus::Running
}

/// About how many bytes an entry uses beside the JSON in it: itself, its places in the histories, notations, scores and clocks.
const ENTRY_BYTES: usize = 1_024;

/// About how many bytes a JSON value uses: an object has room for a node of its tree, which is of one size.
fn json_bytes(value: &Value) -> usize {
    let contents = match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(json_bytes).sum(),
        Value::Object(members) => {
            640 + members.iter().map(|(key, value)| key.len() + json_bytes(value)).sum::<usize>()
        }
    };
    size_of::<Value>() + contents
}

impl Entry {
    /// Who sits at a seat after the event, if it says so.
    pub fn record_of(&self, seat: Seat) -> Option<&SeatRecord> {
        match &self.kind {
            EventKind::Setup { seats, .. } => seats.get(seat.index()),
            kind => kind.record().filter(|_| self.seat == Some(seat)),
        }
    }

    /// Notes what sits where after the event.
    pub fn sit(&self, kinds: &mut [SeatKind]) {
        for (seat, kind) in Seat::all(kinds.len()).zip(kinds) {
            *kind = self.record_of(seat).map_or(*kind, |record| record.kind);
        }
    }

    /// About how many bytes of memory it uses, what the table shares with it included.
    pub fn bytes(&self) -> usize {
        let outcomes = self.kind.seen().into_iter().flat_map(|seen| seen.values());
        let outcomes = outcomes.filter_map(|seen| seen.outcome.as_ref());
        let chance = self.stored.iter().flat_map(|stored| &stored.chance);
        ENTRY_BYTES + outcomes.chain(chance).map(json_bytes).sum::<usize>()
    }

    /// The same entry with the parts of `record` in place of equal ones, so that whoever keeps both keeps these once.
    pub(super) fn sharing(&self, record: &PlyRecord) -> Self {
        let mut entry = self.clone();
        if let EventKind::Setup { seen, .. } | EventKind::Ply { seen, .. } = &mut entry.kind
            && *seen == record.seen
        {
            *seen = Arc::clone(&record.seen);
        }
        if let Some(stored) = entry.stored.as_mut().filter(|stored| **stored == record.stored) {
            *stored = Arc::clone(&record.stored);
        }
        entry
    }
}
