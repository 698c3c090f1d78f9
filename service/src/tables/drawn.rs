//! What a page draws and says of a game at one version: names, legal moves with picks and words, what happened in each ply.
//!
//! What was dealt is shown once the game begins. The deal is made when the game is created, and its commitment is told; whoever
//! saw a hand before the others sat down could ask for another game until the hand is good.

use std::collections::BTreeMap;
use std::sync::Arc;

use tapis_db::model::{SeatKind, SeatRecord};
use tapis_games::erased::{AnyTable, ShownMove, ToldPly};
use tapis_games::json::{self, JsonText};
use tapis_games::locale::COMMON;
use tapis_games::log::AnySeenPly;
use tapis_games::refusal::Text;
use tapis_games::seat::{Seat, Viewer};

use super::Snapshot;
use super::event::Entry;

impl Snapshot {
    /// The legal moves as a state shows them: with picks and words where the game has them.
    pub fn shown_moves(&self, viewer: Viewer) -> Option<Vec<ShownMove>> {
        let table = self.table.as_ref().filter(|_| self.turn().is_some_and(|seat| viewer.is(seat)))?;
        Some(match table.shown() {
            Some(shown) => shown.legal(&self.names()),
            None => table.legal_moves().into_iter().map(ShownMove::from).collect(),
        })
    }

    /// The JSON of [`Snapshot::shown_moves`].
    ///
    /// # Errors
    /// They have none; does not happen.
    pub fn legal_text(&self, viewer: Viewer) -> serde_json::Result<Option<JsonText>> {
        self.shown_moves(viewer).map(|moves| json::text(&moves)).transpose()
    }

    /// What the seats are called in texts: the names given, else the bot or the seat by its number.
    pub fn names(&self) -> Vec<Text> {
        let records = Seat::all(self.seats.len()).zip(&*self.seats);
        records.map(|(seat, record)| Self::name_of(seat, record)).collect()
    }

    /// What a seat is called while `record` says who sits there.
    pub(super) fn name_of(seat: Seat, record: &SeatRecord) -> Text {
        let n = seat.index() + 1;
        match (&record.name, record.kind) {
            (Some(name), _) => Text::new(name, name),
            (None, SeatKind::Human) => COMMON.both("seat-human", &[("n", n.into())]),
            (None, SeatKind::Bot) => COMMON.both("seat-bot", &[("n", n.into())]),
            (None, _) => COMMON.both("seat-open", &[("n", n.into())]),
        }
    }

    /// The plies among the entries after `version` that stand, as `viewer` saw them happen, by their numbers. Nothing where the
    /// game does not say how it is drawn.
    pub fn told_since(&self, version: usize, viewer: Viewer) -> BTreeMap<usize, ToldPly> {
        let new = |entry: &&Arc<Entry>| self.told_with(entry).is_some_and(|told| told as usize > version);
        let first = self.line.iter().position(|entry| new(&entry));
        let shown = self.table.as_ref().and_then(|table| table.shown());
        let (Some(first), Some(shown)) = (first, shown) else { return BTreeMap::new() };
        (first..).zip(shown.told(first, viewer, &self.names())).collect()
    }

    /// The place among the plies that stand of an entry; `None` for what is no ply, or was taken back.
    pub fn stands(&self, entry: &Entry) -> Option<usize> {
        let n = entry.kind.seen()?.of(Viewer::Spectator).n as usize;
        self.line.get(n).filter(|standing| standing.version == entry.version).map(|_| n)
    }

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
