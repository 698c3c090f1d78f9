//! A game that is being played: its newest snapshot, who may write it, and who waits for news.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use parking_lot::{Mutex, RwLock};
use tapis_db::model::{Appended, Digest, GameId, GameVersion, IdempotencyRecord, Time};
use tapis_db::{Store, StoreError};
use tapis_games::seat::Seat;
use tokio::sync::{OwnedMutexGuard, watch};

use super::automatic::AutoPass;
use super::changes::Change;
use super::presence::{LastSeen, Presence, Streams};
use super::rebuild::{LoadError, Loaded};
use super::snapshot::Snapshot;
use crate::ServiceError;

/// One game in memory.
pub struct LiveGame {
    id: GameId,
    newest: RwLock<Arc<Snapshot>>,
    /// The chain hash of its newest event. Whoever asks may write.
    chain: Mutex<Digest>,
    writing: Arc<tokio::sync::Mutex<()>>,
    version: watch::Sender<u64>,
    /// Set when the store may have what was to be stored here, and this memory not; the snapshot is then loaded anew.
    stale: AtomicBool,
    /// The newest version that the store was seen to have: another node may have made it.
    stored: AtomicU64,
    /// What the store was seen to have beside the versions, and what this memory has of it; 0 is nothing yet.
    beside: AtomicU64,
    known_beside: AtomicU64,
    last_used: AtomicU64,
    counted: Mutex<Footprint>,
    streams: Streams,
    looks: LastSeen,
}

/// What the memory has counted for a game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Footprint {
    /// The bytes it uses, about.
    pub bytes: usize,
    /// Whether it was counted among the games that are over.
    pub over: bool,
}

/// The right to change a game; it is given back only after the change is stored and published, or has failed.
pub struct WriteGuard {
    game: Arc<LiveGame>,
    _guard: OwnedMutexGuard<()>,
}

impl LiveGame {
    /// A game as it was loaded.
    pub(super) fn new(loaded: Loaded) -> Self {
        let Loaded { snapshot, beside, chain } = loaded;
        Self {
            id: snapshot.info.id,
            version: watch::Sender::new(snapshot.version()),
            newest: RwLock::new(Arc::new(snapshot)),
            chain: Mutex::new(chain),
            writing: Arc::default(),
            stale: AtomicBool::new(false),
            stored: AtomicU64::new(0),
            beside: AtomicU64::new(beside),
            known_beside: AtomicU64::new(beside),
            last_used: AtomicU64::new(0),
            counted: Mutex::default(),
            streams: Streams::default(),
            looks: LastSeen::default(),
        }
    }

    /// The game's id.
    pub fn id(&self) -> GameId {
        self.id
    }

    /// The newest version. Never waits for a writer.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.newest.read())
    }

    /// The newest version's number, and a wait for the next one.
    pub fn news(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    /// Who follows the game, if its creator wished that to be told.
    pub fn presence(&self) -> Option<Presence> {
        self.snapshot().info.terms.presence.then(|| self.streams.presence())
    }

    /// Whether the store is to be told that somebody looks from `seat`.
    pub(crate) fn is_to_tell(&self, seat: Seat, now: Time) -> bool {
        self.looks.are_to_tell(seat, now)
    }

    pub(super) fn streams(&self) -> &Streams {
        &self.streams
    }

    /// Whether a hint was given or a move taken back in this game.
    pub fn is_assisted(&self) -> bool {
        self.snapshot().info.tally.is_assisted()
    }

    /// Remembers that a hint was given. The store remembers it by `count_hint`.
    pub fn mark_assisted(&self) {
        self.snapshot().info.tally.mark_assisted();
    }

    pub(super) fn touch(&self, tick: u64) {
        self.last_used.store(tick, Ordering::Relaxed);
    }

    pub(super) fn last_used(&self) -> u64 {
        self.last_used.load(Ordering::Relaxed)
    }

    /// Counts the bytes anew; `change` gets what was counted before and what is now, one caller at a time.
    pub(super) fn count<T>(&self, change: impl FnOnce(Footprint, Footprint) -> T) -> T {
        let mut counted = self.counted.lock();
        let snapshot = self.snapshot();
        let now = Footprint { bytes: snapshot.bytes(), over: snapshot.unfinished().is_err() };
        change(std::mem::replace(&mut *counted, now), now)
    }

    /// What was counted last.
    pub(super) fn footprint(&self) -> Footprint {
        *self.counted.lock()
    }

    /// Whether the snapshot has to be loaded anew before anybody may rely on it.
    pub(super) fn is_stale(&self) -> bool {
        self.is_in_doubt()
            || self.stored.load(Ordering::Acquire) > *self.version.borrow()
            || self.beside.load(Ordering::Acquire) > self.known_beside.load(Ordering::Acquire)
    }

    /// The store has this version.
    pub(super) fn notice(&self, seen: GameVersion) {
        self.notice_version(seen.version);
        // What was asked for before may be answered after what was asked for later.
        self.beside.fetch_max(seen.beside, Ordering::AcqRel);
    }

    /// A change of ours found `before` beside the versions, and made it `now`.
    fn notice_beside(&self, (before, now): (u64, u64)) {
        let _ = self.known_beside.compare_exchange(before, now, Ordering::AcqRel, Ordering::Acquire);
        self.beside.fetch_max(now, Ordering::AcqRel);
    }

    fn notice_version(&self, version: u64) {
        self.stored.fetch_max(version, Ordering::AcqRel);
    }

    /// Whether somebody waits for news.
    pub(super) fn is_followed(&self) -> bool {
        self.version.receiver_count() > 0
    }

    /// Waits for the right to write.
    pub(super) async fn write(self: &Arc<Self>) -> WriteGuard {
        let guard = Arc::clone(&self.writing).lock_owned().await;
        WriteGuard { game: Arc::clone(self), _guard: guard }
    }

    /// As [`LiveGame::write`], on a thread that may block.
    pub(super) fn write_blocking(self: &Arc<Self>) -> WriteGuard {
        let guard = Arc::clone(&self.writing).blocking_lock_owned();
        WriteGuard { game: Arc::clone(self), _guard: guard }
    }

    /// Whether something was to be stored here of which it is not known whether it is.
    pub(super) fn is_in_doubt(&self) -> bool {
        self.stale.load(Ordering::Acquire)
    }

    /// Replaces a snapshot that may have missed something; answers whether that may be of this node.
    pub(super) fn refresh(&self, loaded: Loaded) -> bool {
        self.known_beside.store(loaded.beside, Ordering::Release);
        let was_in_doubt = self.stale.swap(false, Ordering::AcqRel);
        self.publish(Arc::new(loaded.snapshot), loaded.chain);
        was_in_doubt
    }

    fn publish(&self, snapshot: Arc<Snapshot>, chain: Digest) {
        let version = snapshot.version();
        *self.chain.lock() = chain;
        *self.newest.write() = snapshot;
        self.version.send_replace(version);
    }
}

impl WriteGuard {
    /// The newest version, which nobody else can change meanwhile.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.game.snapshot()
    }

    /// The chain hash of its newest event.
    pub(super) fn chain(&self) -> Digest {
        *self.game.chain.lock()
    }

    /// The game.
    pub fn game(&self) -> &Arc<LiveGame> {
        &self.game
    }

    /// Stores the change and publishes it once it is durable; `done` is called on the store's thread, or at once when
    /// the store turns the change away. Nothing is published of a change that failed.
    pub(super) fn commit(
        self,
        change: Change,
        idempotency: Option<IdempotencyRecord>,
        store: &dyn Store,
        done: impl FnOnce(Result<Arc<Snapshot>, CommitError>) + Send + 'static,
    ) {
        let (append, next) = change.into_append(idempotency);
        store.append_then(append, Box::new(move |answer| done(self.finish(answer, next))));
    }

    /// Stores when a seat passes by itself and publishes it. No version is made and nobody is told; `done` as in
    /// [`WriteGuard::commit`].
    pub(super) fn set_auto_pass(
        self,
        seat: Seat,
        auto_pass: AutoPass,
        store: &dyn Store,
        done: impl FnOnce(Result<Arc<Snapshot>, StoreError>) + Send + 'static,
    ) {
        let (game, next) = (self.game.id, Arc::new(self.snapshot().with_auto_pass(seat, auto_pass)));
        let finish = Box::new(move |answer| done(self.set(answer, next)));
        store.put_seat_settings_then(game, seat.0, auto_pass.settings(), finish);
    }

    fn set(self, answer: Result<u64, StoreError>, next: Arc<Snapshot>) -> Result<Arc<Snapshot>, StoreError> {
        match answer {
            Ok(beside) => {
                *self.game.newest.write() = Arc::clone(&next);
                // If another node changed something just before, it is still to be read.
                self.game.notice_beside((beside.saturating_sub(1), beside));
            }
            Err(StoreError::Busy | StoreError::Full) => {}
            Err(_) => self.game.stale.store(true, Ordering::Release),
        }
        answer.map(|_| next)
    }

    fn finish(
        self,
        answer: Result<Appended, StoreError>,
        next: Snapshot,
    ) -> Result<Arc<Snapshot>, CommitError> {
        match answer {
            Ok(appended) if appended.version == next.version() => {
                let snapshot = Arc::new(next);
                self.game.notice_beside(appended.beside);
                self.game.publish(Arc::clone(&snapshot), appended.chain);
                Ok(snapshot)
            }
            Ok(_) => {
                self.game.stale.store(true, Ordering::Release);
                Err(CommitError::Refused(ServiceError::internal("the store counts other versions")))
            }
            // Another node wrote the game: what it did is loaded before anybody decides again.
            Err(StoreError::Conflict { current_version }) if current_version >= next.version() => {
                self.game.notice_version(current_version);
                Err(CommitError::Store(StoreError::Conflict { current_version }))
            }
            Err(error) => {
                let nothing_happened =
                    matches!(error, StoreError::Busy | StoreError::Full | StoreError::KeyUsed(_));
                if !nothing_happened {
                    self.game.stale.store(true, Ordering::Release);
                }
                Err(CommitError::Store(error))
            }
        }
    }
}

/// Why a change was not made.
#[derive(Clone, Debug)]
pub enum CommitError {
    /// The store did not take it.
    Store(StoreError),
    /// It could not be stored.
    Refused(ServiceError),
}

impl From<LoadError> for CommitError {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::Store(error) => Self::Store(error),
            other => Self::Refused(other.into()),
        }
    }
}

impl From<ServiceError> for CommitError {
    fn from(error: ServiceError) -> Self {
        Self::Refused(error)
    }
}

impl From<CommitError> for ServiceError {
    fn from(error: CommitError) -> Self {
        match error {
            // Other nodes wrote the game again and again; the caller may look at it and try again.
            CommitError::Store(StoreError::Conflict { .. }) => Self::StoreUnavailable,
            CommitError::Store(error) => error.into(),
            CommitError::Refused(error) => error,
        }
    }
}
