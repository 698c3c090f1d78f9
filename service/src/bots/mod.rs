//! Bots: their moves wait in bounded queues of their own and are found on threads of their own.
//!
//! Games with people and games of bots among themselves wait in different [lanes](lane), and so do long searches and short
//! ones; within a lane the addresses that created the games take turns. So whoever makes many games makes only its own wait.
//!
//! A bot is given the observation log of its seat and a seed of the game's own stream for that ply, so a game of bots
//! is reproducible. In a game with people a reply comes by a [schedule] that public facts fix, so that its delay tells
//! nothing of what the bot knows. Seats that pass by themselves are served here too.

mod lane;
mod lateness;
mod player;
mod queue;
mod schedule;

use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use tapis_games::locale::{Said, said};

use parking_lot::Mutex;
use tapis_db::Store;
use tapis_db::model::{GameId, Time};
use tapis_solver::control::Cancel;
use tapis_solver::engine::BotLevel;

use self::lane::BotLane;
use self::player::BotPlayer;
use self::queue::{BotQueue, LookThrough, QueuedGame, Reach};
use self::schedule::Schedule;
use crate::pool::Caller;
use crate::settings::BotSettings;
use crate::sources::Sources;
use crate::tables::{Automatic, LiveGames, Snapshot, Wake};

/// The name of a known level.
///
/// # Errors
/// Which levels there are.
pub fn known_level(name: &str) -> Result<String, Said> {
    match BotLevel::named(name) {
        Some(_) => Ok(name.to_owned()),
        None => Err(said("levels").with("levels", level_names())),
    }
}

/// The names of all levels, for people to read.
pub fn level_names() -> String {
    BotLevel::ALL.map(BotLevel::name).join(", ")
}

/// Whoever passes by itself has done so this long after the move before, in seconds, or the service ended before: what was played last
/// in it is no older then.
const PASSES_WITHIN_S: i64 = 120;

/// Threads that make the replies that are due; they wait for the disk, together.
const REPLIERS: usize = 8;

/// Where games with a bot to move are announced. Cloning shares it.
#[derive(Clone)]
pub struct Bots(Arc<Shared>);

struct Shared {
    queue: Arc<BotQueue>,
    cancel: Cancel,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// Why the bots' threads do not start.
#[derive(Debug, thiserror::Error)]
pub enum BotsError {
    /// The system refuses a thread.
    #[error(transparent)]
    Thread(#[from] io::Error),
    /// The system refuses a thread of the search pool.
    #[error(transparent)]
    Pool(#[from] rayon::ThreadPoolBuildError),
}

impl Wake for Bots {
    /// An announcement that finds the queue full is remembered, or made up for by looking through the unfinished games once there is
    /// room.
    fn wake(&self, snapshot: &Snapshot, mover: &Automatic) {
        self.0.queue.wake(QueuedGame::of(snapshot, mover));
    }
}

impl Bots {
    /// Queues for so many games.
    pub fn new(settings: &BotSettings) -> Self {
        let queue = Arc::new(BotQueue::new(settings.queue));
        Self(Arc::new(Shared { queue, cancel: Cancel::default(), threads: Mutex::default() }))
    }

    /// Whether another game of this creator with bots would find room, one with people or one of bots among themselves.
    pub fn has_room(&self, people: bool, creator: Caller) -> bool {
        self.0.queue.has_room(people, creator)
    }

    /// Notes the address that a game was created from, whose share its bots use. It is kept in memory only.
    pub fn created(&self, game: GameId, address: IpAddr) {
        self.0.queue.created(game, address);
    }

    /// How many games wait.
    pub fn waiting(&self) -> usize {
        self.0.queue.len()
    }

    /// Starts the threads, which first take up what was left unfinished.
    ///
    /// # Errors
    /// The system refuses a thread.
    pub fn start(
        &self,
        settings: &BotSettings,
        store: Arc<dyn Store>,
        live_games: LiveGames,
        sources: Sources,
    ) -> Result<(), BotsError> {
        let threads = settings.threads.max(1);
        let newest = store.newest_event().unwrap_or_else(|error| {
            tracing::warn!(%error, "when the newest event was is not known");
            None
        });
        let player = Arc::new(BotPlayer {
            queue: Arc::clone(&self.0.queue),
            cancel: self.0.cancel.clone(),
            schedule: Schedule::new(settings.slot),
            pace: Duration::from_millis(settings.pace_ms.into()),
            store,
            live_games,
            sources,
        });
        self.look_through(Reach::Late, newest);
        for lane in BotLane::ALL {
            self.start_lane(lane, lane.threads(threads), &player)?;
        }
        for n in 0..threads.max(REPLIERS) {
            let replier = Arc::clone(&player);
            self.spawn(format!("reply-{n}"), move || replier.reply())?;
        }
        Ok(())
    }

    fn start_lane(&self, lane: BotLane, threads: usize, player: &Arc<BotPlayer>) -> Result<(), BotsError> {
        let name: &str = lane.into();
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(move |n| format!("{name}-{n}"))
            .start_handler(move |_| lane.nice().apply());
        let pool = lane.searches().then(|| pool.build()).transpose()?.map(Arc::new);
        for n in 0..threads {
            let (searcher, pool) = (Arc::clone(player), pool.clone());
            self.spawn(format!("bot-{name}-{n}"), move || {
                lane.nice().apply();
                searcher.search(lane, pool.as_deref());
            })?;
        }
        Ok(())
    }

    fn spawn(&self, name: String, work: impl FnOnce() + Send + 'static) -> Result<(), BotsError> {
        let thread = std::thread::Builder::new().name(name).spawn(work)?;
        self.0.threads.lock().push(thread);
        Ok(())
    }

    /// Looks through the unfinished games for replies that nobody else makes: all of them when a node is gone by `now`.
    pub fn take_over(&self, now: Time) {
        self.look_through(Reach::All, Some(now));
    }

    /// Looks through the unfinished games, of which something was played until `newest` at the latest.
    fn look_through(&self, reach: Reach, newest: Option<Time>) {
        let since = newest.map(|newest| newest.plus_seconds(-PASSES_WITHIN_S));
        for people in [true, false] {
            self.0.queue.look_through(LookThrough { since, ..LookThrough::of(people, reach) });
        }
    }

    /// Tells the threads to end; a search under way is cancelled, its move is made after the next start.
    pub fn close(&self) {
        self.0.cancel.cancel();
        self.0.queue.close();
    }

    /// As [`Bots::close`], and waits for their end.
    pub fn stop(&self) {
        self.close();
        for thread in self.0.threads.lock().drain(..) {
            if thread.join().is_err() {
                tracing::error!("a bot's thread panicked");
            }
        }
    }
}
