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

/// What a request comes to.
pub struct Decision {
    /// The change; `None` when there is nothing to change.
    pub change: Option<Change>,
    /// The status the front end answers, kept for retries.
    pub status: u16,
    /// What else of the answer a retry needs.
    pub response: Option<Json>,
}

/// What became of a request.
pub enum RetryOutcome {
    /// It was done now.
    Done {
        /// The newest version.
        snapshot: Arc<Snapshot>,
        /// The first version the request made; the newest one when it changed nothing.
        version: u64,
        /// The status of its [`Decision`].
        status: u16,
    },
    /// It was done before, by another try of the same request.
    Repeated(FirstResponse),
}

impl Decision {
    /// Nothing to change, and the status it is answered with.
    pub fn nothing(status: u16) -> Self {
        Self { change: None, status, response: None }
    }

    /// A change and the status it is answered with.
    pub fn new(change: Change, status: u16) -> Self {
        Self { change: Some(change), status, response: None }
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
    pub async fn change<E: From<ServiceError>>(
        &self,
        game: GameId,
        retry: Option<&RetryKey>,
        decide: impl FnOnce(&LiveGame, &Snapshot) -> Result<Decision, E>,
    ) -> Result<RetryOutcome, E> {
        let writing = self.write(game).await?;
        let snapshot = writing.snapshot();
        let first_try = || retry.map(|retry| retry.first_try(self.store())).transpose();
        let (change, status, response) = match decide(writing.game(), &snapshot) {
            Ok(Decision { change: Some(change), status, response }) => (change, status, response),
            other => {
                drop(writing);
                if let Some(first) = first_try()?.flatten() {
                    return Ok(RetryOutcome::Repeated(first));
                }
                let version = snapshot.version();
                return other.map(|decision| RetryOutcome::Done {
                    snapshot,
                    version,
                    status: decision.status,
                });
            }
        };
        let version = snapshot.version() + 1;
        let record = retry.map(|retry| retry.record(status, game, version, response));
        match (self.commit(writing, change, record).await, retry) {
            (Ok(snapshot), _) => Ok(RetryOutcome::Done { snapshot, version, status }),
            (Err(CommitError::Store(StoreError::KeyUsed(first))), Some(retry)) => {
                Ok(RetryOutcome::Repeated(retry.same(*first)?))
            }
            (Err(error), _) => Err(ServiceError::from(error).into()),
        }
    }
}
