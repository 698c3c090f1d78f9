//! The replay of a finished game.

use bytes::Bytes;
use tapis_db::model::GameId;
use tapis_games::locale::Languages;
use tapis_games::seat::Viewer;
use tokio::sync::SemaphorePermit;

use super::Service;
use crate::tables::replay::GameReplay;
use crate::tables::{Beside, GameStatus};
use crate::{Conflict, ServiceError};

/// The replay of a finished game.
pub struct ReplayBody {
    /// The version of the game, which is its last.
    pub version: u64,
    /// The JSON of a [`GameReplay`].
    pub json: Bytes,
}

impl Service {
    /// Everything that was hidden in a finished game; made once.
    ///
    /// # Errors
    /// There is no such game, or none for the bearer of `token`; it is not over; its log is damaged.
    pub async fn replay(&self, game: GameId, token: Option<&str>) -> Result<ReplayBody, ServiceError> {
        let game = self.live_games.open(game).await?;
        let snapshot = game.snapshot();
        snapshot.caller(&self.tokens, token)?;
        if snapshot.status != GameStatus::Finished {
            return Err(ServiceError::conflict(Conflict::GameNotOver, "game_not_over-replay"));
        }
        let version = snapshot.version();
        let _permit = self.turn_of_replay().await?;
        let made = tokio::task::spawn_blocking(move || {
            snapshot.body((Viewer::Replay, Languages::All), Beside::default(), || {
                let body = serde_json::to_vec(&GameReplay::of(&snapshot)?).map_err(ServiceError::internal)?;
                Ok::<_, ServiceError>(Bytes::from(body))
            })
        });
        let json = made.await.map_err(ServiceError::internal)??;
        self.live_games.count(&game);
        Ok(ReplayBody { version, json })
    }

    /// Waits until a replay may be worked out: they would take all processors otherwise, and none waits once the service stops.
    async fn turn_of_replay(&self) -> Result<SemaphorePermit<'_>, ServiceError> {
        tokio::select! {
            biased;
            () = self.stopping.cancelled() => Err(ServiceError::ShuttingDown),
            permit = self.replay_permits.acquire() => permit.map_err(ServiceError::internal),
        }
    }
}
