//! Searches that can go on: each is kept for a while, as long as its game stands where it began, and whoever asks longer about the same
//! seat and version continues it.
//!
//! They are many megabytes each, so only the ones last used are kept; where a search is gone, the next one begins anew.

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tapis_solver::engine::KeptSearch;

use super::HintKey;
use crate::tables::LiveGame;

/// The most searches that are kept, and the most bytes of all together.
const MOST: (usize, usize) = (16, 128 << 20);
/// How long a search is kept after it was used.
const KEPT: Duration = Duration::from_secs(120);

/// See the module's text.
#[derive(Default)]
pub struct Searches(Mutex<HashMap<HintKey, SearchEntry>>);

struct SearchEntry {
    search: KeptSearch,
    position: Position,
    used: Instant,
}

/// A game at a version.
pub struct Position {
    game: Weak<LiveGame>,
    version: u64,
}

/// Where a search comes from and goes to.
pub struct Shelf {
    /// All that are kept.
    pub searches: Arc<Searches>,
    /// What it is asked.
    pub asked: HintKey,
    /// What it is about.
    pub position: Position,
}

impl Position {
    /// This version of a game.
    pub fn new(game: &Arc<LiveGame>, version: u64) -> Self {
        Self { game: Arc::downgrade(game), version }
    }

    /// Whether the game still stands there.
    fn stands(&self) -> bool {
        self.game.upgrade().is_some_and(|game| game.snapshot().version() == self.version)
    }
}

impl Shelf {
    /// The search to go on with, or none.
    pub fn take(&self) -> KeptSearch {
        self.searches.0.lock().remove(&self.asked).map(|entry| entry.search).unwrap_or_default()
    }

    /// Keeps it, unless the game has gone on.
    pub fn put(self, search: KeptSearch) {
        let Self { searches, asked, position } = self;
        if search.is_empty() || !position.stands() {
            return;
        }
        let mut kept = searches.0.lock();
        kept.insert(asked, SearchEntry { search, position, used: Instant::now() });
        let (most, most_bytes) = MOST;
        while kept.len() > most || bytes(&kept) > most_bytes {
            let oldest = kept.iter().min_by_key(|(_, entry)| entry.used).map(|(asked, _)| asked.clone());
            oldest.and_then(|asked| kept.remove(&asked));
        }
    }
}

impl Searches {
    /// Forgets what is of no use any more.
    pub fn tidy(&self) {
        self.0.lock().retain(|_, entry| entry.used.elapsed() < KEPT && entry.position.stands());
    }

    /// How many are kept, and the bytes that they take.
    pub fn size(&self) -> (usize, usize) {
        let kept = self.0.lock();
        (kept.len(), bytes(&kept))
    }
}

fn bytes(kept: &HashMap<HintKey, SearchEntry>) -> usize {
    kept.values().map(|entry| entry.search.bytes()).sum()
}
