//! A caller's hold on its search.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tapis_solver::control::Cancel;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::fair::Caller;
use super::shared::{Shared, TaskError};

/// How long a cancelled search may take to stop before its caller is told that it failed.
const GRACE: Duration = Duration::from_secs(5);

/// A submitted search. Awaiting it gives the answer; dropping it withdraws the search, or stops it if it runs.
pub struct Ticket<T> {
    pub(super) id: u64,
    pub(super) caller: Caller,
    pub(super) shared: Arc<Shared>,
    pub(super) cancel: Cancel,
    pub(super) limit: Duration,
    /// When it is refused, should it still wait for its turn.
    pub(super) begin_by: Option<Instant>,
    pub(super) started: Option<oneshot::Receiver<()>>,
    pub(super) answer: oneshot::Receiver<Result<T, TaskError>>,
    pub(super) settled: bool,
}

impl<T> Ticket<T> {
    /// Stops the search; its answer, if any, still comes.
    pub fn cancel(&self) {
        self.cancel.cancel();
    }

    /// Waits until the search starts. Whether it has: `false` when it was refused while it waited, or could not begin in
    /// time.
    pub async fn started(&mut self) -> bool {
        let Some(mut started) = self.started.take() else { return true };
        if let Some(begin_by) = self.begin_by {
            match tokio::time::timeout_at(begin_by, &mut started).await {
                Ok(started) => return started.is_ok(),
                Err(_) if self.shared.refuse_waiting(self.id, self.caller) => return false,
                Err(_) => {} // it begins just now
            }
        }
        started.await.is_ok()
    }

    /// The answer, with the search cancelled once it has run for the task's limit. A search that heeds its own time
    /// budget never gets there.
    ///
    /// # Errors
    /// See [`TaskError`].
    pub async fn within_limit(mut self) -> Result<Outcome<T>, TaskError> {
        if !self.started().await {
            return (&mut self).await.map(Outcome::in_time);
        }
        let limit = self.limit;
        if let Ok(answer) = tokio::time::timeout(limit, &mut self).await {
            return answer.map(Outcome::in_time);
        }
        self.cancel.cancel();
        self.shared.count_overrun();
        match tokio::time::timeout(GRACE, &mut self).await {
            Ok(answer) => answer.map(|answer| Outcome { answer, stopped_at_limit: true }),
            Err(_) => Err(TaskError::Failed),
        }
    }
}

/// What came of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome<T> {
    /// What it answered.
    pub answer: T,
    /// Whether it answered only because its limit was up.
    pub stopped_at_limit: bool,
}

impl<T> Outcome<T> {
    fn in_time(answer: T) -> Self {
        Self { answer, stopped_at_limit: false }
    }
}

impl<T> Future for Ticket<T> {
    type Output = Result<T, TaskError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let answer = std::task::ready!(Pin::new(&mut self.answer).poll(context));
        self.settled = true;
        Poll::Ready(answer.unwrap_or(Err(TaskError::Failed)))
    }
}

impl<T> Drop for Ticket<T> {
    fn drop(&mut self) {
        if !self.settled {
            self.cancel.cancel();
            self.shared.abandon(self.id, self.caller);
        }
    }
}
