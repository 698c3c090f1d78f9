//! A change of a game on somebody's request, which may be a retry.

use std::ops::ControlFlow;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tapis_db::StoreError;
use tapis_db::model::{GameId, Json};
use tapis_games::seat::Seat;

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

/// What a decision may be made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trust {
    /// The newest version, after the store was asked for it.
    Nothing,
    /// The version in memory.
    Memory,
}

/// How often another node may be quicker before the caller is asked to come again.
const CONFLICTS: usize = 16;

impl Decision {
    /// A change.
    pub fn new(change: Change) -> Self {
        Self { change: Some(change), response: None }
    }
}

impl LiveGames {
    /// What the first try of a request did, if there was one. The store is asked where long answers are made: it may be another machine,
    /// and looks through the log of a game.
    ///
    /// # Errors
    /// The key was used for another request, or the store cannot tell.
    pub(crate) async fn first_try(&self, retry: &RetryKey) -> Result<Option<FirstResponse>, ServiceError> {
        let (games, asked) = (self.clone(), retry.clone());
        let ask = move || games.store().idempotency(&asked.scope, &asked.key, asked.game, asked.now);
        match self.answers().make_here(ask).await?? {
            Some(record) => retry.same(record).map(Some),
            None => Ok(None),
        }
    }

    /// Does what a request asks, once: `decide` is called with the newest version, which nobody else can change
    /// meanwhile on this node; where another node was quicker, it is called again with what that made. A key that was used goes
    /// before every refusal of `decide`; a key that is new is stored with the change.
    ///
    /// # Errors
    /// Those of [`LiveGames::open`] and of `decide`; the key was used for another request; the store does not take the
    /// change. Nothing happened then.
    pub(crate) async fn change(
        &self,
        game: GameId,
        retry: Option<&RetryKey>,
        decide: impl FnMut(&LiveGame, &Snapshot) -> Result<Decision, ServiceError>,
    ) -> Result<RetryOutcome, ServiceError> {
        self.change_from(Trust::Nothing, game, retry, decide).await
    }

    /// As [`LiveGames::change`], for a request whose answer a retry has again: what is answered, and whether it is of an earlier try.
    ///
    /// # Errors
    /// As there.
    pub(crate) async fn change_answered<T: Serialize + DeserializeOwned>(
        &self,
        game: GameId,
        retry: Option<&RetryKey>,
        mut decide: impl FnMut(&Snapshot) -> Result<(Change, T), ServiceError>,
    ) -> Result<(T, bool), ServiceError> {
        let mut made = None;
        let outcome = self.change(game, retry, |_, snapshot| {
            let (change, answer) = decide(snapshot)?;
            let response = Some(Json::of(&answer));
            made = Some(answer);
            Ok(Decision { change: Some(change), response })
        });
        let (answer, repeated) = match outcome.await? {
            RetryOutcome::Done { .. } => (made, false),
            RetryOutcome::Repeated(first) => (first.answer(), true),
        };
        answer
            .map(|answer| (answer, repeated))
            .ok_or_else(|| ServiceError::internal("a stored answer is not whole"))
    }

    /// As [`LiveGames::change`], where the first decision may be made with the version in memory: the store takes it if that is
    /// the newest, and a refusal is told once the store was asked.
    ///
    /// # Errors
    /// As there.
    pub(crate) async fn change_from(
        &self,
        mut trust: Trust,
        game: GameId,
        retry: Option<&RetryKey>,
        mut decide: impl FnMut(&LiveGame, &Snapshot) -> Result<Decision, ServiceError>,
    ) -> Result<RetryOutcome, ServiceError> {
        for _ in 0..CONFLICTS {
            match self.change_now(trust, game, retry, &mut decide).await? {
                ControlFlow::Break(outcome) => return Ok(outcome),
                ControlFlow::Continue(()) => tracing::debug!(%game, "another node was quicker"),
            }
            trust = Trust::Nothing;
        }
        Err(ServiceError::StoreUnavailable)
    }

    /// One try; to go on means that another node was quicker.
    async fn change_now(
        &self,
        trust: Trust,
        game: GameId,
        retry: Option<&RetryKey>,
        decide: &mut impl FnMut(&LiveGame, &Snapshot) -> Result<Decision, ServiceError>,
    ) -> Result<ControlFlow<RetryOutcome>, ServiceError> {
        let known = match trust {
            Trust::Memory => self.known(game).await?,
            Trust::Nothing => self.open(game).await?,
        };
        let writing = self.refreshed(known.write().await).await?;
        let snapshot = writing.snapshot();
        let decision = decide(writing.game(), &snapshot);
        // What a game says when it is over also has what is written beside its versions.
        let relies_on_it = match &decision {
            Ok(Decision { change: Some(change), .. }) => change.has_result(),
            _ => true,
        };
        if trust == Trust::Memory && relies_on_it && !self.is_newest(&writing).await? {
            return Ok(ControlFlow::Continue(()));
        }
        let (change, response) = match decision {
            Ok(Decision { change: Some(change), response }) => (change, response),
            other => {
                drop(writing);
                if let Some(retry) = retry
                    && let Some(first) = self.first_try(retry).await?
                {
                    return Ok(ControlFlow::Break(self.repeated(game, first).await?));
                }
                let version = snapshot.version();
                return other.map(|_| ControlFlow::Break(RetryOutcome::Done { snapshot, version }));
            }
        };
        let version = snapshot.version() + 1;
        let record = retry.map(|retry| retry.record(game, version, response));
        match (self.commit(writing, change, record).await, retry) {
            (Ok(snapshot), _) => Ok(ControlFlow::Break(RetryOutcome::Done { snapshot, version })),
            (Err(CommitError::Store(StoreError::KeyUsed(first))), Some(retry)) => {
                Ok(ControlFlow::Break(self.repeated(game, retry.same(*first)?).await?))
            }
            (Err(CommitError::Store(StoreError::Conflict { .. })), _) => Ok(ControlFlow::Continue(())),
            (Err(error), _) => Err(error.into()),
        }
    }

    /// The first try of a request. Where it came to another node, the game is brought to what that made.
    async fn repeated(&self, game: GameId, first: FirstResponse) -> Result<RetryOutcome, ServiceError> {
        self.see_to(game).await?;
        Ok(RetryOutcome::Repeated(first))
    }
}

/// A condition on the version of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Any version.
    Any,
    /// One of these versions.
    OneOf(Vec<u64>),
    /// A state that the caller cannot have seen, as it named it.
    Foreign(String),
}

impl Expected {
    /// Checks all conditions against the newest version, as `seat` sees it.
    ///
    /// # Errors
    /// The first condition that does not hold.
    pub(crate) fn check_all(
        conditions: &[Self],
        snapshot: &Snapshot,
        seat: Seat,
    ) -> Result<(), ServiceError> {
        conditions.iter().try_for_each(|condition| condition.check(snapshot.version(), seat))
    }

    fn check(&self, version: u64, seat: Seat) -> Result<(), ServiceError> {
        match self {
            Self::Any => Ok(()),
            Self::OneOf(known) if known.contains(&version) => Ok(()),
            Self::OneOf(known) => {
                let known = known.iter().copied().max().unwrap_or_default();
                Err(ServiceError::StaleVersion { known, version, seat })
            }
            Self::Foreign(named) => Err(ServiceError::ForeignState { named: named.clone(), version, seat }),
        }
    }
}
