//! The threads that find and make the bots' moves, and pass for those who wish it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rand::Rng;
use tapis_db::Store;
use tapis_db::model::{GameId, SeatKind, SeatRecord};
use tapis_games::random::{Seed, Stream, below};
use tapis_games::seat::{Seat, Viewer};
use tapis_solver::control::{Cancel, Control};

use super::level_of;
use super::queue::{Queue, Reply, Scheduled, Work};
use super::schedule::{Decision, Schedule};
use crate::sources::Sources;
use crate::tables::changes::play;
use crate::tables::{AutoPass, Automatic, CommitError, GameStatus, LoadError, Session, Sessions};

/// How long a thread waits before it tries again what the store turned away.
const RETRY: Duration = Duration::from_millis(100);
/// How many unfinished games are asked for at once.
const PAGE: usize = 500;

pub(super) struct Player {
    pub queue: Arc<Queue>,
    pub cancel: Cancel,
    /// When replies come in games with people; at once without one.
    pub schedule: Option<Schedule>,
    pub pool: rayon::ThreadPool,
    pub store: Arc<dyn Store>,
    pub sessions: Sessions,
    pub sources: Sources,
}

impl Player {
    /// Works until the queue is closed.
    pub fn run(&self) {
        while let Some(work) = self.queue.next() {
            let done = catch_unwind(AssertUnwindSafe(|| self.work(&work)));
            if done.is_err() {
                tracing::error!("a bot's move panicked");
            }
        }
    }

    fn work(&self, work: &Work) {
        let (game, outcome) = match work {
            Work::Think(game) => (*game, self.think(*game)),
            Work::Play(game, reply) => (*game, self.make(*game, reply)),
            Work::LookThrough => return self.look_through(),
        };
        match outcome {
            Ok(()) => {}
            Err(Failure::Again) if !self.queue.is_closed() => {
                std::thread::sleep(RETRY);
                self.queue.wake(game);
            }
            Err(Failure::Again) => {}
            Err(Failure::Never(reason)) => tracing::error!(%game, reason, "a bot cannot move"),
        }
    }

    /// Announces every game in which something may be to move by itself.
    fn look_through(&self) {
        let mut after = None;
        loop {
            let games = match self.store.unfinished_games(after, PAGE) {
                Ok(games) => games,
                Err(error) => {
                    tracing::warn!(%error, "unfinished games cannot be looked through");
                    std::thread::sleep(RETRY);
                    return self.queue.look_through();
                }
            };
            for summary in &games {
                let record = summary.turn.and_then(|seat| summary.seats.get(usize::from(seat)));
                let moves_itself = |record: &SeatRecord| {
                    record.kind == SeatKind::Bot || AutoPass::of(record) != AutoPass::Off
                };
                if record.is_some_and(moves_itself) {
                    self.queue.wake(summary.id);
                }
            }
            after = games.last().map(|summary| summary.id);
            if games.len() < PAGE || !self.queue.has_room() || self.queue.is_closed() {
                return;
            }
        }
    }

    /// Finds a move, and makes it when its time comes.
    fn think(&self, game: GameId) -> Result<(), Failure> {
        let woken = Instant::now();
        let live = self.sessions.open_blocking(game)?;
        let session = live.session();
        let Some(mover) = session.automatic() else { return Ok(()) };
        let notation = match &mover {
            Automatic::Bot(seat, level) => self.choose(&session, *seat, level)?,
            Automatic::Pass(_, pass) => pass.clone(),
        };
        let seat = mover.seat();
        let reply = Reply { ply: session.line().len(), mover, notation };
        let watched = session.other_humans(seat).next().is_some();
        match self.schedule.filter(|_| watched) {
            Some(schedule) => {
                let delay = schedule.delay(public(&reply.mover), woken.elapsed(), self.draw());
                self.queue.schedule(Scheduled { due: woken + delay, game, reply });
                Ok(())
            }
            None => self.make(game, &reply),
        }
    }

    /// A random number that nothing hidden is behind.
    fn draw(&self) -> u64 {
        let bytes = self.sources.entropy.bytes().unwrap_or([0xff; 32]);
        bytes.first_chunk().map_or(u64::MAX, |bytes| u64::from_le_bytes(*bytes))
    }

    fn choose(&self, session: &Session, seat: Seat, level: &str) -> Result<String, Failure> {
        let ply = session.line().len() as u32;
        let mut rng = Seed(session.info.seed.0).stream(Stream::Bot(ply));
        let mut seed = [0; 32];
        rng.fill_bytes(&mut seed);
        let level = level_of(level).ok_or_else(|| Failure::Never(format!("there is no level {level}")))?;
        let rules = session.rules().map_err(|error| Failure::Never(error.to_string()))?;
        if let Some(engine) = self.sources.engines.engine(rules) {
            let log = session.observation_log(Viewer::Seat(seat));
            let control = Control { cancel: self.cancel.clone(), ..Control::default() };
            let chosen = self
                .pool
                .install(|| catch_unwind(AssertUnwindSafe(|| engine.choose(level, &log, seed, &control))));
            if self.cancel.is_cancelled() {
                return Err(Failure::Again); // perhaps a worse move than it would have found
            }
            match chosen {
                Ok(Ok(notation)) => return Ok(notation),
                Ok(Err(error)) => tracing::error!(game = %session.info.id, %error, "a bot found no move"),
                Err(_) => tracing::error!(game = %session.info.id, "a bot's search panicked"),
            }
        }
        // Better a random move than a table that waits for ever.
        let legal = session.legal_moves(Viewer::Seat(seat)).unwrap_or_default();
        let index = below(&mut rng, legal.len() as u32) as usize;
        let random = legal.get(index).map(|legal| legal.notation.clone());
        random.ok_or_else(|| Failure::Never("there is no legal move".to_owned()))
    }

    /// Makes a move, unless the game is elsewhere by now.
    fn make(&self, game: GameId, reply: &Reply) -> Result<(), Failure> {
        let writing = self.sessions.write_blocking(game)?;
        let session = writing.session();
        let still = session.status == GameStatus::Running
            && session.line().len() == reply.ply
            && session.automatic().as_ref() == Some(&reply.mover);
        if !still {
            drop(writing);
            if session.automatic().is_some() {
                self.queue.wake(game);
            }
            return Ok(());
        }
        let at = self.sources.clock.now().into();
        let assisted = writing.game().is_assisted();
        let change = play(&session, reply.mover.seat(), &reply.notation, at, assisted)
            .map_err(|error| Failure::Never(format!("{}: {error}", reply.notation)))?;
        match self.sessions.commit_blocking(writing, change) {
            Ok(_) => Ok(()),
            Err(CommitError::Store(_)) => Err(Failure::Again),
            Err(CommitError::Refused(error)) => Err(Failure::Never(error.to_string())),
        }
    }
}

/// What everybody knows of a decision.
fn public(mover: &Automatic) -> Decision {
    match mover {
        Automatic::Bot(_, level) => level_of(level).map_or(Decision::Pass, Decision::Bot),
        Automatic::Pass(..) => Decision::Pass,
    }
}

/// Why a bot did not move.
enum Failure {
    /// The store was not available, or the server stops.
    Again,
    /// A fault that another try would meet again.
    Never(String),
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::Store(_) => Self::Again,
            LoadError::NotFound | LoadError::Damaged { .. } => Self::Never(error.to_string()),
        }
    }
}
