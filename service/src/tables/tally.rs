//! What is counted of a game beside its versions: hints.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;
use tapis_games::seat::{Seat, Viewer};

use super::event::Entry;
use super::{HintPolicy, Snapshot, WillPass};

/// The hints that were given in a game, for its states and its statistics. What is charged by is in the store.
#[derive(Debug)]
pub struct HintTally {
    assisted: AtomicBool,
    /// By seat the versions about which hints were given.
    given: Vec<Mutex<Vec<u64>>>,
}

impl HintTally {
    /// The hints of each seat, by versions, and whether a hint was given or a move taken back.
    pub(crate) fn new(assisted: bool, given: Vec<Vec<u64>>) -> Self {
        Self { assisted: AtomicBool::new(assisted), given: given.into_iter().map(Mutex::new).collect() }
    }

    /// Whether a hint was given or a move taken back.
    pub fn is_assisted(&self) -> bool {
        self.assisted.load(Ordering::Relaxed)
    }

    /// Remembers that one was.
    pub(super) fn mark_assisted(&self) {
        self.assisted.store(true, Ordering::Relaxed);
    }

    /// Remembers that a seat was given a hint about a version.
    pub(crate) fn note(&self, seat: Seat, version: u64) {
        let Some(mut given) = self.given.get(seat.index()).map(Mutex::lock) else { return };
        if !given.contains(&version) {
            given.push(version);
        }
    }

    /// Takes over what is stored. What was noted here since stays.
    pub(super) fn learn(&self, assisted: bool, given: &[Vec<u64>]) {
        if assisted {
            self.mark_assisted();
        }
        for (own, stored) in self.given.iter().zip(given) {
            let mut own = own.lock();
            if stored.len() > own.len() {
                own.clone_from(stored);
            }
        }
    }

    /// How many hints each seat has used; empty where none has.
    pub fn by_seat(&self) -> Vec<u32> {
        let used: Vec<u32> = Seat::all(self.given.len()).map(|seat| self.used(seat)).collect();
        if used.iter().all(|used| *used == 0) { Vec::new() } else { used }
    }

    fn used(&self, seat: Seat) -> u32 {
        self.given.get(seat.index()).map_or(0, |given| given.lock().len() as u32)
    }

    /// Whether a seat was given a hint about one of these versions.
    fn has(&self, seat: Seat, versions: Range<u64>) -> bool {
        self.given.get(seat.index()).is_some_and(|given| given.lock().iter().any(|at| versions.contains(at)))
    }
}

/// What a viewer is told with a version and can change while the version stays: a state of the same version with other such
/// facts is another state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Beside {
    /// Whether the statistics count the game as assisted: a hint was given, a move taken back, or a bot moved for a person whose time
    /// was up and who plays on.
    pub assisted: bool,
    /// The hints that the viewer's seat has left, where they are metered.
    pub hints_left: Option<u32>,
    /// Whether the viewer's seat is about to pass by itself.
    pub will_pass: Option<WillPass>,
}

impl Snapshot {
    /// The plies that stand whose seat was given a hint about the position before.
    pub fn helped(&self) -> Vec<u32> {
        let mut before = 0;
        let helped = |(n, entry): (u32, &Arc<Entry>)| {
            let versions = std::mem::replace(&mut before, entry.version)..entry.version;
            let seat = entry.stored.as_ref()?.seat?;
            self.info.tally.has(seat, versions).then_some(n)
        };
        (0..).zip(self.line.iter()).filter_map(helped).collect()
    }

    /// What `viewer` is told now beside this version.
    pub fn beside(&self, viewer: Viewer) -> Beside {
        let tally = &self.info.tally;
        let hints_left = match (viewer, self.info.hints) {
            (Viewer::Seat(seat), HintPolicy::Metered(limit)) => Some(limit.saturating_sub(tally.used(seat))),
            _ => None,
        };
        let assisted = tally.is_assisted() || self.has_help();
        Beside { assisted, hints_left, will_pass: self.will_pass(viewer) }
    }
}
