//! The laboratory: experiments are played in turns, on threads of their own at the lowest priority. One that was played for its
//! turn gives way to those that wait, so that a small one is not stuck behind a huge one.
//!
//! What is asked for is recorded first. A program that is stopped, or killed, goes on with what was not over when it starts
//! again; a store without room is asked again until there is some. Of several nodes one plays an experiment, and the others show how
//! far it is.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use tapis_games::locale::said;

use parking_lot::{Condvar, Mutex};
use rayon::{ThreadPool, ThreadPoolBuilder};
use tapis_db::Store;
use tapis_db::model::{ExperimentRecord, ExperimentState};
use tapis_solver::control::Control;
use tokio::sync::watch;
use uuid::Uuid;

use crate::{Experiment, LabError, Plan};
use tapis_common::ServiceError;
use tapis_common::priority::Nice;
use tapis_common::rulesets::Rulesets;
use tapis_common::sources::Sources;
use tapis_common::space::Space;

mod conduct;
mod lease;
mod report;
mod worker;

pub use conduct::{ask, conduct, reported};
pub use report::{Progress, Report};

/// The most experiments that wait for their turn.
const MOST_QUEUED: usize = 256;

/// How the laboratory is run.
#[derive(Clone, Debug)]
pub struct LabSettings {
    /// Threads that play experiments, at least 1. They give way to all others.
    pub threads: usize,
    /// How long an experiment is played before it gives way to those that wait.
    pub turn: Duration,
    /// The most games of an experiment, all arms and seatings together.
    pub most_games: u64,
}

/// Plays experiments. Cheap to clone.
#[derive(Clone)]
pub struct Laboratory {
    shared: Arc<Shared>,
    threads: Arc<Mutex<Vec<JoinHandle<()>>>>,
}

struct Shared {
    store: Arc<dyn Store>,
    rulesets: Arc<Rulesets>,
    sources: Sources,
    pool: ThreadPool,
    open: Mutex<Open>,
    changed: Condvar,
    /// Held while an experiment is asked for or ended: what the store says and what is open change together. The worker
    /// takes no part: it changes a state only from an open one.
    changing: Mutex<()>,
    turn: Duration,
    most_games: u64,
    space: Space,
    /// Who this is among the nodes of a database.
    node: Uuid,
}

/// The experiments that are not over.
#[derive(Default)]
struct Open {
    queue: VecDeque<String>,
    by_id: HashMap<String, OpenExperiment>,
    /// The one that is played now, by this node among all.
    played: Option<String>,
    stopping: bool,
}

#[derive(Clone)]
struct OpenExperiment {
    experiment: Arc<Experiment>,
    report: watch::Sender<Report>,
    control: Control,
}

impl OpenExperiment {
    /// Whether the other is the same asking for it: one that was cancelled and asked for again is another.
    fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.experiment, &other.experiment)
    }
}

impl Laboratory {
    /// Takes up the experiments that are not over, and starts the threads.
    ///
    /// # Errors
    /// The threads cannot be started.
    pub fn start(
        settings: &LabSettings,
        space: Space,
        store: Arc<dyn Store>,
        rulesets: Arc<Rulesets>,
        sources: Sources,
    ) -> Result<Self, rayon::ThreadPoolBuildError> {
        let pool = ThreadPoolBuilder::new()
            .num_threads(settings.threads)
            .thread_name(|n| format!("lab-{n}"))
            .start_handler(|_| Nice::LOWEST.apply())
            .build()?;
        let open = Mutex::new(Open::default());
        let (changed, changing) = (Condvar::new(), Mutex::new(()));
        let (turn, most_games, node) = (settings.turn, settings.most_games, sources.ids.next());
        let shared =
            Shared { store, rulesets, sources, pool, open, changed, changing, turn, most_games, space, node };
        let shared = Arc::new(shared);
        let mut threads = vec![spawn("lab", &shared, Shared::work)];
        if shared.store.is_shared() {
            threads.push(spawn("lab-nodes", &shared, Shared::watch));
        }
        let threads = threads.into_iter().flatten().collect();
        Ok(Self { shared, threads: Arc::new(Mutex::new(threads)) })
    }

    /// Queues the experiment of a plan, which extends earlier ones that ask the same of the same deals. One that runs, or is over,
    /// is only reported; one that was cancelled or has failed goes on from where it stood, as that of the key `by`. Blocks.
    ///
    /// # Errors
    /// What is wrong with the plan, with its pointer; no room.
    pub fn submit(&self, plan: &Plan, by: Option<&str>) -> Result<Report, ServiceError> {
        let shared = &*self.shared;
        let of_texts = plan.faults_of_texts();
        if !of_texts.is_empty() {
            return Err(ServiceError::Invalid(of_texts));
        }
        // What is wrong is said before the store is looked through.
        let experiment = shared.experiment(plan).map_err(ServiceError::Invalid)?;
        let _changing = shared.changing.lock();
        let among = plan.among(&shared.rulesets, &*shared.store)?;
        let experiment = match among == *plan {
            true => experiment,
            false => shared.experiment(&among).map_err(ServiceError::Invalid)?,
        };
        if let Some(known) = shared.store.experiment(experiment.id())?.filter(|_| shared.store.is_shared()) {
            if known.state.is_open() {
                return shared.enqueue(&known, experiment);
            }
            // This node may know it as open, though another has ended it.
            if let Some(open) = shared.close(&known.id, None) {
                open.control.cancel.cancel();
            }
        }
        if let Some(report) = self.open_report(experiment.id()) {
            return Ok(report);
        }
        if let Some(report) = shared.finished(&experiment)? {
            return Ok(report);
        }
        let (games, most) = (experiment.games(), shared.most_games);
        if games > most {
            let detail = said("too_many_games").with("games", games).with("most", most);
            return Err(ServiceError::field("/games", detail));
        }
        shared.space.admit()?;
        let busy = ServiceError::Busy { what: "the_laboratory", retry_after_s: 60 };
        if shared.open.lock().queue.len() >= MOST_QUEUED {
            return Err(busy);
        }
        let store = &*shared.store;
        let asked = conduct::asked(&experiment, ExperimentState::Queued, store, &*shared.sources.clock)?;
        let record = ExperimentRecord { asked_by: by.map(str::to_owned), ..asked };
        // The worker may have finished it meanwhile.
        if !store.change_experiment(record.clone(), &ExperimentState::UNFINISHED)? {
            let finished = shared.finished(&experiment)?;
            return finished
                .ok_or_else(|| ServiceError::internal("an experiment that stands and is not over"));
        }
        shared.enqueue(&record, experiment)
    }

    /// How far an experiment is; `None` when there is none of this id. Blocks.
    ///
    /// # Errors
    /// It is damaged, or of rules that are no longer played; the store cannot tell.
    pub fn report(&self, id: &str) -> Result<Option<Report>, ServiceError> {
        if let Some(report) = self.open_report(id) {
            return Ok(Some(report));
        }
        let Some(record) = self.shared.store.experiment(id)? else { return Ok(None) };
        let experiment = self.shared.recorded(&record)?;
        let report = self.shared.report(&record, &experiment)?;
        if self.shared.store.is_shared() && record.state.is_open() {
            self.shared.enqueue(&record, experiment)?;
        }
        Ok(Some(report))
    }

    /// The experiment of this id, as it can be played; `None` when there is none. Blocks.
    ///
    /// # Errors
    /// As [`Laboratory::report`].
    pub fn experiment(&self, id: &str) -> Result<Option<Arc<Experiment>>, ServiceError> {
        if let Some(open) = self.shared.open.lock().by_id.get(id) {
            return Ok(Some(Arc::clone(&open.experiment)));
        }
        let Some(record) = self.shared.store.experiment(id)? else { return Ok(None) };
        self.shared.recorded(&record).map(|experiment| Some(Arc::new(experiment)))
    }

    /// The newest experiments, at most `limit`, the newest first. Blocks.
    ///
    /// # Errors
    /// The store cannot tell.
    pub fn newest(&self, limit: usize) -> Result<Vec<ExperimentRecord>, ServiceError> {
        Ok(self.shared.store.experiments(limit)?)
    }

    /// Reports of an experiment as it goes on; `None` when it is over, or there is none.
    pub fn follow(&self, id: &str) -> Option<watch::Receiver<Report>> {
        Some(self.shared.open.lock().by_id.get(id)?.report.subscribe())
    }

    /// Ends an experiment for the key `by`, or for the administrator; what was played stays. One that is over stays what it is. Answers
    /// whether there is one. Blocks.
    ///
    /// # Errors
    /// Another key asked for it; the store does not take it.
    pub fn cancel(&self, id: &str, by: Option<&str>) -> Result<bool, ServiceError> {
        let shared = &*self.shared;
        let _changing = shared.changing.lock();
        let Some(record) = shared.store.experiment(id)? else { return Ok(false) };
        if by.is_some() && record.asked_by.as_deref() != by {
            return Err(ServiceError::conflict("key_scope-experiment"));
        }
        if !record.state.is_open() {
            return Ok(true);
        }
        let (store, clock) = (&*shared.store, &*shared.sources.clock);
        conduct::end(&record, ExperimentState::Cancelled, None, store, clock)?;
        // The worker may have finished it meanwhile: then it says the end.
        let finished = shared.store.experiment(id)?.is_some_and(|now| now.state == ExperimentState::Finished);
        if !finished && let Some(open) = shared.close(id, None) {
            open.control.cancel.cancel();
            let ended_at = Some(clock.now().to_string());
            open.report.send_modify(|report| {
                report.state = ExperimentState::Cancelled;
                report.ended_at = ended_at;
            });
        }
        Ok(true)
    }

    /// The rulesets in use.
    pub(crate) fn rulesets(&self) -> &Rulesets {
        &self.shared.rulesets
    }

    /// Where results are kept.
    pub(crate) fn store(&self) -> &dyn Store {
        &*self.shared.store
    }

    /// Begins to stop playing: what is not over goes on at the next start.
    pub fn begin_to_stop(&self) {
        let mut open = self.shared.open.lock();
        open.stopping = true;
        open.by_id.values().for_each(|of| of.control.cancel.cancel());
        self.shared.changed.notify_all();
    }

    /// Stops playing. Blocks until the threads have stopped.
    pub fn stop(&self) {
        self.begin_to_stop();
        for thread in self.threads.lock().drain(..) {
            if thread.join().is_err() {
                tracing::error!("the laboratory ended by a panic");
            }
        }
    }
}

/// Starts a thread of the laboratory.
fn spawn(name: &str, shared: &Arc<Shared>, work: fn(&Shared)) -> Option<JoinHandle<()>> {
    let working = Arc::clone(shared);
    let thread = std::thread::Builder::new().name(name.to_owned()).spawn(move || work(&working));
    thread.inspect_err(|error| tracing::error!(%error, "no experiments are played")).ok()
}

impl Shared {
    fn experiment(&self, plan: &Plan) -> Result<Experiment, Vec<tapis_common::FieldError>> {
        Experiment::new(plan, &self.rulesets, &*self.store)
    }

    /// The experiment of a record.
    fn recorded(&self, record: &ExperimentRecord) -> Result<Experiment, ServiceError> {
        let plan: Plan = record.plan.read().map_err(ServiceError::internal)?;
        self.experiment(&plan).map_err(|_| ServiceError::conflict("rules_retired-experiment"))
    }

    fn report(&self, record: &ExperimentRecord, experiment: &Experiment) -> Result<Report, ServiceError> {
        let chunks = self.store.experiment_chunks(&record.id)?;
        Ok(Report::new(record, experiment, experiment.outcome_of(&chunks)))
    }

    fn enqueue(&self, record: &ExperimentRecord, experiment: Experiment) -> Result<Report, ServiceError> {
        let report = self.report(record, &experiment)?;
        let mut open = self.open.lock();
        if let Some(other) = open.by_id.get(&record.id) {
            return Ok(other.report.borrow().clone());
        }
        let opened = OpenExperiment {
            experiment: Arc::new(experiment),
            report: watch::Sender::new(report.clone()),
            control: Control::default(),
        };
        open.queue.push_back(record.id.clone());
        open.by_id.insert(record.id.clone(), opened);
        drop(open);
        self.changed.notify_all();
        Ok(report)
    }

    /// The report of an experiment that is finished.
    fn finished(&self, experiment: &Experiment) -> Result<Option<Report>, ServiceError> {
        let record = self.store.experiment(experiment.id())?;
        let record = record.filter(|record| record.state == ExperimentState::Finished);
        record.map(|record| self.report(&record, experiment)).transpose()
    }

    /// Takes an experiment out of those that are not over; where `only` is given, only if it is still that one.
    fn close(&self, id: &str, only: Option<&OpenExperiment>) -> Option<OpenExperiment> {
        let mut open = self.open.lock();
        if !only.is_none_or(|only| open.by_id.get(id).is_some_and(|of| of.is(only))) {
            return None;
        }
        open.queue.retain(|queued| queued != id);
        open.by_id.remove(id)
    }
}

impl From<LabError> for ServiceError {
    fn from(error: LabError) -> Self {
        match error {
            LabError::Store(error) => error.into(),
            other => Self::internal(other),
        }
    }
}
