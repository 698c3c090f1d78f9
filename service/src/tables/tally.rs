//! What is counted of a game beside its versions: hints.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use tapis_games::seat::{Seat, Viewer};

use super::{HintPolicy, Snapshot, WillPass};

/// The hints that were given in a game, for its states and its statistics. What is charged by is in the store.
#[derive(Debug)]
pub struct HintTally {
    assisted: AtomicBool,
    used: Vec<AtomicU32>,
}

impl HintTally {
    /// So many hints a seat, and whether a hint was given or a move taken back.
    pub(super) fn new(assisted: bool, used: impl IntoIterator<Item = u32>) -> Self {
        Self { assisted: AtomicBool::new(assisted), used: used.into_iter().map(AtomicU32::new).collect() }
    }

    /// Whether a hint was given or a move taken back.
    pub fn is_assisted(&self) -> bool {
        self.assisted.load(Ordering::Relaxed)
    }

    /// Remembers that one was.
    pub(super) fn mark_assisted(&self) {
        self.assisted.store(true, Ordering::Relaxed);
    }

    /// Remembers how many hints a seat has used; of two numbers the greater is the newer.
    pub(crate) fn note(&self, seat: Seat, used: u32) {
        if let Some(noted) = self.used.get(seat.index()) {
            noted.fetch_max(used, Ordering::Relaxed);
        }
    }

    /// How many hints each seat has used; empty where none has.
    pub fn by_seat(&self) -> Vec<u32> {
        let used: Vec<u32> = self.used.iter().map(|used| used.load(Ordering::Relaxed)).collect();
        if used.iter().all(|used| *used == 0) { Vec::new() } else { used }
    }

    fn used(&self, seat: Seat) -> u32 {
        self.used.get(seat.index()).map_or(0, |used| used.load(Ordering::Relaxed))
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
