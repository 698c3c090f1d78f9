//! A change of a game on somebody's request, which may be a retry.

use std::sync::Arc;

use tapis_db::StoreError;
use tapis_db::model::{GameId, Json};

use super::changes::Change;
use super::live::CommitError;
use super::snapshot::Snapshot;
use super::{LiveGame, LiveGames};
use crate::ServiceError;
use crate::retry::{FirstResponse, RetryKey};

/// What a request comes to; nothing to change by default.
#[derive(Default)]
pub(crate) struct Decision {
    /// The change.
    pub change: Option<Change>,
    /// What of the answer a retry needs beside the version.
    pub response: Option<Json>,
}

/// What became of a request.
pub(crate) enum RetryOutcome {
    /// It was done now.
    Done {
        /// The newest version.
        snapshot: Arc<Snapshot>,
        /// The first version the request made; the newest one when it changed nothing.
        version: u64,
    },
    /// It was done before, by another try of the same request.
    Repeated(FirstResponse),
}

impl Decision {
    /// A change.
    pub fn new(change: Change) -> Self {
        Self { change: Some(change), response: None }
    }
}

impl LiveGames {
    /// Does what a request asks, once: `decide` is called with the newest version, which nobody else can change
    /// meanwhile. A key that was used goes before every refusal of `decide`; a key that is new is stored with the
    /// change.
    ///
    /// # Errors
    /// Those of [`LiveGames::open`] and of `decide`; the key was used for another request; the store does not take the
    /// change. Nothing happened then.
    pub(crate) async fn change<E: From<ServiceError>>(
        &self,
        game: GameId,
        retry: Option<&RetryKey>,
        decide: impl FnOnce(&LiveGame, &Snapshot) -> Result<Decision, E>,
    ) -> Result<RetryOutcome, E> {
        let writing = self.write(game).await?;
        let snapshot = writing.snapshot();
        let (change, response) = match decide(writing.game(), &snapshot) {
            Ok(Decision { change: Some(change), response }) => (change, response),
            other => {
                drop(writing);
                if let Some(retry) = retry
                    && let Some(first) = retry.first_try(self).await?
                {
                    return Ok(RetryOutcome::Repeated(first));
                }
                let version = snapshot.version();
                return other.map(|_| RetryOutcome::Done { snapshot, version });
            }
        };
        let version = snapshot.version() + 1;
        let record = retry.map(|retry| retry.record(game, version, response));
        match (self.commit(writing, change, record).await, retry) {
            (Ok(snapshot), _) => Ok(RetryOutcome::Done { snapshot, version }),
            (Err(CommitError::Store(StoreError::KeyUsed(first))), Some(retry)) => {
                Ok(RetryOutcome::Repeated(retry.same(*first)?))
            }
            (Err(error), _) => Err(ServiceError::from(error).into()),
        }
    }
}
