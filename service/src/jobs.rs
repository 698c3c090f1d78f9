//! Work that outlives the request that began it, in memory: bounded in number, found by its id, forgotten some time after its end.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use serde::Serialize;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use utoipa::ToSchema;

use crate::ServiceError;
use crate::pool::Caller;
use crate::settings::AdviceSettings;

/// One piece of such work.
pub(crate) trait LongJob: Send + Sync + 'static {
    /// What it makes.
    type Made: Clone + Send + Sync + 'static;
    /// What is told of it.
    type Report;

    /// Its id.
    fn id(&self) -> &str;

    /// How far it is.
    fn course(&self) -> &JobCourse<Self::Made>;

    /// As it is now.
    fn report(&self) -> Self::Report;

    /// By what other nodes know again who began it, if it is not by its id.
    fn begun_by(&self) -> Option<&str> {
        None
    }
}

/// The state of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum JobState {
    /// It waits for its turn.
    Queued,
    /// It is being searched.
    Running,
    /// It ended with an answer.
    Finished,
    /// It was cancelled; the answer, if any, is what was found until then.
    Cancelled,
    /// It ended without an answer; `problem` says why.
    Failed,
}

/// How far a job is, and what the other nodes of the database know of it.
pub(crate) struct JobCourse<T> {
    stage: watch::Sender<Stage<T>>,
    stop: CancellationToken,
    shows: AtomicBool,
    is_shown: AtomicBool,
}

/// A job at one moment.
#[derive(Clone)]
pub(crate) struct Stage<T> {
    /// Since when it runs; until then it waits for its turn.
    pub since: Option<Instant>,
    /// What is ready of what it makes.
    pub part: Option<T>,
    /// When it ended, and how.
    pub end: Option<(Instant, Result<T, ServiceError>)>,
}

impl<T: Clone> JobCourse<T> {
    /// A job that waits.
    pub fn new() -> Self {
        let stage = watch::Sender::new(Stage { since: None, part: None, end: None });
        let (shows, is_shown) = (AtomicBool::new(false), AtomicBool::new(false));
        Self { stage, stop: CancellationToken::new(), shows, is_shown }
    }

    /// Notes that it runs, and what is ready.
    pub fn run(&self, part: Option<T>) {
        self.stage.send_modify(|stage| {
            stage.since.get_or_insert_with(Instant::now);
            stage.part = part;
        });
    }

    /// Notes how it ended.
    pub fn end(&self, outcome: Result<T, ServiceError>) {
        let end = Some((Instant::now(), outcome));
        self.stage.send_modify(|stage| *stage = Stage { since: stage.since, part: None, end });
    }

    /// As it is now, and its state.
    pub fn now(&self) -> (JobState, Stage<T>) {
        let stage = self.stage.borrow().clone();
        let state = match &stage.end {
            None if stage.since.is_none() => JobState::Queued,
            None => JobState::Running,
            Some((_, Ok(_))) => JobState::Finished,
            Some(_) if self.stop.is_cancelled() => JobState::Cancelled,
            Some(_) => JobState::Failed,
        };
        (state, stage)
    }

    /// When it ended, if it has.
    pub fn ended_at(&self) -> Option<Instant> {
        self.stage.borrow().end.as_ref().map(|(at, _)| *at)
    }

    /// Waits until it ends.
    ///
    /// # Errors
    /// It failed.
    pub async fn over(&self) -> Result<T, ServiceError> {
        let mut stage = self.stage.subscribe();
        let ended = stage.wait_for(|stage| stage.end.is_some()).await;
        let end = ended.ok().and_then(|stage| stage.end.clone());
        end.map_or_else(|| Err(ServiceError::internal("a job without an end")), |(_, outcome)| outcome)
    }

    /// What stops it.
    pub fn stop(&self) -> &CancellationToken {
        &self.stop
    }

    /// Notes that other nodes are to be told of it; answers whether that was noted before.
    pub fn begin_showing(&self) -> bool {
        self.shows.swap(true, Ordering::AcqRel)
    }

    /// Notes that the store has it.
    pub fn shown(&self) {
        self.is_shown.store(true, Ordering::Release);
    }

    /// Whether the store had it.
    pub fn is_shown(&self) -> bool {
        self.is_shown.load(Ordering::Acquire)
    }
}

/// Bounds on what is kept, and what refusals call it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JobsSettings {
    /// Jobs altogether.
    pub most: usize,
    /// How long an ended one is kept.
    pub keep: Duration,
    /// What is busy when there is no room.
    pub whole: &'static str,
    /// What one address may have only so many of.
    pub share: &'static str,
}

impl JobsSettings {
    /// The bounds as they are configured.
    pub fn of(settings: &AdviceSettings, whole: &'static str, share: &'static str) -> Self {
        Self { most: settings.analyses, keep: settings.analysis_keep, whole, share }
    }
}

/// The jobs in memory.
pub(crate) struct Jobs<J> {
    settings: JobsSettings,
    table: Mutex<HashMap<String, StoredJob<J>>>,
}

struct StoredJob<J> {
    job: Arc<J>,
    caller: Caller,
    retry: Option<Retry>,
    /// Whether its id was given away.
    published: bool,
    /// What its creator was answered, once it was.
    answered: Option<FirstAnswer>,
}

/// What the creator of a job was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FirstAnswer {
    /// Its result.
    Result,
    /// Its id, to look at it later.
    Job,
}

/// How a retry of the request that created a job is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retry {
    /// Caller and key.
    pub key: String,
    /// Hash of the request.
    pub fingerprint: blake3::Hash,
}

/// A job that a retry asks for again.
pub(crate) struct RepeatedJob<J> {
    /// It.
    pub job: Arc<J>,
    /// The first answer, if there was one yet.
    pub answered: Option<FirstAnswer>,
}

impl<J: LongJob> Jobs<J> {
    /// No jobs yet.
    pub fn new(settings: JobsSettings) -> Self {
        Self { settings, table: Mutex::default() }
    }

    /// The job that an earlier request with this key made.
    ///
    /// # Errors
    /// The key was used for another request.
    pub fn retried(&self, retry: &Retry) -> Result<Option<RepeatedJob<J>>, ServiceError> {
        let mut table = self.table.lock();
        self.forget(&mut table);
        let same_key = |kept: &&StoredJob<J>| kept.retry.as_ref().is_some_and(|known| known.key == retry.key);
        let Some(kept) = table.values().find(same_key) else { return Ok(None) };
        if kept.retry.as_ref() != Some(retry) {
            return Err(ServiceError::KeyReused);
        }
        Ok(Some(RepeatedJob { job: Arc::clone(&kept.job), answered: kept.answered }))
    }

    /// Takes in a new job, and answers it, or the one of the same id that has not ended. The jobs of one address that have not ended
    /// are at most an eighth of the room, and never more than what is left for all others: however many addresses take all they
    /// can, the next finds room.
    ///
    /// # Errors
    /// There is no room, or no more of it for the caller's address.
    pub fn add(&self, job: Arc<J>, caller: Caller, retry: Option<Retry>) -> Result<Arc<J>, ServiceError> {
        let mut table = self.table.lock();
        self.forget(&mut table);
        let active = |kept: &&StoredJob<J>| kept.job.course().ended_at().is_none();
        if let Some(known) = table.get(job.id()).filter(active) {
            return Ok(Arc::clone(&known.job));
        }
        let (mut running, mut own) = (0, 0);
        for kept in table.values().filter(active) {
            running += 1;
            own += usize::from(kept.caller.same_address(caller));
        }
        let share = self.settings.most.div_ceil(8).min(self.settings.most.saturating_sub(running));
        if running >= self.settings.most {
            return Err(ServiceError::Busy { what: self.settings.whole, retry_after_s: 5 });
        }
        if own >= share {
            return Err(ServiceError::ShareUsed { what: self.settings.share, retry_after_s: 5 });
        }
        if table.len() >= self.settings.most {
            forget_oldest(&mut table);
        }
        let kept = StoredJob { job: Arc::clone(&job), caller, retry, published: false, answered: None };
        table.insert(job.id().to_owned(), kept);
        Ok(job)
    }

    /// The job of this id, if its id was given away.
    pub fn get(&self, id: &str) -> Option<Arc<J>> {
        let mut table = self.table.lock();
        self.forget(&mut table);
        table.get(id).filter(|kept| kept.published).map(|kept| Arc::clone(&kept.job))
    }

    /// Notes that its creator is answered with its id.
    pub fn publish(&self, job: &J) {
        if let Some(kept) = self.table.lock().get_mut(job.id()) {
            kept.published = true;
            kept.answered.get_or_insert(FirstAnswer::Job);
        }
    }

    /// Notes that its creator is answered with its result; nobody then needs it but a retry.
    pub fn answered(&self, job: &J) {
        let mut table = self.table.lock();
        match table.get_mut(job.id()) {
            Some(kept) if kept.retry.is_some() => {
                kept.answered.get_or_insert(FirstAnswer::Result);
            }
            Some(kept) if !kept.published => {
                table.remove(job.id());
            }
            _ => {}
        }
    }

    /// Stops and forgets a job.
    pub fn remove(&self, id: &str) {
        let removed = self.table.lock().remove(id);
        if let Some(kept) = removed {
            kept.job.course().stop().cancel();
        }
    }

    /// How long an ended one is kept.
    pub fn keep(&self) -> Duration {
        self.settings.keep
    }

    /// How many are kept.
    pub fn len(&self) -> usize {
        self.table.lock().len()
    }

    /// Stops all of them.
    pub fn stop(&self) {
        self.table.lock().values().for_each(|kept| kept.job.course().stop().cancel());
    }

    fn forget(&self, table: &mut HashMap<String, StoredJob<J>>) {
        let now = Instant::now();
        let fresh = |at: Instant| now.duration_since(at) < self.settings.keep;
        table.retain(|_, kept| kept.job.course().ended_at().is_none_or(fresh));
    }
}

/// Of the address that keeps most jobs that have ended, forgets the one that ended first: nobody's results go for those of others.
fn forget_oldest<J: LongJob>(table: &mut HashMap<String, StoredJob<J>>) {
    let mut own: HashMap<Caller, usize> = HashMap::new();
    let mut ended = Vec::new();
    for (id, kept) in table.iter() {
        if let Some(at) = kept.job.course().ended_at() {
            let address = kept.caller.address_only();
            *own.entry(address).or_default() += 1;
            ended.push((address, at, id.clone()));
        }
    }
    ended.sort_by_key(|(address, at, _)| (Reverse(own.get(address).copied()), *at));
    if let Some((.., id)) = ended.first() {
        table.remove(id);
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    struct OneJob {
        id: String,
        course: JobCourse<()>,
    }

    impl LongJob for OneJob {
        type Made = ();
        type Report = ();

        fn id(&self) -> &str {
            &self.id
        }

        fn course(&self) -> &JobCourse<()> {
            &self.course
        }

        fn report(&self) {}
    }

    #[test]
    fn results_of_an_address_make_room_for_its_own_and_not_those_of_others() {
        let keep = Duration::from_secs(3_600);
        let jobs = Jobs::new(JobsSettings { most: 8, keep, whole: "the_analyses", share: "analyses" });
        let end = |address: u8, number: u8| {
            let job = Arc::new(OneJob { id: format!("{address}.{number}"), course: JobCourse::new() });
            let caller = Caller::new(Some(IpAddr::from([10, 0, 0, address])), 0);
            jobs.add(Arc::clone(&job), caller, None).unwrap();
            jobs.publish(&job);
            job.course.end(Ok(()));
        };
        end(1, 0);
        (0..20).for_each(|number| end(2, number));
        let kept = ["1.0", "2.12", "2.13", "2.19"].map(|id| jobs.get(id).is_some());
        assert_eq!((jobs.len(), kept), (8, [true, false, true, true]));
    }
}
