//! One review, waiting, made or ended.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tapis_db::model::GameId;
use tapis_review::{Effort, FinishedGame, Review, ReviewError, Reviewer, Watch, Work};
use tapis_solver::control::Control;

use super::{Hints, ReviewContent, ReviewProgress, ReviewReport, Reviews, VERSION};
use crate::ServiceError;
use crate::jobs::{JobCourse, JobState, LongJob};

/// With less done than this the time left is what was estimated before.
const TELLING: f64 = 0.1;

/// What is reviewed.
pub(crate) struct Subject {
    /// The id of its review.
    pub id: String,
    /// The game.
    pub game: GameId,
    /// How much work.
    pub effort: Effort,
    /// What was played.
    pub finished: FinishedGame,
    /// The hints that were given.
    pub hints: Hints,
    /// By what is known again who began it.
    pub begun_by: String,
}

/// One review.
pub(crate) struct ReviewWork {
    pub subject: Subject,
    work: Work,
    /// How long all of it takes.
    expected: Duration,
    /// Of both parts, how often something was done.
    done: [AtomicU64; 2],
    pub course: JobCourse<ReviewContent>,
}

impl ReviewWork {
    /// A review that waits.
    pub fn new(subject: Subject, work: Work, expected: Duration) -> Self {
        Self { subject, work, expected, done: Default::default(), course: JobCourse::new() }
    }

    /// Makes it; called on the threads that do.
    ///
    /// # Errors
    /// See [`ReviewError`].
    pub fn make(
        &self,
        reviewer: &Reviewer,
        known: &Reviews,
        control: &Control,
    ) -> Result<Review, ReviewError> {
        let Subject { effort, finished, .. } = &self.subject;
        self.course.run(None);
        let par = known.par(&finished.ruleset().ruleset().hash, reviewer, *effort, control)?;
        let count = |part: usize| {
            self.done[part].fetch_add(1, Ordering::Relaxed);
        };
        let watch = Watch { control, done: &|| count(0) };
        let split = reviewer.split(finished, par, effort.depth(), watch)?;
        self.course.run(self.content(&split).ok());
        let watch = Watch { control, done: &|| count(1) };
        reviewer.judged(finished, split, effort.depth(), watch)
    }

    /// What a review of its game says.
    ///
    /// # Errors
    /// It has no JSON: a fault of this program.
    pub fn content(&self, review: &Review) -> Result<ReviewContent, ServiceError> {
        ReviewContent::of(self.subject.hints.clone(), review)
    }

    fn progress(&self, since: Option<Instant>) -> ReviewProgress {
        let elapsed = since.map_or(Duration::ZERO, |since| since.elapsed());
        let done = self.done();
        let left = match elapsed.mul_f64((1.0 - done) / done.max(TELLING)) {
            left if done >= TELLING => left,
            _ => self.expected.mul_f64(1.0 - done),
        };
        ReviewProgress {
            elapsed_ms: elapsed.as_millis() as u64,
            done,
            seconds_left: left.as_secs_f64().ceil() as u64,
        }
    }

    /// The part of the work that is done.
    fn done(&self) -> f64 {
        let game = &self.subject.finished;
        // A move and what chance brought after it; a choice is looked at, and then judged.
        let of = [game.moves() + 1, 2 * game.choices()];
        let [split, judged] = [0, 1]
            .map(|part| (self.done[part].load(Ordering::Relaxed) as f64 / of[part].max(1) as f64).min(1.0));
        let Work { par, split: first, judged: second } = self.work;
        let begun = if split > 0.0 { par } else { 0.0 };
        ((begun + split * first + judged * second) / self.work.total().max(1.0)).clamp(0.0, 1.0)
    }
}

impl LongJob for ReviewWork {
    type Made = ReviewContent;
    type Report = ReviewReport;

    fn id(&self) -> &str {
        &self.subject.id
    }

    fn course(&self) -> &JobCourse<ReviewContent> {
        &self.course
    }

    fn report(&self) -> ReviewReport {
        let (status, stage) = self.course.now();
        let progress = stage.end.is_none().then(|| self.progress(stage.since));
        let (content, error) = match stage.end {
            None => (stage.part, None),
            Some((_, Ok(content))) => (Some(content), None),
            Some((_, Err(error))) => (None, Some(error).filter(|_| status == JobState::Failed)),
        };
        let Subject { id, game, effort, .. } = &self.subject;
        let (id, game, effort) = (id.clone(), *game, *effort);
        ReviewReport { id, game, effort, version: VERSION, status, progress, content, error }
    }

    fn begun_by(&self) -> Option<&str> {
        Some(&self.subject.begun_by)
    }
}
