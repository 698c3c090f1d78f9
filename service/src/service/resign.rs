//! Giving up.

use serde::{Deserialize, Serialize};
use tapis_db::model::{GameId, Json};
use tapis_games::seat::Seat;
use utoipa::ToSchema;

use super::Service;
use crate::ServiceError;
use crate::retry::RetryKey;
use crate::tables::changes::resign;
use crate::tables::{Decision, GameStatus, Part, RetryOutcome};

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
    /// The bearer of `token` gives up. Why `request` cannot be read is told once the token is known to be a seat's.
    /// Answers also whether an earlier try of the same request did it.
    ///
    /// # Errors
    /// The token is no seat's, the request cannot be read, or the game does not run.
    pub async fn resign<E: From<ServiceError>>(
        &self,
        game: GameId,
        token: Option<&str>,
        request: Result<(), E>,
        retry: Option<&RetryKey>,
    ) -> Result<(Resigned, bool), E> {
        let (mut made, mut request) = (None, Part::new(request));
        let outcome = self.live_games.change(game, retry, |_, snapshot| {
            let seat = snapshot.caller(&self.tokens, token)?.seat()?;
            request.get()?;
            let change = resign(snapshot, seat, self.now())?;
            let done = Resigned { seat, status: change.next.status, version: change.next.version() };
            let response = Some(Json::of(&done));
            made = Some(done);
            Ok::<_, E>(Decision { change: Some(change), response })
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
