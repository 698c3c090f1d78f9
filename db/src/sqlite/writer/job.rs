//! A request to the writer: work to do inside a savepoint, and whom to answer.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::engine::answer;
use crate::error::{Result, StoreError};
use crate::sqlite::error::{Failure, Outcome};
use crate::sqlite::games::Session;
use crate::store::Reply;

/// Whether a job shares its transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sqlite) enum Mode {
    /// With whatever else is queued.
    Grouped,
    /// With nothing else.
    Alone,
    /// With its like. A power cut may take it back after it was answered, with all that came later: whoever asked for it
    /// does it again. It survives the end of the process. It lets everything else pass, and nobody waits for the disk, so writes
    /// that must be durable are hardly held up by it: for the one such work under way at most.
    Repeatable,
}

/// A request, its types erased.
pub(super) trait Job: Send {
    fn mode(&self) -> Mode;

    /// Does the work and keeps its answer. A panic in it is a failure.
    fn run(&mut self, session: &mut Session<'_>) -> std::result::Result<(), Failure>;

    /// Answers: with what the work said if its transaction was committed, else with why it was not.
    fn answer(self: Box<Self>, committed: Result<()>);
}

struct Task<T, W> {
    mode: Mode,
    work: Option<W>,
    outcome: Option<Outcome<T>>,
    reply: Reply<T>,
}

pub(super) fn new<T, W>(mode: Mode, work: W, reply: Reply<T>) -> Box<dyn Job>
where
    T: Send + 'static,
    W: FnOnce(&mut Session<'_>) -> Outcome<T> + Send + 'static,
{
    Box::new(Task { mode, work: Some(work), outcome: None, reply })
}

impl<T, W> Job for Task<T, W>
where
    T: Send,
    W: FnOnce(&mut Session<'_>) -> Outcome<T> + Send,
{
    fn mode(&self) -> Mode {
        self.mode
    }

    fn run(&mut self, session: &mut Session<'_>) -> std::result::Result<(), Failure> {
        let Some(work) = self.work.take() else { return Ok(()) };
        let outcome = catch_unwind(AssertUnwindSafe(|| work(session)))
            .unwrap_or_else(|_| Err(StoreError::Io("a write failed inside".to_owned()).into()));
        let result = outcome.as_ref().map(|_| ()).map_err(Clone::clone);
        self.outcome = Some(outcome);
        result
    }

    fn answer(self: Box<Self>, committed: Result<()>) {
        let answer = match (committed, self.outcome) {
            (Err(error), _) => Err(error),
            (Ok(()), Some(outcome)) => outcome.map_err(StoreError::from),
            (Ok(()), None) => Err(StoreError::Closed),
        };
        answer::answer(self.reply, answer);
    }
}
