//! The threads that find and make the bots' moves, and pass for those who wish it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rand::Rng;
use tapis_db::Store;
use tapis_db::model::{GameId, GameSummary, SeatKind, SeatRecord, Time};
use tapis_games::random::{Seed, Stream, below};
use tapis_games::seat::{Seat, Viewer};
use tapis_solver::control::{Cancel, Control};
use tapis_solver::engine::BotLevel;

use super::lane::{BotLane, has_people, level_of_mover};
use super::queue::{BotQueue, LookThrough, PacedReply, QueuedGame, Reach, Reply, Work};
use super::schedule::{Schedule, Times, in_time};
use crate::pool::Caller;
use crate::sources::Sources;
use crate::tables::changes::play;
use crate::tables::{AutoPass, Automatic, CommitError, GameStatus, LiveGames, LoadError, Snapshot};

/// How long a thread waits before it tries again what the store turned away.
const RETRY: Duration = Duration::from_millis(100);
/// How many unfinished games are asked for at once.
const PAGE: usize = 500;

pub(super) struct BotPlayer {
    pub queue: Arc<BotQueue>,
    pub cancel: Cancel,
    pub schedule: Schedule,
    /// The pace of games that do not say theirs.
    pub pace: Duration,
    pub store: Arc<dyn Store>,
    pub live_games: LiveGames,
    pub sources: Sources,
}

impl BotPlayer {
    /// Finds moves of a lane until the queue is closed, those that are searched in `pool`.
    pub fn search(&self, lane: BotLane, pool: Option<&rayon::ThreadPool>) {
        while let Some(work) = self.queue.next(lane) {
            guarded(|| match work {
                Work::Think(turn) => self.end(turn, self.think(turn, pool), RETRY),
                Work::LookThrough(look) => self.look_through(look),
            });
        }
    }

    /// Makes the replies that are due until the queue is closed. It never waits for a search, nor for the store to
    /// come back.
    pub fn reply(&self) {
        while let Some(PacedReply { due, turn, reply }) = self.queue.next_due() {
            metrics::histogram!("tapis_bot_late_seconds").record(due.elapsed());
            guarded(|| self.end(turn, self.make(turn.game, &reply), Duration::ZERO));
        }
    }

    fn end(&self, turn: QueuedGame, outcome: Result<(), Failure>, pause: Duration) {
        match outcome {
            Ok(()) => {}
            Err(Failure::Again) if !self.queue.is_closed() => {
                std::thread::sleep(pause);
                self.queue.wake(QueuedGame { at: Instant::now(), ..turn });
            }
            Err(Failure::Again) => {}
            Err(Failure::Never(reason)) => tracing::error!(game = %turn.game, reason, "a bot cannot move"),
        }
    }

    /// Announces the games in which something is to move by itself; where there is no room for more of them, it goes on later.
    fn look_through(&self, look: LookThrough) {
        let LookThrough { mut after, .. } = look;
        loop {
            let begun = after;
            let games = match self.store.unfinished_games(after, PAGE) {
                Ok(games) => games,
                Err(error) => {
                    tracing::debug!(%error, "unfinished games cannot be looked through");
                    std::thread::sleep(RETRY);
                    return self.queue.look_through(LookThrough { after, ..look });
                }
            };
            self.announce(&games, look);
            // A page may be short of games that are damaged; only an empty one is the last.
            let Some(last) = games.last() else { return };
            after = Some(last.id);
            if self.queue.is_closed() {
                return;
            }
            if !self.queue.has_room(look.people, Caller::new(None, 0)) {
                // Not all of the page may have found room.
                return self.queue.look_through(LookThrough { after: begun, ..look });
            }
        }
    }

    /// Announces what is due in some unfinished games: bots and what is late, as the list has them, and then who passes by itself. Of
    /// a person who may do so the list says no more than the wish, which everybody has who has no other: only games in which something
    /// was played just before are opened for it.
    fn announce(&self, games: &[GameSummary], look: LookThrough) {
        let now = Time::from(self.sources.clock.now());
        let mut passing = Vec::new();
        for summary in games {
            let late = summary.deadline.is_some_and(|deadline| deadline <= now);
            let Some(mover) = summary.turn.and_then(|seat| summary.seats.get(usize::from(seat))) else {
                continue;
            };
            let is_free = look.reach == Reach::All || self.live_games.is_free(summary.updated_at);
            if has_people(&summary.seats) != look.people || !is_free {
                continue;
            }
            if mover.kind == SeatKind::Bot || late {
                let level = mover.level.as_deref().and_then(BotLevel::named);
                let turn = QueuedGame::now(summary.id, level, look.people);
                self.queue.wake(turn.on(summary.updated_at));
            } else if AutoPass::of(mover) != AutoPass::Off
                && look.since.is_some_and(|since| since <= summary.updated_at)
            {
                passing.push(summary.id);
            }
        }
        for game in passing {
            if self.queue.is_closed() {
                return;
            }
            match self.live_games.open_blocking(game) {
                Ok(live) => {
                    let snapshot = live.snapshot();
                    let mover = snapshot.automatic();
                    mover.iter().for_each(|mover| self.queue.wake(QueuedGame::of(&snapshot, mover)));
                }
                // It is looked at again with the others.
                Err(LoadError::Store(_)) => self.queue.wake(QueuedGame::now(game, None, look.people)),
                Err(error) => tracing::warn!(%game, %error, "whether somebody passes by itself is not known"),
            }
        }
    }

    /// Finds a move, and makes it unless people wait for it: then it comes by the schedule.
    fn think(&self, turn: QueuedGame, pool: Option<&rayon::ThreadPool>) -> Result<(), Failure> {
        let begun = Instant::now();
        let live = self.live_games.open_blocking(turn.game)?;
        let snapshot = live.snapshot();
        let Some(mover) = snapshot.automatic() else { return Ok(()) };
        let now = QueuedGame { level: level_of_mover(&mover), people: has_people(&snapshot.seats), ..turn };
        if now.lane() != turn.lane() {
            self.queue.wake(now); // somebody else's turn by now: it waits where it belongs
            return Ok(());
        }
        let notation = match &mover {
            Automatic::Bot(seat, level) => self.choose(&snapshot, *seat, level, pool)?,
            Automatic::Pass(_, pass) => pass.clone(),
        };
        let is_back_soon = |record: &SeatRecord| record.timed_out;
        let watched =
            snapshot.other_humans(mover.seat()).next().is_some() || snapshot.seats.iter().any(is_back_soon);
        let times = Times { announced: turn.at, begun, found: Instant::now() };
        let due = watched.then(|| self.due(&mover, &snapshot, times)).flatten();
        let reply = Reply { ply: snapshot.line().len(), mover, notation };
        if due.is_none() && !turn.people {
            return self.make(turn.game, &reply);
        }
        // No lane of people waits for the disk.
        self.queue.pace(PacedReply { due: due.unwrap_or(begun), turn: now, reply });
        Ok(())
    }

    /// When a reply that people wait for comes; `None` for at once.
    fn due(&self, mover: &Automatic, snapshot: &Snapshot, times: Times) -> Option<Instant> {
        let info = &snapshot.info;
        let pace = info.terms.bot_pace_ms.map_or(self.pace, |pace_ms| Duration::from_millis(pace_ms.into()));
        let due = self.schedule.due(mover, (pace, &info.rules.ruleset().hash), times)?;
        Some(match self.time_left(mover, snapshot) {
            Some(left) => in_time(due, left, Instant::now()),
            None => due,
        })
    }

    /// What a person whose seat passes by itself would have left for it.
    fn time_left(&self, mover: &Automatic, snapshot: &Snapshot) -> Option<Duration> {
        let passes = matches!(mover, Automatic::Pass(..)) && snapshot.overdue.is_none();
        let deadline = snapshot.deadline().filter(|_| passes)?;
        Some(Duration::from_millis(deadline.millis_since(self.sources.clock.now().into())))
    }

    fn choose(
        &self,
        snapshot: &Snapshot,
        seat: Seat,
        level: &str,
        pool: Option<&rayon::ThreadPool>,
    ) -> Result<String, Failure> {
        let ply = snapshot.line().len() as u32;
        let mut rng = Seed(snapshot.info.seed.0).stream(Stream::Bot(ply));
        let mut seed = [0; 32];
        rng.fill_bytes(&mut seed);
        let level =
            BotLevel::named(level).ok_or_else(|| Failure::Never(format!("there is no level {level}")))?;
        let rules = snapshot.rules().map_err(|error| Failure::Never(error.to_string()))?;
        if let Some(engine) = self.sources.engines.engine(&**rules) {
            let log = snapshot.observation_log(Viewer::Seat(seat));
            let control = Control { cancel: self.cancel.clone(), ..Control::default() };
            let choose = || catch_unwind(AssertUnwindSafe(|| engine.choose(level, &log, seed, &control)));
            let chosen = match pool {
                Some(pool) => pool.install(choose),
                None => choose(),
            };
            if self.cancel.is_cancelled() {
                return Err(Failure::Again); // perhaps a worse move than it would have found
            }
            match chosen {
                Ok(Ok(notation)) => return Ok(notation),
                Ok(Err(error)) => tracing::error!(game = %snapshot.info.id, %error, "a bot found no move"),
                Err(_) => tracing::error!(game = %snapshot.info.id, "a bot's search panicked"),
            }
        }
        // Better a random move than a table that waits for ever.
        let legal = snapshot.legal_moves(Viewer::Seat(seat)).unwrap_or_default();
        let index = below(&mut rng, legal.len() as u32) as usize;
        let random = legal.get(index).map(|legal| legal.notation.clone());
        random.ok_or_else(|| Failure::Never("there is no legal move".to_owned()))
    }

    /// Makes a move, unless the game is elsewhere by now.
    fn make(&self, game: GameId, reply: &Reply) -> Result<(), Failure> {
        let writing = self.live_games.write_blocking(game)?;
        let snapshot = writing.snapshot();
        let still = snapshot.status == GameStatus::Running
            && snapshot.line().len() == reply.ply
            && snapshot.automatic().as_ref() == Some(&reply.mover);
        if !still {
            drop(writing);
            self.live_games.take_over(&snapshot);
            return Ok(());
        }
        let at = self.sources.clock.now().into();
        let assisted = writing.game().is_assisted();
        let seat = reply.mover.seat();
        let change = play(&snapshot, seat, &reply.notation, at, assisted, !snapshot.is_bot(seat))
            .map_err(|error| Failure::Never(format!("{}: {error}", reply.notation)))?;
        match self.live_games.commit_blocking(writing, change) {
            Ok(_) => Ok(()),
            Err(CommitError::Store(_)) => Err(Failure::Again),
            Err(CommitError::Refused(error)) => Err(Failure::Never(error.to_string())),
        }
    }
}

/// One panic must not end the thread.
fn guarded(work: impl FnOnce()) {
    if catch_unwind(AssertUnwindSafe(work)).is_err() {
        tracing::error!("a bot's move panicked");
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
