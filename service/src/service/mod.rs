//! The service as one value: its parts put together, started and stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tapis_db::model::Time;
use tapis_db::{Store, StoreError};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::advice::analyses::AnalysisWork;
use crate::advice::hints::{Meter, Searches};
use crate::answers::{ANSWERS, Answers, REPLAYS, SCANS, SUMS};
use crate::bots::{Bots, BotsError};
use crate::catalogue::Catalogue;
use crate::clocks::{self, ClockKeeper};
use crate::jobs::{Jobs, JobsSettings};
use crate::pool::SolverPools;
use crate::reviews::Reviews;
use crate::rulesets::Rulesets;
use crate::settings::{AdviceSettings, ServiceSettings};
use crate::sources::Sources;
use crate::space::Space;
use crate::tables::{ClockTrust, Deadlines, Doubt, LiveGames, ServerSecret, Timing, Tokens};

mod abandon;
mod analyse;
mod create;
mod decide_again;
mod follow;
mod hint;
mod load;
mod lookup;
mod matching;
mod play;
mod player;
mod players;
mod push;
mod quotas;
mod ratings;
mod ready;
mod rematch;
mod replay;
mod resign;
mod review;
mod reviewing;
mod rulesets;
mod seats;
mod show;
mod together;
mod undo;
mod validate;
mod webhooks;

pub use analyse::{Analysed, AnalysisEstimate, AnalysisOutcome};
pub use create::{CreateGame, CreatedSeat, MadeGame, Practice, SeatWanted, WantedKind};
pub use follow::{Access, GameNews, Reader};
pub use hint::{AskHint, GivenHint};
pub use load::Load;
pub use lookup::Opened;
pub use matching::{Matched, WantedMatch};
pub use play::{AskedMove, PlayMove, PlayedMove, WantedMove};
pub use player::{Look, Player};
pub use players::{PlayerPage, PlayerSeat};
pub use push::Browser;
pub use rematch::RematchSeat;
pub use replay::ReplayBody;
pub use resign::Resigned;
pub use review::{BegunReview, ReviewNow};
pub use seats::SeatGrant;
pub use show::{AnalysisNow, JobNow, Written};
pub use together::{Followed, FollowedSeat, SeatsNews, SeatsReader, TOGETHER};
pub use undo::{AskUndo, AskedUndo};
pub use validate::Judgement;

/// How long a node that died keeps others from keeping house.
const HOUSE_HELD: Duration = Duration::from_secs(25);
/// Expired keys deleted in one transaction, so that no move waits long behind it.
const KEYS_A_PURGE: usize = 500;

/// Everything tapis does, behind no protocol: one method an operation.
pub struct Service {
    sources: Sources,
    store: Arc<dyn Store>,
    solving: SolverPools,
    meter: Arc<Meter>,
    searches: Arc<Searches>,
    analyses: Arc<Jobs<AnalysisWork>>,
    reviews: Reviews,
    catalogue: Catalogue,
    rulesets: Arc<Rulesets>,
    space: Space,
    live_games: LiveGames,
    bots: Bots,
    clocks: ClockKeeper,
    deadlines: Deadlines,
    trust: ClockTrust,
    /// The threads that play games of experiments once more.
    replays: Answers,
    /// The threads that read statistics: kept sums, and games one by one.
    statistics: [Answers; 2],
    /// The threads that make answers which take long.
    answers: Answers,
    tokens: Tokens,
    /// Set when the service begins to stop: nobody waits for anything any more.
    stopping: CancellationToken,
    settings: AdviceSettings,
    /// The pace of the bots in games that do not say theirs, in milliseconds.
    pace_ms: u32,
    /// Who this is among the nodes of a database.
    node: Uuid,
    /// When the store was tried last, and whether it could write.
    probed: tokio::sync::Mutex<Option<(Instant, bool)>>,
    /// What was last answered to whoever asked whether the service is ready.
    is_ready: AtomicBool,
    /// Set from before a node that is gone is taken off the list until what it left is taken up.
    orphans: AtomicBool,
}

/// Why the service does not start.
#[derive(Debug, thiserror::Error)]
pub enum ServiceStartError {
    /// The threads of the solver cannot be started.
    #[error("cannot start the threads of the solver: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The thread of the clocks cannot be started.
    #[error("cannot start the thread of the clocks: {0}")]
    Clocks(#[from] std::io::Error),
    /// The bots' threads cannot be started.
    #[error("cannot start the bots' threads: {0}")]
    Bots(#[from] BotsError),
}

impl Service {
    /// Puts the parts together and starts their threads. The bots first take up what was left unfinished.
    ///
    /// # Errors
    /// See [`ServiceStartError`].
    pub fn start(
        store: Arc<dyn Store>,
        settings: &ServiceSettings,
        sources: Sources,
        secret: ServerSecret,
    ) -> Result<Self, ServiceStartError> {
        let solving = SolverPools::start(&settings.advice)?;
        let catalogue = Catalogue::new(&sources.games, &settings.advice);
        let rulesets = Arc::new(Rulesets::new(sources.games.clone()));
        let bots = Bots::new(&settings.bots);
        let wake = Arc::new(bots.clone());
        let (shared, rules, deadlines) = (Arc::clone(&store), Arc::clone(&rulesets), Deadlines::default());
        let (clock, trust) = (Arc::clone(&sources.clock), clocks::begin(&*sources.clock, &*store));
        let answers = Answers::start(&ANSWERS, settings.answers)?;
        let timing = Timing { deadlines: deadlines.clone(), clock, trust: trust.clone() };
        let made = (timing, answers.clone());
        let live_games = LiveGames::new(settings.cache_bytes, shared, rules, wake, made);
        bots.start(&settings.bots, Arc::clone(&store), live_games.clone(), sources.clone())?;
        let keeping = live_games.clone();
        let clocks = ClockKeeper::start(deadlines.clone(), Arc::clone(&store), keeping, sources.clone())?;
        let node = sources.ids.next();
        Ok(Self {
            node,
            sources,
            store,
            solving,
            meter: Arc::default(),
            searches: Arc::default(),
            analyses: Arc::new(Jobs::new(JobsSettings::of(&settings.advice, "the_analyses", "analyses"))),
            reviews: Reviews::new(&settings.advice),
            catalogue,
            rulesets,
            space: settings.space.clone(),
            live_games,
            bots,
            clocks,
            deadlines,
            trust,
            replays: Answers::start(&REPLAYS, 2)?,
            statistics: [Answers::start(&SUMS, 2)?, Answers::start(&SCANS, 1)?],
            answers,
            tokens: Tokens::new(secret),
            stopping: CancellationToken::new(),
            settings: settings.advice.clone(),
            pace_ms: settings.bots.pace_ms,
            is_ready: AtomicBool::new(false),
            orphans: AtomicBool::new(false),
            probed: tokio::sync::Mutex::default(),
        })
    }

    /// Now.
    pub fn now(&self) -> Time {
        self.sources.clock.now().into()
    }

    /// Time, ids, randomness, deals and engines, as they were handed in.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Where games, rulesets and statistics are kept.
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// The games in memory.
    pub fn live_games(&self) -> &LiveGames {
        &self.live_games
    }

    /// The rulesets in use.
    pub fn rulesets(&self) -> &Arc<Rulesets> {
        &self.rulesets
    }

    /// The games, described.
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// The threads that play games of experiments once more.
    pub fn replays(&self) -> &Answers {
        &self.replays
    }

    /// Where statistics are read: kept sums, or games one by one, one such read at a time.
    pub fn statistics(&self, one_by_one: bool) -> &Answers {
        &self.statistics[usize::from(one_by_one)]
    }

    /// Where answers are made that take long.
    pub fn answers(&self) -> &Answers {
        &self.answers
    }

    /// Cancelled when the service begins to stop: nobody waits for anything any more.
    pub fn stopping(&self) -> &CancellationToken {
        &self.stopping
    }

    /// What is doubtful about the clock now.
    pub fn doubts(&self) -> Vec<Doubt> {
        self.trust.doubts(self.now())
    }

    /// Goes by the time of all nodes, and looks whether the machine's clock has another; to be called every few seconds.
    pub fn watch_clock(&self) {
        clocks::watch(&*self.sources.clock, &self.trust, &self.deadlines, &*self.store);
    }

    /// Says that the service goes on, where clocks of games run: they do not run for as long as nobody says so. To be called every few
    /// seconds. Blocks.
    ///
    /// # Errors
    /// Those of the store.
    pub fn note_served(&self) -> Result<(), StoreError> {
        if self.deadlines.is_empty() { Ok(()) } else { self.store.note_served(self.now()) }
    }

    /// Frees the searches that nobody goes on with any more; to be called every few seconds.
    pub fn tidy_searches(&self) {
        self.searches.tidy();
    }

    /// Begins to stop: ends all waiting, cancels analyses and searches, and refuses those still to come.
    pub fn begin_to_stop(&self) {
        self.stopping.cancel();
        self.analyses.stop();
        self.reviews.stop();
        self.solving.stop();
        for answers in self.statistics.iter().chain([&self.replays, &self.answers]) {
            answers.stop();
        }
    }

    /// Lets clocks and bots end: what these search is cancelled, and played after the next start.
    pub fn close_bots(&self) {
        self.clocks.close();
        self.bots.close();
    }

    /// As [`Service::close_bots`], and waits for their end. Blocks.
    pub fn stop_bots(&self) {
        self.clocks.stop();
        self.bots.stop();
    }

    /// Waits for clocks and bots, then closes the store: what is left is one file. Blocks.
    ///
    /// # Errors
    /// The store could not be closed tidily; every answer that was given stands.
    pub fn close(&self) -> Result<(), StoreError> {
        self.stop_bots();
        let left = self.store.note_served(self.now()).and_then(|()| self.store.let_go(self.node));
        if let Err(error) = left {
            tracing::debug!(%error, "the next start, or other nodes, are not told that this one has left");
        }
        self.store.close()
    }

    /// Whether this node is the one that does for all nodes what has to be done once. Blocks.
    ///
    /// # Errors
    /// Those of the store.
    pub fn keeps_house(&self) -> Result<bool, StoreError> {
        self.store.hold("house", self.node, HOUSE_HELD)
    }

    /// Takes up what nodes left undone that are gone: replies of bots and clocks. It costs what there is of such nodes, however many
    /// games there are; where there is one, the unfinished games are looked through. Answers whether that was so. Blocks.
    ///
    /// # Errors
    /// Those of the store; the next call goes on, whatever of this one was done.
    pub fn take_over(&self) -> Result<bool, StoreError> {
        if self.store.has_departed()? {
            // Noted before: once they are taken nobody is told of them again, also where the answer to this is lost.
            let noted = self.orphans.swap(true, Ordering::AcqRel);
            if self.store.take_departed()? == 0 {
                self.orphans.store(noted, Ordering::Release); // another node was quicker
            }
        }
        if !self.orphans.load(Ordering::Acquire) {
            return Ok(false);
        }
        self.bots.take_over(self.now());
        self.clocks.take_over(&*self.store)?;
        self.orphans.store(false, Ordering::Release);
        Ok(true)
    }

    /// Deletes the keys of retries that have expired, until the service stops; answers how many. Blocks.
    ///
    /// # Errors
    /// Those of the store; what was deleted stays deleted.
    pub fn purge_keys(&self) -> Result<usize, StoreError> {
        self.purge(KEYS_A_PURGE, || self.store.purge_idempotency(self.now(), KEYS_A_PURGE))
    }

    /// Deletes `most` at a time, until there are fewer or the service stops; answers how many.
    fn purge(
        &self,
        most: usize,
        delete: impl Fn() -> Result<usize, StoreError>,
    ) -> Result<usize, StoreError> {
        let mut purged = 0;
        loop {
            let deleted = delete()?;
            purged += deleted;
            if deleted < most || self.stopping.is_cancelled() {
                return Ok(purged);
            }
        }
    }
}
