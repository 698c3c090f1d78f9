//! Ending games in which nobody moves any more.

use tapis_db::StoreError;
use tapis_db::model::{Cursor, GameId};

use super::Service;
use crate::ServiceError;
use crate::tables::changes::{abandon, may_be_abandoned};
use crate::tables::{CommitError, LoadError};

/// How many old games are asked for at once.
const PAGE: usize = 500;
const DAY_S: i64 = 24 * 3_600;

impl Service {
    /// Ends the games that wait or run in which nothing happened for so many days and no clock runs, until the service stops; answers
    /// how many: none while the date is doubtful. Looks at games that are older than that, however many are younger. Blocks.
    ///
    /// # Errors
    /// The store does not answer or take it; what was ended until then is ended. A damaged game is left as it is.
    pub fn abandon_games(&self, days: u32) -> Result<usize, ServiceError> {
        if !self.trust.may_abandon(self.now()) {
            return Ok(0);
        }
        let before = self.now().plus_seconds(-i64::from(days) * DAY_S);
        let (mut after, mut ended) = (None, 0);
        while !self.stopping.is_cancelled() {
            let games = self.store.old_games(before, after, PAGE)?;
            // A page may be short of games that are damaged; only an empty one is the last.
            let Some(last) = games.last() else { break };
            after = Some(Cursor { created_at: last.created_at, id: last.id });
            for game in games.iter().filter(|game| may_be_abandoned(game, before)) {
                if self.stopping.is_cancelled() {
                    return Ok(ended);
                }
                ended += usize::from(self.abandon_game(game.id, before)?);
            }
        }
        Ok(ended)
    }

    fn abandon_game(&self, game: GameId, before: tapis_db::model::Time) -> Result<bool, ServiceError> {
        let writing = match self.live_games.write_blocking(game) {
            Ok(writing) => writing,
            Err(LoadError::Store(error)) => return Err(error.into()),
            Err(error) => {
                tracing::error!(%game, %error, "a game cannot be ended");
                return Ok(false);
            }
        };
        let Some(change) = abandon(&writing.snapshot(), before, self.now()) else { return Ok(false) };
        match self.live_games.commit_blocking(writing, change) {
            Ok(_) => {}
            // Somebody goes on with it at another node.
            Err(CommitError::Store(StoreError::Conflict { .. })) => return Ok(false),
            Err(error) => return Err(error.into()),
        }
        metrics::counter!("tapis_games_abandoned_total").increment(1);
        Ok(true)
    }
}
