//! Taking back a move on a player's request.

use std::sync::Arc;

use super::{Player, Service};
use crate::ServiceError;
use crate::retry::RetryKey;
use crate::tables::changes::{UndoOutcome, ask_undo, refuse_undo};
use crate::tables::{Decision, Expected, LiveGame, RetryOutcome, Snapshot};

/// A request to take back a move.
pub struct AskUndo {
    /// The identity of the request, for retries.
    pub retry: Option<RetryKey>,
    /// The conditions on the version of the game; all must hold.
    pub expects: Vec<Expected>,
}

/// The outcome of the request.
pub struct AskedUndo {
    /// The game afterwards. Its `undo` is set while other players are asked.
    pub snapshot: Arc<Snapshot>,
    /// Whether an earlier try of the same request already did this.
    pub repeated: bool,
}

impl Service {
    /// Takes back the player's last decision, asks the others for it, or consents to what another asks. The order of the
    /// checks is that of [`Service::play`].
    ///
    /// # Errors
    /// A check fails, nothing can be taken back, the time of the seat to move is up, or the store refuses the change.
    pub async fn undo(&self, player: &Player, ask: AskUndo) -> Result<AskedUndo, ServiceError> {
        let AskUndo { retry, expects } = ask;
        let decide = |_: &LiveGame, snapshot: &Snapshot| {
            player.holds(snapshot)?;
            Expected::check_all(&expects, snapshot, player.seat)?;
            let now = self.now();
            let outcome = ask_undo(snapshot, player.seat, now)?;
            // Else it would give the seat time that is up already.
            snapshot.turn_in_time(now)?;
            Ok(match outcome {
                UndoOutcome::Done(change) | UndoOutcome::Pending(change) => {
                    match &snapshot.undo {
                        None => self.admit_event(snapshot, player.seat)?,
                        // Whoever is asked by another may consent, whatever they caused before.
                        Some(_) => self.space.admit()?,
                    }
                    Decision::new(change)
                }
                UndoOutcome::Unchanged => Decision::default(),
            })
        };
        let game = &player.game;
        let (snapshot, repeated) = match self.live_games.change(game.id(), retry.as_ref(), decide).await? {
            RetryOutcome::Done { snapshot, .. } => (snapshot, false),
            RetryOutcome::Repeated(first) => {
                let (newest, version) = (game.snapshot(), first.version()?);
                (newest.made_at(version, player.caller, &self.answers).await?, true)
            }
        };
        if snapshot.undone {
            game.mark_assisted();
        }
        Ok(AskedUndo { snapshot, repeated })
    }

    /// Refuses another seat's request, or withdraws the caller's own.
    ///
    /// # Errors
    /// The token is no longer the seat's, or there is no open request.
    pub async fn refuse_undo(&self, player: &Player) -> Result<Arc<Snapshot>, ServiceError> {
        let decide = |_: &LiveGame, snapshot: &Snapshot| {
            player.holds(snapshot)?;
            Ok(Decision::new(refuse_undo(snapshot, player.seat, self.now())?))
        };
        match self.live_games.change(player.game.id(), None, decide).await? {
            RetryOutcome::Done { snapshot, .. } => Ok(snapshot),
            RetryOutcome::Repeated(_) => Err(ServiceError::internal("a request without a key is no retry")),
        }
    }
}
