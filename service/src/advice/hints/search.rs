//! One search: from an observation log to a ticket of the solver pool.

use std::sync::Arc;
use std::time::Duration;

use tapis_games::locale::said;
use tapis_games::log::ObservationLog;
use tapis_solver::answer::{Algorithm, Answer, Status, Stop};
use tapis_solver::control::Control;
use tapis_solver::engine::{Engine, HintError};
use tapis_solver::sampling::LEAST_PLAYOUTS;

use super::{SearchRequest, Shelf};
use crate::answers::refusal;
use crate::pool::{Caller, Outcome, SolverPool, Task, TaskError, Ticket};
use crate::{FieldError, ServiceError};

/// A position as a seat knows it, and the engine to ask about it.
#[derive(Clone)]
pub struct SearchQuestion {
    /// Everything the seat knows.
    pub log: Arc<ObservationLog>,
    /// Its engine.
    pub engine: Arc<dyn Engine>,
}

/// What is known of a position before it is searched.
pub enum Prior {
    /// Nothing, and nothing is kept.
    Nothing,
    /// A search to go on with, if there is one.
    Search(Shelf),
    /// The answer; only what is asked beside it is missing.
    Answer(Arc<Answer>),
}

/// What came of a search, or why it could not run.
pub type SearchOutcome = Result<Result<Answer, HintError>, ServiceError>;

/// A search that was admitted.
pub struct PendingSearch(Ticket<Result<Answer, HintError>>);

impl SearchQuestion {
    /// Admits the search to `pool`, where it waits for its turn no longer than `patience`. It goes on with the one that is `known`.
    ///
    /// # Errors
    /// The pool is full or stopping.
    pub fn search(
        &self,
        pool: &SolverPool,
        caller: Caller,
        (ask, known): (&SearchRequest, Prior),
        patience: Option<Duration>,
        control: Control,
    ) -> Result<PendingSearch, ServiceError> {
        let request = ask.request(&self.log.sha256());
        let Self { log, engine } = self.clone();
        let searched = control.clone();
        let more = ask.asks_more();
        let work = move || {
            let answer = match known {
                Prior::Answer(found) => (*found).clone(),
                Prior::Nothing => engine.hint(&log, &request, &searched)?,
                Prior::Search(shelf) => {
                    let mut kept = shelf.take();
                    let answer = engine.go_on(&log, &request, &searched, &mut kept);
                    shelf.put(kept);
                    answer?
                }
            };
            if more { engine.more(&log, &request, answer, &searched) } else { Ok(answer) }
        };
        let task = Task { caller, price: ask.price, limit: ask.limit, patience, control, work };
        pool.submit(task).map(PendingSearch).map_err(ServiceError::from)
    }
}

impl PendingSearch {
    /// Waits until the search has a lane.
    ///
    /// # Errors
    /// It was refused while it waited.
    pub async fn started(mut self) -> Result<Self, ServiceError> {
        if self.0.started().await {
            return Ok(self);
        }
        match self.0.await {
            Ok(_) => Err(ServiceError::internal("a search answered without having started")),
            Err(lost) => Err(lost.into()),
        }
    }

    /// The answer, at the latest when the search's limit is up.
    ///
    /// # Errors
    /// The search failed, or was refused while it waited.
    pub async fn answer(self) -> SearchOutcome {
        let Outcome { answer, stopped_at_limit } = self.0.within_limit().await?;
        if stopped_at_limit && answer.as_ref().is_ok_and(says_too_little) {
            return Err(TaskError::Busy { retry_after: RETRY_AFTER_S }.into());
        }
        Ok(answer.map(|answer| if stopped_at_limit { at_deadline(answer) } else { answer }))
    }
}

/// After how many seconds to come back when the processors were too busy for a search.
const RETRY_AFTER_S: u64 = 2;

/// Whether the sampling solver was stopped before it had played enough lines to say anything.
fn says_too_little(answer: &Answer) -> bool {
    answer.stop == Stop::Cancelled
        && answer.method.name == Algorithm::Ismcts
        && answer.timing.nodes < LEAST_PLAYOUTS
}

/// A search stopped by us because its time was up, not by its caller.
fn at_deadline(answer: Answer) -> Answer {
    match answer.stop {
        Stop::Cancelled => Answer { status: Status::Partial, stop: Stop::Deadline, ..answer },
        _ => answer,
    }
}

/// Why there is no answer about a position somebody posted.
pub fn hint_error(error: HintError) -> ServiceError {
    match error {
        HintError::Refused { pointer, text } => {
            ServiceError::Invalid(vec![FieldError::in_words(pointer, text)])
        }
        HintError::Inconsistent(refusal) => {
            ServiceError::Invalid(vec![FieldError::in_words("/plies", refusal.coded())])
        }
        HintError::NotYourTurn => ServiceError::field("/plies", said("not_this_turn")),
    }
}

impl From<TaskError> for ServiceError {
    fn from(lost: TaskError) -> Self {
        refusal(lost, "the_solver", "analyses")
    }
}
