//! Moves: what is checked, and in which order.

use std::sync::Arc;
use std::time::Duration;

use super::{Player, Service};
use crate::ServiceError;
use crate::retry::RetryKey;
use crate::tables::changes::play;
use crate::tables::{Decision, Expected, LiveGame, RetryOutcome, Snapshot};

/// A move that somebody asks for. `E` is how a front end refuses a request that it cannot read; such a refusal is told
/// when its turn comes.
pub struct PlayMove<E> {
    /// The identity of the request, for retries.
    pub retry: Option<RetryKey>,
    /// On which state it was decided: every condition must hold, and there must be one.
    pub expects: Result<Vec<Expected>, E>,
    /// The move.
    pub wanted: Result<WantedMove, E>,
}

/// A move, as it was read.
pub struct WantedMove {
    /// The move in the game's notation.
    pub notation: String,
    /// How long to wait for the bots' replies.
    pub wait: Duration,
}

/// A move that was played.
pub struct PlayedMove {
    newest: Arc<Snapshot>,
    version: u64,
    /// Whether an earlier try of the same request played it.
    pub repeated: bool,
}

impl PlayedMove {
    /// The version that answers the move: the one it made, with the replies that were waited for.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The game at that version.
    ///
    /// # Errors
    /// A fault of this program.
    pub async fn snapshot(self) -> Result<Arc<Snapshot>, ServiceError> {
        self.newest.at_version(self.version).await
    }
}

impl Service {
    /// Plays a move. The order of the checks: the player's token (in [`Service::player`]), an earlier try of the same
    /// request, the version, the syntax, the turn, the rules.
    ///
    /// # Errors
    /// The first check that fails; the store does not take the move. Nothing happened then.
    pub async fn play<E: From<ServiceError>>(
        &self,
        player: &Player,
        ask: PlayMove<E>,
    ) -> Result<PlayedMove, E> {
        let PlayMove { retry, expects, wanted } = ask;
        let wait = wanted.as_ref().map_or(Duration::ZERO, |wanted| wanted.wait);
        let decide = |game: &LiveGame, snapshot: &Snapshot| {
            player.holds(snapshot)?;
            let expects = expects?;
            if expects.is_empty() {
                return Err(ServiceError::VersionRequired.into());
            }
            Expected::check_all(&expects, snapshot, player.seat)?;
            let notation = wanted?.notation;
            let change = play(snapshot, player.seat, &notation, self.now(), game.is_assisted())?;
            Ok::<_, E>(Decision::new(change))
        };
        let game = &player.game;
        let (newest, made, repeated) = match self.live_games.change(game.id(), retry.as_ref(), decide).await?
        {
            RetryOutcome::Done { snapshot, version } => {
                metrics::counter!("tapis_moves_total").increment(1);
                (snapshot, version, false)
            }
            RetryOutcome::Repeated(first) => (game.snapshot(), first.version()?, true),
        };
        let newest = if wait.is_zero() { newest } else { game.replies(wait, &self.stopping).await };
        let version = newest.answering(made, !wait.is_zero());
        Ok(PlayedMove { newest, version, repeated })
    }
}
