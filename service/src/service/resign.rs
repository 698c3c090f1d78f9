//! Giving up.

use serde::{Deserialize, Serialize};
use tapis_db::model::GameId;
use tapis_games::seat::Seat;
use utoipa::ToSchema;

use super::Service;
use crate::ServiceError;
use crate::retry::RetryKey;
use crate::tables::changes::resign;
use crate::tables::{GameStatus, Snapshot};

/// The result of resigning.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"seat": 0, "status": "finished", "version": 19}))]
pub struct Resigned {
    /// The seat that resigned.
    pub seat: Seat,
    /// The status of the game: `finished` with two seats; otherwise it runs on with a bot in the seat.
    pub status: GameStatus,
    /// The game's version afterwards.
    pub version: u64,
}

impl Service {
    /// The bearer of `token` gives up. Answers also whether an earlier try of the same request did it.
    ///
    /// # Errors
    /// The token is no seat's, or the game does not run.
    pub async fn resign(
        &self,
        game: GameId,
        token: Option<&str>,
        retry: Option<&RetryKey>,
    ) -> Result<(Resigned, bool), ServiceError> {
        let decide = |snapshot: &Snapshot| {
            let seat = snapshot.caller(&self.tokens, token)?.seat()?;
            let change = resign(snapshot, seat, self.now())?;
            let done = Resigned { seat, status: change.next.status, version: change.next.version() };
            Ok((change, done))
        };
        self.live_games.change_answered(game, retry, decide).await
    }
}
