//! Events as they were written for their readers: once each, for all versions that tell them alike.

use std::collections::BTreeMap;

use bytes::Bytes;
use parking_lot::Mutex;
use tapis_games::locale::Languages;
use tapis_games::seat::Viewer;

use super::Snapshot;
use super::event::{EventKind, EventName};

/// The most bytes of events that are kept of a game, about.
const MOST_BYTES: usize = 1 << 20;
/// What a text uses beside its bytes.
const PLACE_BYTES: usize = 96;

/// Who reads, in which languages.
pub type EventReader = (Viewer, Languages);

/// An event as it was written for a reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenEvent {
    /// The version it made.
    pub version: u64,
    /// What happened.
    pub kind: EventName,
    /// Its JSON.
    pub json: Bytes,
}

/// What was written of a game. Readers who came long ago are forgotten first.
#[derive(Default)]
pub(super) struct WrittenEvents(Mutex<Vec<WrittenFor>>);

/// A reader with the events written so far, by version.
type WrittenFor = (EventReader, BTreeMap<u64, WrittenEvent>);

impl WrittenEvents {
    /// About how many bytes it uses.
    pub fn bytes(&self) -> usize {
        self.0.lock().iter().map(|(_, events)| bytes_of(events)).sum()
    }
}

fn bytes_of(events: &BTreeMap<u64, WrittenEvent>) -> usize {
    events.values().map(|event| PLACE_BYTES + event.json.len()).sum()
}

impl EventKind {
    /// Whether what was told of earlier events is told in another way after this: plies that were taken back are no longer told,
    /// and people are called by the names they have now.
    pub(super) fn retells(&self) -> bool {
        matches!(self, Self::Undo { .. }) || self.record().is_some() && !matches!(self, Self::Rotate { .. })
    }
}

impl Snapshot {
    /// The events after a version as they were written for a reader, at most `limit`, up to the first that was not written yet.
    pub fn written(&self, reader: EventReader, after: u64, limit: usize) -> Vec<WrittenEvent> {
        let mut kept = self.written.0.lock();
        let Some(at) = kept.iter().position(|(other, _)| *other == reader) else { return Vec::new() };
        let (_, events) = &kept[at];
        let newest = self.version();
        let versions = (after + 1..=newest).take(limit);
        let found = versions.map_while(|version| events.get(&version).cloned()).collect();
        kept[at..].rotate_left(1);
        found
    }

    /// Keeps what was written for a reader.
    pub fn keep_written(&self, reader: EventReader, events: &[WrittenEvent]) {
        let mut kept = self.written.0.lock();
        let at = kept.iter().position(|(other, _)| *other == reader);
        let (_, mut own) = at.map_or_else(|| (reader, BTreeMap::new()), |at| kept.remove(at));
        own.extend(events.iter().map(|event| (event.version, event.clone())));
        let mut bytes = bytes_of(&own);
        while bytes > MOST_BYTES
            && let Some((_, event)) = own.pop_first()
        {
            bytes -= PLACE_BYTES + event.json.len();
        }
        kept.push((reader, own));
        let mut used: usize = kept.iter().map(|(_, events)| bytes_of(events)).sum();
        while used > MOST_BYTES && kept.len() > 1 {
            used -= bytes_of(&kept.remove(0).1);
        }
    }
}
