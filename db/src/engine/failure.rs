//! Why something was not done, inside of an engine.

use crate::error::StoreError;

/// The result of everything in an engine.
pub(crate) type Outcome<T> = Result<T, Failure>;

/// A [`StoreError`] on its way out. It keeps the conversions from errors of libraries out of the public interface.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    error: StoreError,
    then: Then,
}

/// What may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Then {
    /// Nothing: it is the answer.
    Answer,
    /// The connection is of no use any more. A write may or may not have become durable.
    Leave,
    /// The connection has not answered yet, so nothing else is asked over it; others are as good as before.
    Close,
    /// The server asks to try the same transaction again; it was taken back.
    Retry,
}

impl Failure {
    /// The connection is of no use any more.
    pub(crate) fn lost(text: String) -> Self {
        Self { error: StoreError::Io(text), then: Then::Leave }
    }

    /// There was no time to wait for an answer any more.
    pub(crate) fn late() -> Self {
        Self { error: StoreError::Io("no answer in time".to_owned()), then: Then::Close }
    }

    /// The server asks to try the same transaction again.
    pub(crate) fn again(text: &str) -> Self {
        tracing::debug!(text, "a transaction is taken back");
        Self { error: StoreError::Busy, then: Then::Retry }
    }

    pub(crate) fn is_lost(&self) -> bool {
        self.then == Then::Leave
    }

    pub(crate) fn is_late(&self) -> bool {
        self.then == Then::Close
    }

    pub(crate) fn is_again(&self) -> bool {
        self.then == Then::Retry
    }

    /// The error as callers see it.
    pub(crate) fn error(&self) -> &StoreError {
        &self.error
    }

    /// What is damaged, if that is why.
    pub(crate) fn damage(&self) -> Option<&str> {
        match &self.error {
            StoreError::Corrupt(what) => Some(what),
            _ => None,
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self { error, then: Then::Answer }
    }
}

impl From<Failure> for StoreError {
    fn from(failure: Failure) -> Self {
        failure.error
    }
}
