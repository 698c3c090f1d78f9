//! What was dealt is shown once the game begins. The deal is made when the game is created, and its commitment is told; whoever
//! saw a hand before the others sat down could ask for another game until the hand is good.

use std::sync::Arc;

use tapis_games::erased::AnyTable;
use tapis_games::log::AnySeenPly;
use tapis_games::seat::Viewer;

use super::Snapshot;
use super::event::Entry;

impl Snapshot {
    /// The version with which the game began: with it everybody sees what was dealt. `None` while the game waits for people,
    /// and of a game that was given up before it began.
    pub fn begun(&self) -> Option<u64> {
        self.begun
    }

    /// The live position as it may be shown: nothing before the game begins, nor where its rules are no longer played.
    pub fn lying(&self) -> Option<&dyn AnyTable> {
        self.begun.and(self.table.as_deref())
    }

    /// The scores as far as `viewer` may know them, in seat order; none before the game begins.
    pub fn scores(&self, viewer: Viewer) -> Vec<i32> {
        self.entries.last().and_then(|entry| self.scores_at(entry, viewer)).cloned().unwrap_or_default()
    }

    /// The scores after an event as far as `viewer` may know them; `None` before the game begins.
    pub fn scores_at<'a>(&self, entry: &'a Entry, viewer: Viewer) -> Option<&'a Vec<i32>> {
        (self.begun? <= entry.version).then(|| entry.after.scores.of(viewer))
    }

    /// What a viewer saw of the plies that stand; nothing before the game begins.
    pub fn seen(&self, viewer: Viewer) -> impl Iterator<Item = &AnySeenPly> {
        let shown = self.begun.map_or(0, |_| self.line.len());
        self.line.iter().take(shown).filter_map(move |entry| entry.kind.seen().map(|seen| seen.of(viewer)))
    }

    /// The ply that an event tells: its own, and the set-up where the game begins.
    pub fn told_by<'a>(&'a self, entry: &'a Entry) -> Option<&'a Entry> {
        match self.begun {
            Some(begun) if begun == entry.version => self.line.first().map(Arc::as_ref),
            _ if entry.version == 1 => None,
            _ => entry.kind.seen().map(|_| entry),
        }
    }

    /// The version of the event that tells an entry, see [`Snapshot::told_by`]; none does before the game begins.
    pub(super) fn told_with(&self, entry: &Entry) -> Option<u64> {
        if entry.version == 1 { self.begun } else { Some(entry.version) }
    }
}
