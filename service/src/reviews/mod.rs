//! Reviews of games that are over: what was luck and what was play, as work that outlives its request.
//!
//! A review is found by an id that follows from what was played, the effort and the version: the same question is the same review.
//! It is stored with its game and goes with it. Nothing of a review leads to a hint.

mod job;
mod report;

use std::sync::Arc;

use sha2::{Digest, Sha256};
use tapis_review::{Effort, FinishedGame, Pace, Par, ReviewError, Reviewer};
use tapis_solver::control::Control;

use crate::advice::hints::hint_error;
use crate::jobs::{Jobs, JobsSettings};
use crate::kept::Kept;
use crate::settings::AdviceSettings;
use crate::{FieldError, ServiceError};
pub(crate) use job::{ReviewWork, Subject};
pub(crate) use report::of_record;
pub use report::{Hints, ReviewContent, ReviewProgress, ReviewReport};

/// The version of what makes reviews: of another one the same game has another review.
pub const VERSION: u32 = tapis_review::VERSION;

/// With what the ids of reviews begin.
pub(crate) const PREFIX: &str = "rev_";
/// Rulesets of which it is remembered what a game is worth before its deal, and how long one takes.
const RULESETS: usize = 1_024;

/// The reviews in memory, and what is known of their rulesets.
pub(crate) struct Reviews {
    pub jobs: Arc<Jobs<ReviewWork>>,
    pars: Kept<String, Par>,
    paces: Kept<String, Pace>,
}

impl Reviews {
    /// No reviews yet.
    pub fn new(settings: &AdviceSettings) -> Self {
        let jobs = Jobs::new(JobsSettings::of(settings, "the_reviews", "reviews"));
        Self { jobs: Arc::new(jobs), pars: Kept::new(RULESETS), paces: Kept::new(RULESETS) }
    }

    /// What each seat can expect before the first deal of the ruleset of this hash, worked out once.
    ///
    /// # Errors
    /// [`ReviewError::Cancelled`].
    pub fn par(
        &self,
        hash: &str,
        reviewer: &Reviewer,
        effort: Effort,
        control: &Control,
    ) -> Result<Par, ReviewError> {
        if let Some(par) = self.pars.get(&hash.to_owned()) {
            return Ok(par);
        }
        let par = reviewer.par(effort.depth(), control)?;
        self.pars.keep(hash.to_owned(), par.clone(), 1);
        Ok(par)
    }

    /// Whether that is known.
    pub fn has_par(&self, hash: &str) -> bool {
        self.pars.get(&hash.to_owned()).is_some()
    }

    /// How quickly games of a ruleset are played and searched here, measured once.
    ///
    /// # Errors
    /// See [`ReviewError`].
    pub fn pace(&self, game: &FinishedGame, reviewer: &Reviewer) -> Result<Pace, ReviewError> {
        let hash = &game.ruleset().ruleset().hash;
        if let Some(pace) = self.paces.get(hash) {
            return Ok(pace);
        }
        let pace = reviewer.pace(game)?;
        self.paces.keep(hash.clone(), pace, 1);
        Ok(pace)
    }

    /// Stops all of them.
    pub fn stop(&self) {
        self.jobs.stop();
    }
}

/// The id of the review of `what` with this effort. Whoever does not know what was played does not find it.
pub(crate) fn id_of(effort: Effort, what: &[&[u8]]) -> String {
    let digest = Sha256::new().chain_update("tapis review id").chain_update(VERSION.to_be_bytes());
    let digest =
        what.iter().fold(digest.chain_update(effort.name()), |digest, part| digest.chain_update(part));
    format!("{PREFIX}{}", hex::encode(&digest.finalize()[..16]))
}

/// Why a question about a choice has no answer.
pub(crate) fn refused(error: ReviewError) -> ServiceError {
    match error {
        ReviewError::Hint(error) => match hint_error(error) {
            ServiceError::Invalid(faults) => {
                let why = faults.into_iter().map(|fault| FieldError { pointer: "/why".to_owned(), ..fault });
                ServiceError::Invalid(why.collect())
            }
            other => other,
        },
        other => ServiceError::internal(other),
    }
}
