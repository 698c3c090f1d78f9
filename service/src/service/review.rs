//! Reviews of finished games.

use std::sync::Arc;

use tapis_db::model::GameId;
use tapis_review::{Effort, FinishedGame, Review};

use super::Service;
use super::show::{JobNow, Written, taken_beginner};
use crate::ServiceError;
use crate::jobs::LongJob as _;
use crate::pool::Caller;
use crate::reviews::{Hints, PREFIX, ReviewReport, Subject, id_of, of_record};
use crate::tables::{EndedBy, GameStatus, Snapshot};

/// A review that was asked for.
pub struct BegunReview {
    /// As it is now.
    pub now: ReviewNow,
    /// Whether somebody had asked for it before.
    pub known: bool,
}

/// A review at one moment.
pub type ReviewNow = JobNow<ReviewReport>;

/// A review's game, and what the review says.
pub(super) struct Reviewed {
    pub finished: FinishedGame,
    pub review: Review,
    pub effort: Effort,
}

impl Service {
    /// Reviews a game that is over, or finds the review that there is of it. `by` is known again as who began it. One that goes on is
    /// shown to other nodes as `written`.
    ///
    /// # Errors
    /// There is no such game, or none for the bearer of `token`; it is not over, or has no end by its rules; the effort is too dear;
    /// no room.
    pub async fn review_game(
        self: &Arc<Self>,
        game: GameId,
        token: Option<&str>,
        effort: Effort,
        (caller, by): (Caller, &str),
        written: Written<ReviewReport>,
    ) -> Result<BegunReview, ServiceError> {
        let snapshot = self.live_games.open(game).await?.snapshot();
        snapshot.caller(&self.tokens, token)?;
        ended_by_rules(&snapshot)?;
        let info = &snapshot.info;
        let id = id_of(effort, &[game.to_string().as_bytes(), &info.seed.0, &info.nonce.0]);
        if let Some(now) = self.known_review(&id).await? {
            return Ok(BegunReview { now, known: true });
        }
        self.space.admit()?;
        let hints = Hints { hints_used: info.tally.by_seat(), helped: snapshot.helped() };
        let finished = self.answers.make(caller, move || finished(&snapshot)).await??;
        let begun_by = self.beginner(by);
        let subject = Subject { id, game, effort, finished, hints, begun_by };
        self.begin_review(subject, caller, written).await
    }

    /// A review as it is now, whichever node makes it.
    ///
    /// # Errors
    /// There is none of this id; the store cannot tell.
    pub async fn review(&self, id: &str) -> Result<ReviewNow, ServiceError> {
        Ok(self.review_begun_by(id).await?.0)
    }

    /// A review as it is now, and by what is known again who began it; of a stored one nobody knows.
    async fn review_begun_by(&self, id: &str) -> Result<(ReviewNow, Option<String>), ServiceError> {
        let none = ServiceError::NotFound { what: "review" };
        if !id.starts_with(PREFIX) {
            return Err(none);
        }
        if let Some(job) = self.reviews.jobs.get(id) {
            return Ok((ReviewNow::Report(Box::new(job.report())), Some(job.subject.begun_by.clone())));
        }
        if let Some(record) = self.in_store(id, |store, id| store.review(id)).await? {
            return Ok((ReviewNow::Report(Box::new(of_record(record)?)), None));
        }
        let shown = self.in_store(id, |store, id| store.analysis(id)).await?;
        // Where its node is gone, whoever asks for it again has it made anew.
        let shown = shown.filter(|shown| !shown.is_late).ok_or(none)?;
        let mut body = shown.body.read().map_err(ServiceError::internal)?;
        let begun_by = taken_beginner(&mut body);
        Ok((ReviewNow::Written(body), begun_by))
    }

    /// Refuses those who may not delete a review: who began it may, unless it is stored with its game, and who sits there.
    ///
    /// # Errors
    /// As [`Service::review`]; the caller began it not, and `token` is of no seat of its game.
    pub async fn may_delete_review(
        &self,
        id: &str,
        token: Option<&str>,
        by: &str,
    ) -> Result<(), ServiceError> {
        let (now, begun_by) = self.review_begun_by(id).await?;
        if begun_by.is_some_and(|begun_by| begun_by == self.beginner(by)) {
            return Ok(());
        }
        let game = match &now {
            ReviewNow::Report(report) => Some(report.game),
            ReviewNow::Written(body) => body["game"].as_str().and_then(|id| id.parse().ok()),
        };
        let refused = ServiceError::ReviewOfOthers { token: token.is_some() };
        let Some(game) = game else { return Err(refused) };
        let snapshot = self.live_games.open(game).await?.snapshot();
        match snapshot.caller(&self.tokens, token).and_then(|caller| caller.seat()) {
            Err(hidden @ ServiceError::NotFound { .. }) => Err(hidden),
            Err(_) => Err(refused),
            Ok(_) => Ok(()),
        }
    }

    /// By what is known again who began a review. Without the secret nobody finds by it who that is.
    fn beginner(&self, by: &str) -> String {
        self.tokens.seal("begun a review", by.as_bytes()).to_hex().to_string()
    }

    /// Stops a review and forgets it, whichever node makes it.
    ///
    /// # Errors
    /// As [`Service::review`].
    pub async fn delete_review(&self, id: &str) -> Result<(), ServiceError> {
        self.review(id).await?;
        self.reviews.jobs.remove(id);
        self.in_store(id, |store, id| store.drop_analysis(id)).await?;
        self.in_store(id, |store, id| store.delete_review(id)).await?;
        Ok(())
    }

    /// The review of this id, unless it must be made anew.
    async fn known_review(&self, id: &str) -> Result<Option<ReviewNow>, ServiceError> {
        let says_nothing = |now: &ReviewNow| match now {
            ReviewNow::Report(report) => report.progress.is_none() && report.content.is_none(),
            ReviewNow::Written(body) => body["progress"].is_null() && body["review"].is_null(),
        };
        match self.review(id).await {
            Ok(now) if !says_nothing(&now) => Ok(Some(now)),
            Ok(_) | Err(ServiceError::NotFound { .. }) => {
                self.in_store(id, |store, id| store.drop_analysis(id)).await?;
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// A finished review with its game.
    ///
    /// # Errors
    /// As [`Service::review`]; it is not finished.
    pub(super) async fn reviewed(&self, id: &str, caller: Caller) -> Result<Reviewed, ServiceError> {
        let job = self.reviews.jobs.get(id);
        let not_over = || ServiceError::conflict("review_not_over");
        let report = match self.review(id).await? {
            ReviewNow::Report(report) => report,
            ReviewNow::Written(_) => return Err(not_over()),
        };
        let content = report.content.filter(|_| report.progress.is_none());
        let review = content.ok_or_else(not_over)?.read()?;
        let finished = match job {
            Some(job) => job.subject.finished.clone(),
            None => {
                let snapshot = self.live_games.open(report.game).await?.snapshot();
                self.answers.make(caller, move || finished(&snapshot)).await??
            }
        };
        Ok(Reviewed { finished, review, effort: report.effort })
    }
}

/// The game of a snapshot, with everything that was hidden.
fn finished(snapshot: &Snapshot) -> Result<FinishedGame, ServiceError> {
    let (rules, commitment) = (Arc::clone(snapshot.rules()?), snapshot.info.commitment.clone());
    let game = FinishedGame::new(rules, snapshot.stored_line(), commitment);
    Ok(game.named(snapshot.names()).by_service(&snapshot.by_service()))
}

/// Refuses games that are not over, and those that have no end by their rules.
fn ended_by_rules(snapshot: &Snapshot) -> Result<(), ServiceError> {
    let no_end = |why| Err(ServiceError::conflict(why));
    match (snapshot.status, snapshot.ended_by()) {
        (GameStatus::Waiting | GameStatus::Running, _) => Err(ServiceError::conflict("game_not_over-review")),
        (GameStatus::Aborted, _) => no_end("no_end-aborted"),
        (GameStatus::Finished, Some(EndedBy::Resignation | EndedBy::Timeout)) => no_end("no_end-given_up"),
        (GameStatus::Finished, _) => snapshot.rules().map(drop),
    }
}
