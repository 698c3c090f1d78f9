//! Giving up.

use serde::{Deserialize, Serialize};
use tapis_db::model::{GameId, Json};
use tapis_games::seat::Seat;
use utoipa::ToSchema;

use super::Service;
use crate::ServiceError;
use crate::retry::RetryKey;
use crate::tables::changes::resign;
use crate::tables::{Decision, GameStatus, RetryOutcome};

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
        let mut made = None;
        let outcome = self.live_games.change(game, retry, |_, snapshot| {
            let seat = snapshot.caller(&self.tokens, token)?.seat()?;
            let change = resign(snapshot, seat, self.now())?;
            let done = Resigned { seat, status: change.next.status, version: change.next.version() };
            let response = Some(Json::of(&done));
            made = Some(done);
            Ok(Decision { change: Some(change), response })
        });
        let (done, repeated) = match outcome.await? {
            RetryOutcome::Done { .. } => (made, false),
            RetryOutcome::Repeated(first) => {
                (first.0.response.as_ref().and_then(|json| json.read().ok()), true)
            }
        };
        let done = done.ok_or_else(|| ServiceError::internal("a stored answer does not say who gave up"))?;
        self.release(game, done.seat).await?;
        Ok((done, repeated))
    }
}
