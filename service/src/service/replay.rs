//! The replay of a finished game.

use bytes::Bytes;
use tapis_db::model::GameId;
use tapis_games::locale::Languages;
use tapis_games::seat::Viewer;

use super::Service;
use crate::ServiceError;
use crate::pool::Caller;
use crate::serving;
use crate::tables::replay::GameReplay;
use crate::tables::{Beside, GameStatus};

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
    pub async fn replay(
        &self,
        game: GameId,
        token: Option<&str>,
        caller: Caller,
    ) -> Result<ReplayBody, ServiceError> {
        let game = self.live_games.open(game).await?;
        let snapshot = game.snapshot();
        snapshot.caller(&self.tokens, token)?;
        if snapshot.status != GameStatus::Finished {
            return Err(ServiceError::conflict("game_not_over-replay"));
        }
        let version = snapshot.version();
        let (reader, beside) = ((Viewer::Replay, Languages::All), Beside::default());
        if let Some(json) = snapshot.made_body(reader, beside) {
            return Ok(ReplayBody { version, json });
        }
        let make = move || {
            serving::long("a replay");
            snapshot.body(reader, beside, || {
                let body = serde_json::to_vec(&GameReplay::of(&snapshot)?).map_err(ServiceError::internal)?;
                Ok::<_, ServiceError>(Bytes::from(body))
            })
        };
        let json = self.answers.make(caller, make).await??;
        self.live_games.count(&game);
        Ok(ReplayBody { version, json })
    }
}
