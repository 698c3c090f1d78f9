//! What happens when the time of a seat is up: one thread for the clocks of all games.
//!
//! It first finds the clocks that run among the unfinished games, so that a deadline that passed while the service did not run is
//! acted upon at its start. A game need not be in memory; it is opened when its time is up.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use parking_lot::Mutex;
use tapis_db::model::{GameId, Time};
use tapis_db::{Store, StoreError};

use crate::sources::Sources;
use crate::tables::changes::timeout;
use crate::tables::{CommitError, Deadlines, LiveGames};

mod time;

pub(crate) use time::{begin, watch};

/// How many unfinished games are asked for at once.
const PAGE: usize = 500;
/// How long to wait before the store is asked again.
const RETRY: Duration = Duration::from_millis(100);

/// The thread of the clocks.
pub(crate) struct ClockKeeper {
    deadlines: Deadlines,
    thread: Mutex<Option<JoinHandle<()>>>,
}

struct Keeping {
    deadlines: Deadlines,
    store: Arc<dyn Store>,
    live_games: LiveGames,
    sources: Sources,
}

impl ClockKeeper {
    /// Starts the thread.
    ///
    /// # Errors
    /// The system refuses it.
    pub fn start(
        deadlines: Deadlines,
        store: Arc<dyn Store>,
        live_games: LiveGames,
        sources: Sources,
    ) -> std::io::Result<Self> {
        let keeping = Keeping { deadlines: deadlines.clone(), store, live_games, sources };
        let thread = std::thread::Builder::new().name("clocks".to_owned()).spawn(move || keeping.run())?;
        Ok(Self { deadlines, thread: Mutex::new(Some(thread)) })
    }

    /// Takes up the clocks of nodes that are gone: which games were theirs is not known, so all that run are found.
    ///
    /// # Errors
    /// Those of the store; it is to be tried again.
    pub fn take_over(&self, store: &dyn Store) -> Result<(), StoreError> {
        find(&self.deadlines, store, &mut None)
    }

    /// Lets the thread end.
    pub fn close(&self) {
        self.deadlines.close();
    }

    /// As [`ClockKeeper::close`], and waits for its end.
    pub fn stop(&self) {
        self.close();
        if let Some(thread) = self.thread.lock().take()
            && thread.join().is_err()
        {
            tracing::error!("the thread of the clocks panicked");
        }
    }
}

impl Keeping {
    fn run(&self) {
        self.find();
        while let Some(game) = self.deadlines.next_due(&*self.sources.clock) {
            // One panic must not stop the clocks of all other games.
            if catch_unwind(AssertUnwindSafe(|| self.time_is_up(game))).is_err() {
                tracing::error!(%game, "a clock panicked");
            }
        }
    }

    /// Finds the clocks that run.
    fn find(&self) {
        let mut after = None;
        while let Err(error) = find(&self.deadlines, &*self.store, &mut after) {
            tracing::debug!(%error, "unfinished games cannot be looked through for clocks");
            std::thread::sleep(RETRY);
        }
    }

    fn time_is_up(&self, game: GameId) {
        note(&self.deadlines, game, self.act(game));
    }

    /// Does what follows, unless the game has moved on.
    fn act(&self, game: GameId) -> Result<(), CommitError> {
        let writing = self.live_games.write_blocking(game)?;
        // A deadline that loading the game announced is acted upon here; where that fails, it is looked at again after a pause.
        self.deadlines.set(game, None);
        let (snapshot, now) = (writing.snapshot(), Time::from(self.sources.clock.now()));
        if snapshot.unfinished().is_err() {
            return Ok(());
        }
        let Some(change) = timeout(&snapshot, now)? else {
            drop(writing);
            // What moves by itself is only late; it is announced anew in case nobody knows of it after a restart.
            self.live_games.take_over(&snapshot);
            if let Some(deadline) = snapshot.deadline().filter(|deadline| *deadline > now) {
                self.deadlines.found(game, deadline);
            }
            return Ok(());
        };
        let deadlines = self.deadlines.clone();
        let late = snapshot.deadline().map_or(0, |deadline| now.millis_since(deadline));
        self.live_games.commit_then(writing, change, None, move |result| {
            let told = result.map(|_| {
                metrics::counter!("tapis_timeouts_total").increment(1);
                metrics::histogram!("tapis_timeout_late_seconds").record(late as f64 / 1e3);
            });
            note(&deadlines, game, told);
        });
        Ok(())
    }
}

/// Looks at a game again where the store did not answer; another fault would come again.
fn note(deadlines: &Deadlines, game: GameId, acted: Result<(), CommitError>) {
    match acted {
        Ok(()) => {}
        Err(CommitError::Store(_)) => deadlines.again(game),
        Err(CommitError::Refused(error)) => tracing::error!(%game, %error, "a clock cannot be acted upon"),
    }
}

/// Finds the clocks that run in the unfinished games from a place on.
fn find(deadlines: &Deadlines, store: &dyn Store, after: &mut Option<GameId>) -> Result<(), StoreError> {
    while !deadlines.is_closed() {
        let games = store.unfinished_games(*after, PAGE)?;
        let running = games.iter().filter_map(|game| Some((game.id, game.deadline?)));
        running.for_each(|(game, deadline)| deadlines.found(game, deadline));
        // A page may be short of games that are damaged; only an empty one is the last.
        let Some(last) = games.last() else { break };
        *after = Some(last.id);
    }
    Ok(())
}
