//! What the laboratory's thread does.

use std::collections::HashSet;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use tapis_db::model::{ExperimentRecord, ExperimentState};
use tapis_solver::simulation::SimulationError;

use super::conduct::{conduct, end};
use super::report::{Rate, tell};
use super::{OpenExperiment, Shared};
use crate::{Equipment, LabError};
use tapis_common::ServiceError;
use tapis_common::priority::Nice;

/// How long to wait before a store that took nothing is asked again.
const PAUSE: Duration = Duration::from_secs(5);
/// Rows of facts recorded in one transaction beside the moves of people: a millisecond of the writer's or two.
const ROWS_A_TRANSACTION: usize = 256;
/// The most experiments that are taken up at the start.
const MOST_TAKEN_UP: usize = 10_000;

/// The time an experiment is played before it gives way.
struct WorkerTurn {
    begun: Instant,
    /// From the first question on: what was played before is read until then.
    playing: OnceLock<Instant>,
    least: Duration,
}

impl WorkerTurn {
    fn new(least: Duration) -> Self {
        Self { begun: Instant::now(), playing: OnceLock::new(), least }
    }

    /// Whether it was played for its time, and for as long as it took to read what was played before.
    fn is_over(&self) -> bool {
        let playing = self.playing.get_or_init(Instant::now);
        playing.elapsed() >= self.least.max(playing.duration_since(self.begun))
    }
}

impl Shared {
    /// Plays experiments until the laboratory stops.
    pub(super) fn work(&self) {
        Nice::LOWEST.apply();
        self.take_up(MOST_TAKEN_UP);
        while let Some((id, open)) = self.next() {
            self.play(&id, &open);
        }
    }

    /// Queues what was not over when the program ended, or was asked of another node, the oldest first.
    pub(super) fn take_up(&self, most: usize) {
        let _changing = self.changing.lock();
        let left = match self.store.experiments(most) {
            Ok(left) => left,
            Err(error) => return tracing::error!(%error, "unfinished experiments cannot be read"),
        };
        let known: HashSet<String> = self.open.lock().by_id.keys().cloned().collect();
        let is_new = |record: &&ExperimentRecord| record.state.is_open() && !known.contains(&record.id);
        for record in left.iter().rev().filter(is_new) {
            let queued = self.recorded(record).and_then(|experiment| self.enqueue(record, experiment));
            if let Err(error) = queued {
                // A node of another version may play its rules, and a store that is away comes back.
                if self.store.is_shared() {
                    tracing::debug!(id = record.id, %error, "an experiment is left to other nodes");
                    continue;
                }
                tracing::error!(id = record.id, %error, "an unfinished experiment cannot go on");
                let detail = Some(error.to_string());
                let clock = &*self.sources.clock;
                if let Err(error) = end(record, ExperimentState::Failed, detail, &*self.store, clock) {
                    tracing::warn!(%error, "that an experiment failed cannot be recorded");
                }
            }
        }
    }

    /// The next experiment; `None` when the laboratory stops.
    fn next(&self) -> Option<(String, OpenExperiment)> {
        let mut open = self.open.lock();
        loop {
            if open.stopping {
                return None;
            }
            if let Some(id) = open.queue.pop_front() {
                if let Some(next) = open.by_id.get(&id).cloned() {
                    return Some((id, next));
                }
                continue;
            }
            self.changed.wait(&mut open);
        }
    }

    /// Plays an experiment for a turn, to its end, until it is cancelled, or until the laboratory stops; unless another node plays it.
    fn play(&self, id: &str, open: &OpenExperiment) {
        loop {
            if let Err(error) = self.space.admit() {
                tell(&open.report, |report| report.detail = Some(format!("waits for space: {error}")));
                if self.stops_within(PAUSE) || open.control.cancel.is_cancelled() {
                    return;
                }
                continue;
            }
            let played = match self.hold(id) {
                Ok(true) => self.pool.install(|| self.conduct(id, open)),
                Ok(false) => return,
                Err(error) => Err(error.into()),
            };
            self.release(id);
            match played {
                Err(LabError::Store(error)) if error.is_unavailable() => {
                    tracing::warn!(id, %error, "an experiment waits for the store");
                    tell(&open.report, |report| {
                        report.detail = Some(format!("waits for the store: {error}"));
                    });
                    if self.stops_within(PAUSE) || open.control.cancel.is_cancelled() {
                        return;
                    }
                }
                Err(LabError::GaveWay) => return self.queue_again(id, open),
                Err(LabError::Game(SimulationError::Cancelled)) if self.open.lock().stopping => return,
                Ok(()) | Err(LabError::Game(SimulationError::Cancelled)) => break,
                Err(error) => {
                    tracing::error!(id, %error, "an experiment failed");
                    break;
                }
            }
        }
        self.say_the_end(id, open);
    }

    /// Puts an experiment behind those that wait, unless it was ended meanwhile.
    pub(super) fn queue_again(&self, id: &str, played: &OpenExperiment) {
        let mut open = self.open.lock();
        let is_queued = open.queue.iter().any(|queued| queued == id);
        if !is_queued && open.by_id.get(id).is_some_and(|of| of.is(played)) {
            open.queue.push_back(id.to_owned());
            self.changed.notify_all();
        }
    }

    fn conduct(&self, id: &str, open: &OpenExperiment) -> Result<(), LabError> {
        let experiment = &*open.experiment;
        let turn = WorkerTurn::new(self.turn);
        let gives_way = || {
            (turn.is_over() && !self.open.lock().queue.is_empty())
                || !self.space.has_room()
                || !self.holds(id)
        };
        let with = Equipment {
            store: &*self.store,
            clock: &*self.sources.clock,
            control: &open.control,
            rows_a_transaction: ROWS_A_TRANSACTION,
            gives_way: &gives_way,
        };
        let rate = OnceLock::new();
        conduct(experiment, with, &|games, outcome| {
            let rate = rate.get_or_init(|| Rate::new(games));
            let outcome = outcome();
            tell(&open.report, |report| {
                report.state = ExperimentState::Running;
                report.detail = None;
                report.progress = rate.progress(games, experiment.games());
                report.outcome = outcome;
            });
        })
        .map(drop)
    }

    /// Hands the last report to those who follow.
    pub(super) fn say_the_end(&self, id: &str, ended: &OpenExperiment) {
        let Some(open) = self.close(id, Some(ended)) else { return };
        let last = self.store.experiment(id).map_err(ServiceError::from).and_then(|record| match record {
            Some(record) => self.report(&record, &open.experiment),
            None => Err(ServiceError::internal("an experiment without a record")),
        });
        match last {
            Ok(last) => drop(open.report.send_replace(last)),
            Err(error) => tracing::error!(id, %error, "the end of an experiment cannot be told"),
        }
    }

    /// Waits, and answers whether the laboratory stops.
    fn stops_within(&self, time: Duration) -> bool {
        let mut open = self.open.lock();
        if !open.stopping {
            self.changed.wait_for(&mut open, time);
        }
        open.stopping
    }

    /// Waits so long, whatever else happens, and answers whether the laboratory stops.
    pub(super) fn stops_by(&self, time: Duration) -> bool {
        let (until, mut open) = (Instant::now() + time, self.open.lock());
        while !open.stopping && !self.changed.wait_until(&mut open, until).timed_out() {}
        open.stopping
    }
}
