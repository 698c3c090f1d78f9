//! The games in memory, bounded in bytes.
//!
//! A game that is not over stays as long as there is room; of games that are over only a small cache is kept, for people
//! who look at the end of their game and at its replay. Where the room is used up, the games used longest ago go first.
//! A game that somebody holds (a writer, a stream) stays, since two copies of one game must not be written.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use parking_lot::RwLock;
use tapis_db::model::GameId;

use super::live::LiveGame;

/// Games that are over get this part of the room.
const ENDED_PART: usize = 16;
/// When the room is used up, games go until this part of it is free.
const FREED_PART: usize = 8;

/// The games in memory.
pub(super) struct Memory {
    games: RwLock<HashMap<GameId, Arc<LiveGame>>>,
    running: Share,
    ended: Share,
    tick: AtomicU64,
    evicted: AtomicU64,
}

/// What one kind of game may use and uses, in bytes.
struct Share {
    limit: usize,
    used: AtomicUsize,
}

/// What the games in memory use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryUse {
    /// Games in memory.
    pub games: usize,
    /// Bytes of games that are not over.
    pub running_bytes: usize,
    /// Bytes of games that are over.
    pub ended_bytes: usize,
    /// Games that had to leave memory so far.
    pub evicted: u64,
}

impl Memory {
    /// An empty memory of `bytes` bytes.
    pub fn new(bytes: usize) -> Self {
        let share = |limit| Share { limit, used: AtomicUsize::new(0) };
        Self {
            games: RwLock::default(),
            running: share(bytes - bytes / ENDED_PART),
            ended: share(bytes / ENDED_PART),
            tick: AtomicU64::new(0),
            evicted: AtomicU64::new(0),
        }
    }

    /// The game of this id, if it is in memory.
    pub fn get(&self, id: GameId) -> Option<Arc<LiveGame>> {
        let game = self.games.read().get(&id).map(Arc::clone)?;
        self.touch(&game);
        Some(game)
    }

    /// Keeps a game, unless another thread was quicker; then that one's.
    pub fn keep(&self, game: LiveGame) -> Arc<LiveGame> {
        let kept = Arc::clone(self.games.write().entry(game.id()).or_insert_with(|| Arc::new(game)));
        self.touch(&kept);
        self.count(&kept);
        kept
    }

    /// Counts the bytes of a game anew, and makes room when there is none.
    pub fn count(&self, game: &LiveGame) {
        let counted = game.count();
        self.share(counted.was_over).used.fetch_sub(counted.before, Ordering::Relaxed);
        let share = self.share(counted.is_over);
        let used = share.used.fetch_add(counted.now, Ordering::Relaxed) + counted.now;
        if used > share.limit {
            self.evict(counted.is_over);
        }
    }

    /// What the games use.
    pub fn usage(&self) -> MemoryUse {
        MemoryUse {
            games: self.games.read().len(),
            running_bytes: self.running.used.load(Ordering::Relaxed),
            ended_bytes: self.ended.used.load(Ordering::Relaxed),
            evicted: self.evicted.load(Ordering::Relaxed),
        }
    }

    fn share(&self, over: bool) -> &Share {
        if over { &self.ended } else { &self.running }
    }

    fn touch(&self, game: &LiveGame) {
        game.touch(self.tick.fetch_add(1, Ordering::Relaxed));
    }

    /// Forgets games of one kind that nobody holds, those used longest ago first.
    fn evict(&self, over: bool) {
        let share = self.share(over);
        let mut games = self.games.write();
        let unused = |game: &&Arc<LiveGame>| game.is_counted_over() == over && Arc::strong_count(game) == 1;
        let mut candidates: Vec<_> =
            games.values().filter(unused).map(|game| (game.last_used(), game.id())).collect();
        candidates.sort_unstable();
        let enough = share.limit - share.limit / FREED_PART;
        for (_, id) in candidates {
            if share.used.load(Ordering::Relaxed) <= enough {
                break;
            }
            if let Some(game) = games.remove(&id) {
                share.used.fetch_sub(game.counted_bytes(), Ordering::Relaxed);
                self.evicted.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
}
