//! The games in memory: bounded, loaded from their logs on a miss.

use std::sync::Arc;

use parking_lot::Mutex;
use tapis_db::model::{Digest, GameId, IdempotencyRecord, Time};
use tapis_db::{Reply, Store, StoreError};
use tapis_games::seat::Seat;
use tokio::sync::watch;

use super::automatic::{AutoPass, Automatic};
use super::changes::Change;
use super::deadlines::Deadlines;
use super::live::{CommitError, LiveGame, WriteGuard};
use super::memory::{GameMemory, MemoryUse};
use super::rebuild::{LoadError, Loaded, load};
use super::snapshot::Snapshot;
use super::trust::ClockTrust;
use crate::ServiceError;
use crate::answers::Answers;
use crate::rulesets::Rulesets;
use crate::sources::Clock;
use crate::stored::answered;

mod news;
mod seated;

/// After this time a node that made a version and not what follows by itself is taken for dead.
const LATE_MS: u64 = 10_000;
/// Games that can be loaded side by side.
const LOADS: usize = 64;

/// Whoever moves where nobody has to be asked: bots, and seats that pass by themselves.
pub trait Wake: Send + Sync {
    /// Announces that `mover` is to move by itself in a game. Never blocks.
    fn wake(&self, snapshot: &Snapshot, mover: &Automatic);
}

/// The games in memory. Cloning shares them.
#[derive(Clone)]
pub struct LiveGames(Arc<Inner>);

struct Inner {
    memory: GameMemory,
    /// One of these is held while a game is loaded, always the same one for a game.
    loads: [Mutex<()>; LOADS],
    store: Arc<dyn Store>,
    rulesets: Arc<Rulesets>,
    bots: Arc<dyn Wake>,
    timing: Timing,
    answers: Answers,
    seated: Vec<watch::Sender<()>>,
}

/// What games in memory know of time.
pub struct Timing {
    /// When the time of each game is up.
    pub deadlines: Deadlines,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// Whether that can be trusted.
    pub trust: ClockTrust,
}

impl LiveGames {
    /// An empty memory of `cache_bytes` bytes.
    pub fn new(
        cache_bytes: usize,
        store: Arc<dyn Store>,
        rulesets: Arc<Rulesets>,
        bots: Arc<dyn Wake>,
        (timing, answers): (Timing, Answers),
    ) -> Self {
        let (memory, loads) = (GameMemory::new(cache_bytes), [const { Mutex::new(()) }; LOADS]);
        let seated = seated::signals();
        Self(Arc::new(Inner { memory, loads, store, rulesets, bots, timing, answers, seated }))
    }

    /// The game of this id.
    ///
    /// # Errors
    /// There is none, the store cannot tell, or what it has is damaged.
    pub async fn open(&self, id: GameId) -> Result<Arc<LiveGame>, ServiceError> {
        let game = match self.0.memory.get(id) {
            Some(game) => {
                if game.is_stale() {
                    let writing = game.write().await;
                    // Reading it tells what asking would. Where somebody else has read it meanwhile, that may be of before this request.
                    if game.is_stale() {
                        return self.refreshed(writing).await.map(|writing| Arc::clone(writing.game()));
                    }
                }
                self.ask_for_news(&game).await?;
                game
            }
            None => {
                let this = self.clone();
                let game = self.0.answers.make_here(move || this.load(id)).await??;
                self.take_over(&game.snapshot());
                game
            }
        };
        if !game.is_stale() {
            return Ok(game);
        }
        // Whoever writes now also makes it fresh.
        let writing = game.write().await;
        self.refreshed(writing).await.map(|writing| Arc::clone(writing.game()))
    }

    /// The game as it is known here, without asking whether another node has changed it; where it is not in memory it is loaded. For
    /// what is asked again, or checked by the store, before anybody relies on it.
    ///
    /// # Errors
    /// As [`LiveGames::open`].
    pub async fn known(&self, id: GameId) -> Result<Arc<LiveGame>, ServiceError> {
        match self.0.memory.get(id).filter(|game| !game.is_stale()) {
            Some(game) => Ok(game),
            None => self.open(id).await,
        }
    }

    /// The game as it is known here, if somebody follows it here from `seat`.
    pub fn attended(&self, id: GameId, seat: Seat) -> Option<Arc<Snapshot>> {
        let game = self.0.memory.get(id).filter(|game| game.streams().presence().has(seat))?;
        Some(game.snapshot())
    }

    /// The right to change the game of this id.
    ///
    /// # Errors
    /// As [`LiveGames::open`].
    pub async fn write(&self, id: GameId) -> Result<WriteGuard, ServiceError> {
        let game = self.open(id).await?;
        self.refreshed(game.write().await).await
    }

    /// As [`LiveGames::write`], on a thread that may block. Where the game is loaded its deadline is announced, but not what is to
    /// move by itself: that is for the caller, so that a bot whose move cannot be stored is not announced twice.
    ///
    /// # Errors
    /// As [`LiveGames::open`].
    pub fn write_blocking(&self, id: GameId) -> Result<WriteGuard, LoadError> {
        let game = match self.known_blocking(id)? {
            Some(game) => game,
            None => self.load(id)?,
        };
        self.refresh(game.write_blocking())
    }

    /// As [`LiveGames::open`], on a thread that may block; what is announced is as in [`LiveGames::write_blocking`].
    ///
    /// # Errors
    /// As [`LiveGames::open`].
    pub fn open_blocking(&self, id: GameId) -> Result<Arc<LiveGame>, LoadError> {
        match self.known_blocking(id)? {
            Some(game) if !game.is_stale() => Ok(game),
            _ => self.write_blocking(id).map(|writing| Arc::clone(writing.game())),
        }
    }

    /// The game, if it is in memory, and what other nodes have made of it.
    fn known_blocking(&self, id: GameId) -> Result<Option<Arc<LiveGame>>, LoadError> {
        let known = self.0.memory.get(id);
        if let Some(game) = known.as_ref().filter(|_| self.0.store.is_shared()) {
            let versions = self.0.store.versions(vec![id]).map_err(LoadError::Store)?;
            versions.into_iter().for_each(|seen| game.notice(seen));
        }
        Ok(known)
    }

    /// Loads a game once, however many ask for it at the same moment. Without the lock one of them could also bring back
    /// a version that is no longer the newest, of a game that another loaded, changed and forgot meanwhile.
    fn load(&self, id: GameId) -> Result<Arc<LiveGame>, LoadError> {
        let _loading = self.0.loads[(id.as_u128() % LOADS as u128) as usize].lock();
        // Another node may have gone on since somebody here read the log.
        if let Some(game) = self.known_blocking(id)? {
            return Ok(game);
        }
        let loaded = self.read(id)?;
        let deadline = deadline(&loaded.snapshot);
        let game = self.0.memory.keep(LiveGame::new(loaded));
        if let Some(deadline) = deadline {
            self.0.timing.deadlines.found(id, deadline);
        }
        Ok(game)
    }

    /// Reads a game from its log.
    fn read(&self, id: GameId) -> Result<Loaded, LoadError> {
        let mut loaded = load(id, &*self.0.store, &self.0.rulesets)?;
        loaded.snapshot.be_graceful(&self.0.timing.trust);
        Ok(loaded)
    }

    /// Takes a game into memory that was just created, whose first event has this chain hash.
    pub fn adopt(&self, snapshot: Snapshot, chain: Digest) -> Arc<LiveGame> {
        let game = self.0.memory.keep(LiveGame::new(Loaded { snapshot, beside: 0, chain }));
        self.wake(&game.snapshot());
        game
    }

    /// Stores and publishes a change, then wakes what is to move by itself.
    ///
    /// # Errors
    /// The store did not take it; nothing happened.
    pub async fn commit(
        &self,
        writing: WriteGuard,
        change: Change,
        idempotency: Option<IdempotencyRecord>,
    ) -> Result<Arc<Snapshot>, CommitError> {
        let (sender, receiver) = tokio::sync::oneshot::channel();
        let game = Arc::clone(writing.game());
        self.commit_then(writing, change, idempotency, move |result| {
            // The receiver is gone when the client went away; the change stands all the same.
            let _ = sender.send(result);
        });
        let snapshot = receiver.await.unwrap_or(Err(CommitError::Store(StoreError::Closed)))?;
        if !game.is_stale() {
            return Ok(snapshot);
        }
        // The change stands. What another node changed beside the versions is read before anybody is told, and may be what moves
        // by itself; where that fails now, whoever comes next reads it.
        let Ok(writing) = self.refreshed(game.write().await).await else { return Ok(snapshot) };
        self.wake_mover(&writing.snapshot());
        Ok(writing.snapshot())
    }

    /// As [`LiveGames::commit`], on a thread that may block.
    ///
    /// # Errors
    /// As [`LiveGames::commit`].
    pub fn commit_blocking(&self, writing: WriteGuard, change: Change) -> Result<Arc<Snapshot>, CommitError> {
        let (sender, receiver) = std::sync::mpsc::sync_channel(1);
        self.commit_then(writing, change, None, move |result| {
            let _ = sender.send(result);
        });
        receiver.recv().unwrap_or(Err(CommitError::Store(StoreError::Closed)))
    }

    /// Stores when a seat passes by itself, then wakes what may move by it.
    ///
    /// # Errors
    /// The store did not take it; nothing happened.
    pub async fn set_auto_pass(
        &self,
        writing: WriteGuard,
        seat: Seat,
        auto_pass: AutoPass,
    ) -> Result<(), StoreError> {
        let this = self.clone();
        let set = |reply: Reply<()>| {
            writing.set_auto_pass(seat, auto_pass, &*self.0.store, move |result| {
                reply(result.map(|snapshot| this.wake(&snapshot)));
            });
        };
        answered(set).await
    }

    /// As [`LiveGames::commit`]; `done` is called on the store's thread, or at once when the store turns the change away.
    pub fn commit_then(
        &self,
        writing: WriteGuard,
        change: Change,
        idempotency: Option<IdempotencyRecord>,
        done: impl FnOnce(Result<Arc<Snapshot>, CommitError>) + Send + 'static,
    ) {
        let this = self.clone();
        let game = Arc::clone(writing.game());
        let seated = change.seated().to_vec();
        writing.commit(change, idempotency, &*self.0.store, move |result| {
            match &result {
                Ok(snapshot) => {
                    this.0.memory.count(&game);
                    this.tell_seated(&seated);
                    this.wake(snapshot);
                }
                // It may be stored all the same, and perhaps nobody comes again.
                Err(_) if game.is_in_doubt() => this.0.timing.deadlines.again(game.id()),
                Err(_) => {}
            }
            done(result);
        });
    }

    /// Announces when the clock of a game is up, and what is to move by itself.
    fn wake(&self, snapshot: &Snapshot) {
        self.0.timing.deadlines.set(snapshot.info.id, deadline(snapshot));
        self.wake_mover(snapshot);
    }

    /// Announces what is to move by itself.
    fn wake_mover(&self, snapshot: &Snapshot) {
        if let Some(mover) = snapshot.automatic() {
            self.0.bots.wake(snapshot, &mover);
        }
    }

    /// Announces what is to move by itself in a game that was read. Where nodes share the store, whoever made a version also makes
    /// what follows by itself; others do so when it is late.
    pub fn take_over(&self, snapshot: &Snapshot) {
        let made = snapshot.entries().last().map(|entry| entry.at);
        if made.is_none_or(|made| self.is_free(made)) {
            self.wake_mover(snapshot);
        }
    }

    /// Opens a game whose request is asked once more, and announces what is to move by itself in it: whoever did it first may never have
    /// heard that it is stored, and then nobody else sees to what follows.
    ///
    /// # Errors
    /// As [`LiveGames::open`].
    pub(crate) async fn see_to(&self, id: GameId) -> Result<Arc<LiveGame>, ServiceError> {
        let game = self.open(id).await?;
        self.wake_mover(&game.snapshot());
        Ok(game)
    }

    /// Whether anybody may make what follows by itself on a version that was made then.
    pub fn is_free(&self, made: Time) -> bool {
        let now = Time::from(self.0.timing.clock.now());
        !self.0.store.is_shared() || now.millis_since(made) >= LATE_MS
    }

    /// Where games are loaded, and what else takes long.
    pub fn answers(&self) -> &Answers {
        &self.0.answers
    }

    /// Where the games are kept.
    pub fn store(&self) -> &dyn Store {
        &*self.0.store
    }

    /// What the games in memory use.
    pub fn usage(&self) -> MemoryUse {
        self.0.memory.usage()
    }

    /// Counts what was made for a game since: a replay.
    pub fn count(&self, game: &LiveGame) {
        self.0.memory.count(game);
    }
}

/// When the clock of a game is up, unless that was acted upon.
fn deadline(snapshot: &Snapshot) -> Option<Time> {
    snapshot.deadline().filter(|_| snapshot.overdue.is_none())
}
