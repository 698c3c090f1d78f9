//! The service as one value: its parts put together, started and stopped.

use std::sync::Arc;

use tapis_db::model::Time;
use tapis_db::{Store, StoreError};
use tokio_util::sync::CancellationToken;

use crate::advice::analyses::{Jobs, JobsSettings};
use crate::advice::hints::Meter;
use crate::advice::pool::SolverPools;
use crate::bots::{Bots, BotsError};
use crate::catalogue::Catalogue;
use crate::replays::Replays;
use crate::rulesets::Rulesets;
use crate::settings::{AdviceSettings, Settings};
use crate::sources::Sources;
use crate::space::Space;
use crate::tables::{LiveGames, ServerSecret, StreamTickets, Tokens};

mod analyse;
mod create;
mod seats;

pub use analyse::AnalysisRequest;
pub use create::{CreateGame, CreatedGame, CreatedSeat, Practice, SeatWanted, VisibilityName, WantedKind};
pub use seats::SeatGrant;

/// Expired keys deleted in one transaction, so that no move waits long behind it.
const KEYS_A_PURGE: usize = 500;

/// Everything tapis does, behind no protocol.
pub struct Service {
    /// Time, ids, randomness, deals, engines.
    pub sources: Sources,
    /// Games, rulesets, statistics.
    pub store: Arc<dyn Store>,
    /// The threads that search for callers.
    pub solving: SolverPools,
    /// Hints given.
    pub meter: Arc<Meter>,
    /// Analyses in memory.
    pub analyses: Jobs,
    /// The games, described.
    pub catalogue: Catalogue,
    /// Rulesets in use.
    pub rulesets: Arc<Rulesets>,
    /// What is kept free for people's moves.
    pub space: Space,
    /// Games in memory.
    pub live_games: LiveGames,
    /// The bots.
    pub bots: Bots,
    /// The threads that play games of experiments once more.
    pub replays: Replays,
    /// Tokens of seats and tickets of invitations.
    pub tokens: Tokens,
    /// Tickets for event streams.
    pub tickets: StreamTickets,
    /// Set when the service begins to stop: nobody waits for anything any more.
    pub stopping: CancellationToken,
    settings: AdviceSettings,
}

/// Why the service does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The threads of the solver cannot be started.
    #[error("cannot start the threads of the solver: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The bots' threads cannot be started.
    #[error("cannot start the bots' threads: {0}")]
    Bots(#[from] BotsError),
}

impl Service {
    /// Puts the parts together and starts their threads. The bots first take up what was left unfinished.
    ///
    /// # Errors
    /// See [`StartError`].
    pub fn start(
        store: Arc<dyn Store>,
        settings: &Settings,
        sources: Sources,
        secret: ServerSecret,
    ) -> Result<Self, StartError> {
        let solving = SolverPools::start(&settings.advice)?;
        let catalogue = Catalogue::new(&sources.games, &settings.advice);
        let rulesets = Arc::new(Rulesets::new(sources.games.clone()));
        let bots = Bots::new(&settings.bots);
        let wake = Arc::new(bots.clone());
        let live_games =
            LiveGames::new(settings.cache_bytes, Arc::clone(&store), Arc::clone(&rulesets), wake);
        bots.start(&settings.bots, Arc::clone(&store), live_games.clone(), sources.clone())?;
        Ok(Self {
            sources,
            store,
            solving,
            meter: Arc::default(),
            analyses: Jobs::new(JobsSettings::of(&settings.advice)),
            catalogue,
            rulesets,
            space: settings.space.clone(),
            live_games,
            bots,
            replays: Replays::start()?,
            tokens: Tokens::new(secret),
            tickets: StreamTickets::default(),
            stopping: CancellationToken::new(),
            settings: settings.advice.clone(),
        })
    }

    /// Now.
    pub fn now(&self) -> Time {
        self.sources.clock.now().into()
    }

    /// Begins to stop: ends all waiting, cancels analyses and searches, and refuses those still to come.
    pub fn begin_to_stop(&self) {
        self.stopping.cancel();
        self.analyses.stop();
        self.solving.stop();
        self.replays.stop();
    }

    /// Waits for the bots, then closes the store: what is left is one file. Blocks.
    ///
    /// # Errors
    /// The store could not be closed tidily; every answer that was given stands.
    pub fn close(&self) -> Result<(), StoreError> {
        self.bots.stop();
        self.store.close()
    }

    /// Deletes the keys of retries that have expired, until the service stops; answers how many. Blocks.
    ///
    /// # Errors
    /// Those of the store; what was deleted stays deleted.
    pub fn purge_keys(&self) -> Result<usize, StoreError> {
        let mut purged = 0;
        loop {
            let now = self.sources.clock.now().into();
            let keys = self.store.purge_idempotency(now, KEYS_A_PURGE)?;
            purged += keys;
            if keys < KEYS_A_PURGE || self.stopping.is_cancelled() {
                return Ok(purged);
            }
        }
    }
}
