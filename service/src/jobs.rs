//! All analyses in memory.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::Job;
use crate::ServiceError;
use crate::advice::pool::Caller;
use crate::settings::AdviceSettings;

/// Bounds on what is kept.
#[derive(Clone, Copy, Debug)]
pub struct JobsSettings {
    /// Analyses altogether.
    pub most: usize,
    /// How long an ended one is kept.
    pub keep: Duration,
}

impl JobsSettings {
    /// The bounds as they are configured.
    pub fn of(settings: &AdviceSettings) -> Self {
        Self { most: settings.analyses, keep: settings.analysis_keep }
    }
}

/// The analyses in memory.
pub struct Jobs {
    settings: JobsSettings,
    table: Mutex<HashMap<String, StoredJob>>,
}

struct StoredJob {
    job: Arc<Job>,
    caller: Caller,
    retry: Option<Retry>,
    /// Whether its id was given away.
    published: bool,
    /// What its creator was answered, once it was.
    answered: Option<FirstAnswer>,
}

/// What the creator of an analysis was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstAnswer {
    /// Its result.
    Result,
    /// Its id, to look at it later.
    Job,
}

/// How a retry of the request that created an analysis is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retry {
    /// Caller and key.
    pub key: String,
    /// Hash of the request.
    pub fingerprint: blake3::Hash,
}

/// An analysis that a retry asks for again.
pub struct RepeatedAnalysis {
    /// It.
    pub job: Arc<Job>,
    /// The first answer, if there was one yet.
    pub answered: Option<FirstAnswer>,
}

impl Jobs {
    /// No analyses yet.
    pub fn new(settings: JobsSettings) -> Self {
        Self { settings, table: Mutex::default() }
    }

    /// The analysis that an earlier request with this key made.
    ///
    /// # Errors
    /// The key was used for another request.
    pub fn retried(&self, retry: &Retry) -> Result<Option<RepeatedAnalysis>, ServiceError> {
        let mut table = self.table.lock();
        self.forget(&mut table);
        let same_key = |kept: &&StoredJob| kept.retry.as_ref().is_some_and(|known| known.key == retry.key);
        let Some(kept) = table.values().find(same_key) else { return Ok(None) };
        if kept.retry.as_ref() != Some(retry) {
            return Err(ServiceError::KeyReused);
        }
        Ok(Some(RepeatedAnalysis { job: Arc::clone(&kept.job), answered: kept.answered }))
    }

    /// Takes in a new analysis. The analyses of one address that have not ended are at most an eighth of the room, and
    /// never more than what is left for all others: however many addresses take all they can, the next finds room.
    ///
    /// # Errors
    /// There is no room, or no more of it for the caller's address.
    pub fn add(&self, job: Arc<Job>, caller: Caller, retry: Option<Retry>) -> Result<(), ServiceError> {
        let mut table = self.table.lock();
        self.forget(&mut table);
        let active = |kept: &&StoredJob| kept.job.ended_at().is_none();
        let (mut running, mut own) = (0, 0);
        for kept in table.values().filter(active) {
            running += 1;
            own += usize::from(kept.caller.same_address(caller));
        }
        let share = self.settings.most.div_ceil(8).min(self.settings.most.saturating_sub(running));
        if running >= self.settings.most {
            return Err(ServiceError::Busy { what: "the_analyses", retry_after_s: 5 });
        }
        if own >= share {
            return Err(ServiceError::ShareUsed { what: "analyses", retry_after_s: 5 });
        }
        if table.len() >= self.settings.most {
            forget_oldest(&mut table);
        }
        let kept = StoredJob { job: Arc::clone(&job), caller, retry, published: false, answered: None };
        table.insert(job.id().to_owned(), kept);
        Ok(())
    }

    /// The analysis of this id, if its id was given away.
    pub fn get(&self, id: &str) -> Option<Arc<Job>> {
        let mut table = self.table.lock();
        self.forget(&mut table);
        table.get(id).filter(|kept| kept.published).map(|kept| Arc::clone(&kept.job))
    }

    /// Notes that its creator is answered with its id.
    pub fn publish(&self, job: &Job) {
        if let Some(kept) = self.table.lock().get_mut(job.id()) {
            kept.published = true;
            kept.answered.get_or_insert(FirstAnswer::Job);
        }
    }

    /// Notes that its creator is answered with its result; nobody then needs it but a retry.
    pub fn answered(&self, job: &Job) {
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

    /// Stops and forgets an analysis.
    pub fn remove(&self, id: &str) {
        let removed = self.table.lock().remove(id);
        if let Some(kept) = removed {
            kept.job.cancel();
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
        self.table.lock().values().for_each(|kept| kept.job.cancel());
    }

    fn forget(&self, table: &mut HashMap<String, StoredJob>) {
        let now = Instant::now();
        let fresh = |at: Instant| now.duration_since(at) < self.settings.keep;
        table.retain(|_, kept| kept.job.ended_at().is_none_or(fresh));
    }
}

/// Forgets the analysis that ended first, if any has.
fn forget_oldest(table: &mut HashMap<String, StoredJob>) {
    let ended = table.iter().filter_map(|(id, kept)| Some((kept.job.ended_at()?, id.clone())));
    if let Some((_, id)) = ended.min() {
        table.remove(&id);
    }
}
