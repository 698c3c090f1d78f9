//! A review is made: admitted, followed to its end, stored.

use std::sync::Arc;
use std::time::Duration;

use tapis_db::StoreError;
use tapis_db::model::{Json, ReviewRecord};
use tapis_games::locale::said;
use tapis_review::{FinishedGame, Pace, Review, ReviewError, Reviewer, Work};
use tapis_solver::control::Control;

use super::Service;
use super::review::{BegunReview, ReviewNow};
use super::show::Written;
use crate::ServiceError;
use crate::jobs::LongJob as _;
use crate::pool::{Caller, Task, Ticket, Units};
use crate::reviews::{ReviewContent, ReviewReport, ReviewWork, Subject, VERSION, refused};

impl Service {
    /// Begins a review, or lets it wait for its turn.
    pub(super) async fn begin_review(
        self: &Arc<Self>,
        subject: Subject,
        caller: Caller,
        written: Written<ReviewReport>,
    ) -> Result<BegunReview, ServiceError> {
        let ruleset = subject.finished.ruleset();
        let reviewer = Reviewer::of(&self.sources.games, ruleset).map_err(refused)?;
        let pace = self.pace_of(&subject.finished, &reviewer, caller).await?;
        let mut work = Work::of(&subject.finished, subject.effort.depth(), pace);
        if self.reviews.has_par(&ruleset.ruleset().hash) {
            work.par = 0.0;
        }
        let expected = work.total() / self.settings.analysis_threads as f64;
        let most = self.settings.analysis_max_ms;
        if expected > most as f64 {
            let seconds = (expected / 1_000.0).ceil();
            let dear = said("review_too_dear").with("seconds", seconds).with("most", most / 1_000);
            return Err(ServiceError::field("/effort", dear));
        }
        let job = Arc::new(ReviewWork::new(subject, work, Duration::from_secs_f64(expected / 1_000.0)));
        let kept = self.reviews.jobs.add(Arc::clone(&job), caller, None)?;
        let report = |of: &ReviewWork| ReviewNow::Report(Box::new(of.report()));
        if !Arc::ptr_eq(&kept, &job) {
            return Ok(BegunReview { now: report(&kept), known: true });
        }
        self.reviews.jobs.publish(&job);
        let price = Units::new(expected as u64);
        let ticket = self.submit_review(&job, reviewer, caller, price);
        let ticket = ticket.inspect_err(|_| self.reviews.jobs.remove(job.id()))?;
        let (this, driven) = (Arc::clone(self), Arc::clone(&job));
        tokio::spawn(async move { this.drive_review(&driven, ticket).await });
        if !self.show(&self.reviews.jobs, &job, written).await {
            // Another node was asked at the same moment.
            self.reviews.jobs.remove(job.id());
            return Ok(BegunReview { now: self.review(job.id()).await?, known: true });
        }
        Ok(BegunReview { now: report(&job), known: false })
    }

    fn submit_review(
        self: &Arc<Self>,
        job: &Arc<ReviewWork>,
        reviewer: Reviewer,
        caller: Caller,
        price: Units,
    ) -> Result<Ticket<Result<Review, ReviewError>>, ServiceError> {
        let control = Control::default();
        let (this, made, watched) = (Arc::clone(self), Arc::clone(job), control.clone());
        let work = move || made.make(&reviewer, &this.reviews, &watched);
        let limit = Duration::from_millis(self.settings.analysis_max_ms);
        let task = Task { caller, price, limit, patience: None, control, work };
        Ok(self.solving.of_review(price).submit(task)?)
    }

    /// Follows a review to its end, and stores that of a game.
    async fn drive_review(&self, job: &ReviewWork, ticket: Ticket<Result<Review, ReviewError>>) {
        let made = tokio::select! {
            made = ticket.within_limit() => made.map_err(ServiceError::from),
            () = job.course.stop().cancelled() => Err(ServiceError::internal("the review was cancelled")),
        };
        let content = match made.map(|made| made.answer) {
            Ok(Ok(review)) => job.content(&review),
            Ok(Err(ReviewError::Cancelled)) => {
                Err(ServiceError::Busy { what: "the_solver", retry_after_s: 60 })
            }
            Ok(Err(error)) => Err(refused(error)),
            Err(error) => Err(error),
        };
        let stored = match &content {
            Ok(content) if !job.course.stop().is_cancelled() => self.store_review(job, content).await,
            _ => Ok(false),
        };
        match stored {
            Err(StoreError::NotFound) => job.course.end(Err(ServiceError::NotFound { what: "game" })),
            Ok(is_stored) => {
                job.course.end(content);
                if is_stored {
                    self.reviews.jobs.remove(job.id());
                }
            }
            Err(error) => {
                tracing::warn!(%error, review = job.id(), "a review is kept in memory only");
                job.course.end(content);
            }
        }
    }

    /// Stores the review of a game; answers whether it is stored.
    async fn store_review(&self, job: &ReviewWork, content: &ReviewContent) -> Result<bool, StoreError> {
        let Subject { id, game, effort, .. } = &job.subject;
        let record = ReviewRecord {
            id: id.clone(),
            game: *game,
            engine: VERSION,
            effort: effort.name().to_owned(),
            body: Json::of(content),
            created_at: self.now(),
        };
        let store = Arc::clone(&self.store);
        let stored = tokio::task::spawn_blocking(move || store.put_review(record)).await;
        stored.unwrap_or(Err(StoreError::Closed)).map(|_| true)
    }

    /// How quickly games of the ruleset of `game` are played and searched here.
    pub(super) async fn pace_of(
        self: &Arc<Self>,
        game: &FinishedGame,
        reviewer: &Reviewer,
        caller: Caller,
    ) -> Result<Pace, ServiceError> {
        let (this, game, reviewer) = (Arc::clone(self), game.clone(), reviewer.clone());
        let pace = self.answers.make(caller, move || this.reviews.pace(&game, &reviewer)).await?;
        pace.map_err(refused)
    }
}
