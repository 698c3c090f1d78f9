//! Bots: their moves wait in a bounded queue of their own and are found on threads of their own.
//!
//! A bot is given the observation log of its seat and a seed of the game's own stream for that ply, so a game of bots
//! is reproducible. In a game with people a reply comes by a [schedule] that public facts fix, so that its delay tells
//! nothing of what the bot knows. Seats that pass by themselves are served here too.

mod player;
mod queue;
mod schedule;

use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;

use parking_lot::Mutex;
use tapis_db::Store;
use tapis_db::model::GameId;
use tapis_solver::control::Cancel;
use tapis_solver::engine::BotLevel;

use self::player::Player;
use self::queue::Queue;
use self::schedule::Schedule;
use crate::settings::BotSettings;
use crate::sources::Sources;
use crate::tables::{LiveGames, Wake};

/// The levels, weakest first.
pub const LEVELS: [BotLevel; 5] =
    [BotLevel::Random, BotLevel::Greedy, BotLevel::Casual, BotLevel::Club, BotLevel::Expert];

/// What a level is called.
pub fn level_name(level: BotLevel) -> &'static str {
    match level {
        BotLevel::Random => "random",
        BotLevel::Greedy => "greedy",
        BotLevel::Casual => "casual",
        BotLevel::Club => "club",
        BotLevel::Expert => "expert",
    }
}

/// The level of this name.
pub fn level_of(name: &str) -> Option<BotLevel> {
    LEVELS.into_iter().find(|level| level_name(*level) == name)
}

/// The name of a known level.
///
/// # Errors
/// Which levels there are.
pub fn known_level(name: &str) -> Result<String, String> {
    match level_of(name) {
        Some(_) => Ok(name.to_owned()),
        None => Err(format!("the levels are {}", level_names())),
    }
}

/// The names of all levels, for people to read.
pub fn level_names() -> String {
    LEVELS.map(level_name).join(", ")
}

/// Where games with a bot to move are announced. Cloning shares it.
#[derive(Clone)]
pub struct Bots(Arc<Shared>);

struct Shared {
    queue: Arc<Queue>,
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
    /// An announcement that finds the queue full is made up for by looking through the unfinished games once there is
    /// room.
    fn wake(&self, game: GameId) {
        self.0.queue.wake(game);
    }
}

impl Bots {
    /// A queue for so many games.
    pub fn new(settings: &BotSettings) -> Self {
        let queue = Arc::new(Queue::new(settings.queue));
        Self(Arc::new(Shared { queue, cancel: Cancel::new(), threads: Mutex::default() }))
    }

    /// Whether another game with bots would find room.
    pub fn has_room(&self) -> bool {
        self.0.queue.has_room()
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
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|n| format!("tapis-bots-{n}"))
            .build()?;
        let player = Arc::new(Player {
            queue: Arc::clone(&self.0.queue),
            cancel: self.0.cancel.clone(),
            schedule: Schedule { pace: settings.pace },
            pool,
            store,
            live_games,
            sources,
        });
        self.0.queue.look_through();
        let mut started = self.0.threads.lock();
        for n in 0..threads {
            let thread = |name: &str| std::thread::Builder::new().name(format!("tapis-{name}-{n}"));
            let (searcher, replier) = (Arc::clone(&player), Arc::clone(&player));
            started.push(thread("bot").spawn(move || searcher.search())?);
            started.push(thread("reply").spawn(move || replier.reply())?);
        }
        Ok(())
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
