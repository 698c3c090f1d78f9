//! Who holds a seat, and since when: nobody sees what another saw there before.

use std::collections::HashSet;

use tapis_db::model::{SeatKind, SeatRecord};
use tapis_games::locale::said;
use tapis_games::log::{AnySeenPly, ObservationLog};
use tapis_games::seat::{Seat, Viewer};

use super::caller::reading_generation;
use super::clock::OnTimeout;
use super::event::{Entry, EventKind, GameStatus};
use super::snapshot::Snapshot;
use super::texts::TABLE;
use crate::{FieldError, ServiceError};

/// What became of a seat since somebody had it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// It is theirs.
    Holds,
    /// A bot plays there, because their time was up.
    TimedOut,
    /// They left it, or its token was replaced.
    Gone,
}

impl Snapshot {
    /// What became of `seat` since its token was of `generation`.
    pub fn hold(&self, seat: Seat, generation: u32) -> Hold {
        let record = self.seat(seat).filter(|record| reading_generation(record) == Some(generation));
        match record {
            Some(record) if record.kind == SeatKind::Human => Hold::Holds,
            Some(record) if record.timed_out => Hold::TimedOut,
            _ => Hold::Gone,
        }
    }

    /// The version with which whoever holds `seat` came to it. It is held by who sits there, or sat there before a bot took it.
    pub fn held_since(&self, seat: Seat) -> u64 {
        self.held_since.get(seat.index()).copied().unwrap_or(1)
    }

    /// With whose eyes `viewer` sees what happened with `version`: what a seat saw under another holder is shown as to everybody, until
    /// the replay shows all.
    pub fn viewer_at(&self, viewer: Viewer, version: u64) -> Viewer {
        match viewer {
            Viewer::Seat(seat) if version < self.held_since(seat) && self.status != GameStatus::Finished => {
                Viewer::Spectator
            }
            viewer => viewer,
        }
    }

    /// What `viewer` saw, see [`Snapshot::viewer_at`]. What the seat knows, which is also what its earlier holders saw, is in
    /// [`Snapshot::observation_log`].
    pub fn own_log(&self, viewer: Viewer) -> ObservationLog {
        let plies = self.own_plies(viewer).cloned().collect();
        ObservationLog { plies, ..self.observation_log(viewer) }
    }

    fn own_plies(&self, viewer: Viewer) -> impl Iterator<Item = &AnySeenPly> {
        let shown = self.begun().map_or(0, |_| self.line.len());
        self.line.iter().take(shown).filter_map(move |entry| {
            let told = self.told_with(entry)?;
            entry.kind.seen().map(|seen| seen.of(self.viewer_at(viewer, told)))
        })
    }

    /// Whether whoever sat at `seat` may take it back from the bot.
    pub fn may_take_back(&self, seat: Seat) -> bool {
        let forfeits = self.info.terms.clock.is_some_and(|clock| clock.on_timeout == OnTimeout::Forfeit);
        let timed_out = self.seat(seat).is_some_and(|record| record.timed_out);
        timed_out && !forfeits && self.is_bot(seat) && self.unfinished().is_ok()
    }

    /// Why a seat is not taken back.
    pub(super) fn why_not_back(&self, record: &SeatRecord) -> &'static str {
        match (record.timed_out, self.status) {
            (_, GameStatus::Finished | GameStatus::Aborted) => "seat_taken-over",
            (true, _) => "seat_taken-forfeit",
            (false, _) => "seat_taken-left",
        }
    }

    /// Who was the last person at `seat`.
    pub fn person_before(&self, seat: Seat) -> Option<&SeatRecord> {
        let mut records = self.entries.iter().rev().filter_map(|entry| entry.record_of(seat));
        records.find(|record| record.kind == SeatKind::Human)
    }

    /// Somebody is about to take the entry's seat from whoever has it.
    pub(super) fn seat_taken(&mut self, entry: &Entry) {
        let before = entry.seat.and_then(|seat| Some((seat, self.seat(seat)?)));
        let Some((seat, SeatRecord { kind, left, .. })) = before else { return };
        let is_bot = *kind == SeatKind::Bot;
        let back = is_bot && *left;
        if !back && let Some(since) = self.held_since.get_mut(seat.index()) {
            *since = entry.version;
        }
        if is_bot {
            // A bot has played for a person.
            self.prompted = true;
            if self.owes_move(seat) {
                self.overdue = Some(seat);
            }
        }
    }

    /// Whether the time of `seat` was up in the turn under way, and no move followed.
    fn owes_move(&self, seat: Seat) -> bool {
        let in_turn = self.entries.iter().rev().take_while(|entry| !entry.kind.ends_turn());
        let mut timeouts = in_turn.filter(|entry| matches!(entry.kind, EventKind::Timeout { .. }));
        self.turn() == Some(seat) && timeouts.any(|entry| entry.seat == Some(seat))
    }

    /// The plies that stand and that the service played where a person sits, or sat once the game had begun: a bot in their place, a
    /// move for one who was late, a pass that they wished.
    pub fn by_service(&self) -> Vec<u32> {
        let mut kinds: Vec<SeatKind> = Vec::new();
        let mut has_person = vec![false; self.seats.len()];
        // The versions of what the service played.
        let mut served = HashSet::new();
        for entry in self.entries.iter() {
            if let EventKind::Setup { seats, .. } = &entry.kind {
                kinds = seats.iter().map(|record| record.kind).collect();
            }
            if let Some(kind) = entry.seat.and_then(|seat| kinds.get_mut(seat.index())) {
                if matches!(entry.kind, EventKind::Ply { for_person, .. } if for_person || *kind == SeatKind::Bot)
                {
                    served.insert(entry.version);
                }
                *kind = entry.kind.record().map_or(*kind, |record| record.kind);
            }
            if entry.after.status == GameStatus::Running {
                has_person.iter_mut().zip(&kinds).for_each(|(has, kind)| *has |= *kind == SeatKind::Human);
            }
        }
        let of_person = |seat: Seat| has_person.get(seat.index()) == Some(&true);
        let is_theirs = |entry: &Entry| served.contains(&entry.version) && entry.seat.is_some_and(of_person);
        (0..).zip(self.line().iter()).filter(|(_, entry)| is_theirs(entry)).map(|(n, _)| n).collect()
    }

    /// With whose eyes a finished game is looked at from `seat`, by everybody who may see its replay.
    ///
    /// # Errors
    /// The game is not finished; or it has no such seat.
    pub fn from_seat(&self, seat: Seat) -> Result<Viewer, ServiceError> {
        // Whether there is such a seat is asked later: while the game runs every seat is refused alike.
        if self.status != GameStatus::Finished {
            return Err(ServiceError::conflict("game_not_over-seat"));
        }
        if self.seat(seat).is_none() {
            let seats = said("between").with("least", 0).with("most", self.seats.len().saturating_sub(1));
            return Err(ServiceError::field("/seat", seats));
        }
        Ok(Viewer::Seat(seat))
    }

    /// Refuses to show what a seat saw before its holder came.
    ///
    /// # Errors
    /// It is.
    pub(crate) fn own_version(&self, viewer: Viewer, version: u64) -> Result<(), ServiceError> {
        match viewer {
            Viewer::Seat(seat) if self.viewer_at(viewer, version) != viewer => {
                let since = self.held_since(seat);
                let args = [("seat", seat.0.into()), ("version", since.into())];
                let fault = FieldError::in_words("/version", TABLE.both("yours-since", &args));
                Err(ServiceError::Invalid(vec![fault]))
            }
            _ => Ok(()),
        }
    }
}
