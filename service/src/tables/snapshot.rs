//! A game at one version: immutable, shared by all who read it.

use std::sync::Arc;

use bytes::Bytes;
use parking_lot::Mutex;
use tapis_db::model::{GameId, SeatKind, SeatRecord, Secret, Time, Visibility};
use tapis_games::erased::{AnyRuleset, AnyTable, LegalMove, StoredPly};
use tapis_games::history::History;
use tapis_games::locale::Languages;
use tapis_games::log::ObservationLog;
use tapis_games::ruleset::Ruleset;
use tapis_games::seat::{Seat, Viewer};

use super::event::{Entry, GameStatus};
use super::policy::HintPolicy;
use super::tally::{Beside, HintTally};
use super::terms::Terms;
use super::written::WrittenEvents;
use crate::ServiceError;

/// About how many bytes a game uses beside its entries: the live position, what it has counted for its features, its
/// seats, and the bodies made for its viewers later.
const GAME_BYTES: usize = 24 << 10;

/// What is the same for all versions of a game.
pub struct GameInfo {
    /// Its id.
    pub id: GameId,
    /// Its rules.
    pub rules: GameRules,
    /// Who may find it.
    pub visibility: Visibility,
    /// The hint policy.
    pub hints: HintPolicy,
    /// What was settled about the table.
    pub terms: Terms,
    /// Whether its seed was chosen.
    pub practice: bool,
    /// The secret seed.
    pub seed: Secret,
    /// The secret nonce.
    pub nonce: Secret,
    /// The commitment to both.
    pub commitment: String,
    /// When it was created.
    pub created_at: Time,
    /// What is counted beside the versions.
    pub tally: HintTally,
}

/// The rules of a game.
pub enum GameRules {
    /// They are played; shared by all games of the ruleset.
    Played(Arc<dyn AnyRuleset>),
    /// This program no longer knows their version: the game is readable, never playable.
    Retired(Ruleset),
}

impl GameRules {
    /// The ruleset.
    pub fn ruleset(&self) -> &Ruleset {
        match self {
            Self::Played(rules) => rules.ruleset(),
            Self::Retired(ruleset) => ruleset,
        }
    }

    /// The rules, where they are played.
    pub fn played(&self) -> Option<&Arc<dyn AnyRuleset>> {
        match self {
            Self::Played(rules) => Some(rules),
            Self::Retired(_) => None,
        }
    }
}

impl GameInfo {
    /// The ruleset.
    pub fn ruleset(&self) -> &Ruleset {
        self.rules.ruleset()
    }
}

/// A state as it was rendered: for whom, in which languages, with what stands beside a version.
type RenderedBody = ((Viewer, Languages), Beside, Bytes);

/// A game at one version.
pub struct Snapshot {
    /// What all versions share.
    pub info: Arc<GameInfo>,
    /// Who sits where.
    pub seats: Arc<Vec<SeatRecord>>,
    /// The status of the game.
    pub status: GameStatus,
    /// The open request to take back a move.
    pub undo: Option<PendingUndo>,
    /// Whether a move was ever taken back.
    pub undone: bool,
    /// The game that its people have after it.
    pub rematch: Option<GameId>,
    /// The seats that gave up, in order.
    pub resigned: Vec<Seat>,
    /// The version with which the game began, see [`Snapshot::begun`].
    pub(super) begun: Option<u64>,
    /// The seat whose time is up and for which a move is made.
    pub overdue: Option<Seat>,
    /// The version with which the holder of each seat came to it.
    pub(super) held_since: Vec<u64>,
    /// Until when the turn under way lasts at least: it was when the service started.
    pub(super) grace: Option<Time>,
    /// Whether a move was ever made for somebody whose time was up, or a bot sat at a seat that a person took back.
    pub prompted: bool,
    pub(super) table: Option<Box<dyn AnyTable>>,
    pub(super) entries: History<Arc<Entry>>,
    /// The entries of the plies that stand, ply 0 first.
    pub(super) line: History<Arc<Entry>>,
    /// The bytes of the entries, see [`Entry::bytes`].
    pub(super) entry_bytes: usize,
    bodies: Mutex<Vec<RenderedBody>>,
    /// Shared by the versions that tell their past alike.
    pub(super) written: Arc<WrittenEvents>,
}

/// A request to take back a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingUndo {
    /// The seat that asks.
    pub by: Seat,
    /// The first ply to be taken back.
    pub ply: u32,
    /// The seats that have consented so far.
    pub consents: Vec<Seat>,
}

impl Snapshot {
    /// A game before its first event.
    pub(super) fn empty(info: Arc<GameInfo>) -> Self {
        Self {
            info,
            seats: Arc::default(),
            status: GameStatus::Waiting,
            undo: None,
            undone: false,
            rematch: None,
            resigned: Vec::new(),
            begun: None,
            overdue: None,
            held_since: Vec::new(),
            grace: None,
            prompted: false,
            table: None,
            entries: History::default(),
            line: History::default(),
            entry_bytes: 0,
            bodies: Mutex::default(),
            written: Arc::default(),
        }
    }

    /// A copy that can go on alone.
    pub(super) fn fork(&self) -> Self {
        Self {
            info: Arc::clone(&self.info),
            seats: Arc::clone(&self.seats),
            status: self.status,
            undo: self.undo.clone(),
            undone: self.undone,
            rematch: self.rematch,
            resigned: self.resigned.clone(),
            begun: self.begun,
            overdue: self.overdue,
            held_since: self.held_since.clone(),
            grace: self.grace,
            prompted: self.prompted,
            table: self.table.as_ref().map(|table| table.fork()),
            entries: self.entries.clone(),
            line: self.line.clone(),
            entry_bytes: self.entry_bytes,
            bodies: Mutex::default(),
            written: Arc::clone(&self.written),
        }
    }

    /// About how many bytes of memory this version uses, its past included.
    pub fn bytes(&self) -> usize {
        let bodies: usize = self.bodies.lock().iter().map(|(.., body)| body.len()).sum();
        GAME_BYTES + self.entry_bytes + bodies + self.written.bytes()
    }

    /// Whether people were helped as far as the events tell: statistics keep such games apart.
    pub fn has_help(&self) -> bool {
        self.undone || self.prompted
    }

    /// The version: the number of events.
    pub fn version(&self) -> u64 {
        self.entries.len() as u64
    }

    /// The events, version 1 first.
    pub fn entries(&self) -> &History<Arc<Entry>> {
        &self.entries
    }

    /// The plies that stand, ply 0 first.
    pub fn line(&self) -> &History<Arc<Entry>> {
        &self.line
    }

    /// The live position.
    ///
    /// # Errors
    /// The game's rules are of a version that is no longer played.
    pub fn table(&self) -> Result<&dyn AnyTable, ServiceError> {
        self.table.as_deref().ok_or_else(retired)
    }

    /// The rules.
    ///
    /// # Errors
    /// They are of a version that is no longer played.
    pub fn rules(&self) -> Result<&Arc<dyn AnyRuleset>, ServiceError> {
        self.info.rules.played().ok_or_else(retired)
    }

    /// Whose turn it is, while the game runs.
    pub fn turn(&self) -> Option<Seat> {
        self.entries.last().and_then(|entry| entry.after.turn)
    }

    /// The legal moves, to the seat to move and to nobody else.
    pub fn legal_moves(&self, viewer: Viewer) -> Option<Vec<LegalMove>> {
        let seat = self.turn()?;
        viewer.is(seat).then(|| self.table.as_ref().map(|table| table.legal_moves()))?
    }

    /// Whether a bot sits there.
    pub fn is_bot(&self, seat: Seat) -> bool {
        self.seat(seat).is_some_and(|record| record.kind == SeatKind::Bot)
    }

    /// The bot to move and its level.
    pub fn bot_to_move(&self) -> Option<(Seat, &str)> {
        let seat = self.turn()?;
        let record = self.seat(seat).filter(|record| record.kind == SeatKind::Bot)?;
        Some((seat, record.level.as_deref()?))
    }

    /// The record of a seat.
    pub fn seat(&self, seat: Seat) -> Option<&SeatRecord> {
        self.seats.get(seat.index())
    }

    /// The other people at the table.
    pub fn other_humans(&self, seat: Seat) -> impl Iterator<Item = Seat> + '_ {
        let humans = Seat::all(self.seats.len())
            .filter(|&other| self.seat(other).is_some_and(|record| record.kind == SeatKind::Human));
        humans.filter(move |&other| other != seat)
    }

    /// The plies that stand, as they are played again.
    pub fn stored_line(&self) -> Vec<StoredPly> {
        self.line.iter().filter_map(|entry| entry.stored.as_deref().cloned()).collect()
    }

    /// Everything a viewer may know: the redacted plies that stand.
    pub fn observation_log(&self, viewer: Viewer) -> ObservationLog {
        let seat = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator | Viewer::Replay => None,
        };
        let plies = self.seen(viewer).cloned().collect();
        ObservationLog { ruleset: self.info.ruleset().reference(), seat, plies }
    }

    /// Refuses everything that needs a game under way.
    ///
    /// # Errors
    /// The game waits for players, is over, or its rules are no longer played.
    pub fn running(&self) -> Result<(), ServiceError> {
        self.unfinished()?;
        match self.status {
            GameStatus::Waiting => Err(ServiceError::conflict("game_waiting")),
            _ => self.table().map(drop),
        }
    }

    /// Refuses everything that is for the seat to move.
    ///
    /// # Errors
    /// Those of [`Snapshot::running`]; it is another seat's turn.
    pub fn own_turn(&self, seat: Seat) -> Result<(), ServiceError> {
        self.running()?;
        match self.turn() {
            Some(mover) if mover == seat => Ok(()),
            turn => Err(ServiceError::NotYourTurn { turn: turn.map(|seat| seat.0) }),
        }
    }

    /// Refuses what is of no use after the end.
    ///
    /// # Errors
    /// The game is over.
    pub fn unfinished(&self) -> Result<(), ServiceError> {
        match self.status {
            GameStatus::Waiting | GameStatus::Running => Ok(()),
            GameStatus::Finished | GameStatus::Aborted => Err(ServiceError::conflict("game_over")),
        }
    }

    /// The body of this version for a viewer in these languages, who is told `beside` with it, made once.
    ///
    /// # Errors
    /// Those of `make`.
    pub fn body<E>(
        &self,
        reader: (Viewer, Languages),
        beside: Beside,
        make: impl FnOnce() -> Result<Bytes, E>,
    ) -> Result<Bytes, E> {
        if let Some(body) = self.made_body(reader, beside) {
            return Ok(body);
        }
        // Not while the list is held: who wants another body would wait, and the maker may be a thread that gives way.
        let body = make()?;
        let mut bodies = self.bodies.lock();
        bodies.retain(|(other, ..)| *other != reader);
        bodies.push((reader, beside, body.clone()));
        Ok(body)
    }

    /// The same if it was made before.
    pub fn made_body(&self, reader: (Viewer, Languages), beside: Beside) -> Option<Bytes> {
        let bodies = self.bodies.lock();
        let made = bodies.iter().find(|(other, with, _)| (*other, *with) == (reader, beside));
        made.map(|(.., body)| body.clone())
    }
}

fn retired() -> ServiceError {
    ServiceError::conflict("rules_retired")
}
