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
/// When the room is used up, games go until this part of it is free: little at a time, since to forget games takes
/// time that somebody waits for.
const FREED_PART: usize = 32;

/// The games in memory.
pub(super) struct GameMemory {
    games: RwLock<HashMap<GameId, Arc<LiveGame>>>,
    running: Quota,
    ended: Quota,
    tick: AtomicU64,
    evicted: AtomicU64,
}

/// What one kind of game may use and uses, in bytes.
struct Quota {
    limit: usize,
    used: AtomicUsize,
    /// Games go when more than this is used: the limit, or more while too many games are held.
    evict_above: AtomicUsize,
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

impl GameMemory {
    /// An empty memory of `bytes` bytes.
    pub fn new(bytes: usize) -> Self {
        let share = |limit| Quota { limit, used: AtomicUsize::new(0), evict_above: AtomicUsize::new(limit) };
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

    /// The games that somebody waits for news of.
    pub fn followed(&self) -> Vec<Arc<LiveGame>> {
        self.games.read().values().filter(|game| game.is_followed()).map(Arc::clone).collect()
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
        let over = game.count(|before, now| {
            self.share(before.over).used.fetch_sub(before.bytes, Ordering::Relaxed);
            self.share(now.over).used.fetch_add(now.bytes, Ordering::Relaxed);
            now.over
        });
        let share = self.share(over);
        if share.used.load(Ordering::Relaxed) > share.evict_above.load(Ordering::Relaxed) {
            self.evict(over);
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

    fn share(&self, over: bool) -> &Quota {
        if over { &self.ended } else { &self.running }
    }

    fn touch(&self, game: &LiveGame) {
        game.touch(self.tick.fetch_add(1, Ordering::Relaxed));
    }

    /// Forgets games of one kind that nobody holds, those used longest ago first.
    fn evict(&self, over: bool) {
        let share = self.share(over);
        let forgotten = self.take_unused(over, share.limit - share.limit / FREED_PART);
        self.evicted.fetch_add(forgotten.len() as u64, Ordering::Relaxed);
        // Where too many games are held, to look through all of them again at the next move would be of no use.
        let used = share.used.load(Ordering::Relaxed);
        share.evict_above.store(share.limit.max(used + share.limit / FREED_PART), Ordering::Relaxed);
        // What the games used is given back here, when others may use the list again.
        drop(forgotten);
    }

    /// Takes unused games of one kind out of the list until no more than `enough` bytes are used.
    fn take_unused(&self, over: bool, enough: usize) -> Vec<Arc<LiveGame>> {
        let share = self.share(over);
        let mut games = self.games.write();
        let unused =
            games.values().filter(|game| Arc::strong_count(game) == 1 && game.footprint().over == over);
        let mut unused: Vec<_> = unused.map(|game| (game.last_used(), game.id())).collect();
        unused.sort_unstable();
        let mut taken = Vec::new();
        for (_, id) in unused {
            if share.used.load(Ordering::Relaxed) <= enough {
                break;
            }
            if let Some(game) = games.remove(&id) {
                share.used.fetch_sub(game.footprint().bytes, Ordering::Relaxed);
                taken.push(game);
            }
        }
        taken
    }
}
