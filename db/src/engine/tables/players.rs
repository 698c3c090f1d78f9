//! Players that front ends name at seats.

use crate::engine::failure::Outcome;
use crate::engine::record::Value;
use crate::engine::record::players::{AFTER, FORGET, IN_PLACE, NEWEST, UNSEAT};
use crate::engine::rows::{self, most as at_most};
use crate::engine::sql::{Engine, Sql};
use crate::engine::tables::webhooks;
use crate::error::Result;
use crate::model::{GameId, SeatCursor, SeatedPlayer, WatchedGame};
use crate::store::PlayerStore;

impl<E: Engine> PlayerStore for E {
    fn players_of(&self, game: GameId) -> Result<Vec<SeatedPlayer>> {
        self.read(move |db| of_game(db, game))
    }

    fn seats_of_player(
        &self,
        key: &str,
        player: &str,
        after: Option<SeatCursor>,
        most: usize,
    ) -> Result<Vec<SeatedPlayer>> {
        let (key, player) = (key.to_owned(), player.to_owned());
        self.read(move |db| {
            let mut values: Vec<Value<'_>> = vec![(&key).into(), (&player).into()];
            if let Some(SeatCursor { created_at, game, seat }) = after {
                values.extend([created_at.into(), game.into(), seat.into()]);
            }
            values.push(at_most(most));
            rows::all(db, if after.is_some() { AFTER } else { NEWEST }, &values)
        })
    }

    fn forget_player(&self, key: &str, player: &str, most: usize) -> Result<usize> {
        let (key, player) = (key.to_owned(), player.to_owned());
        self.write(None, move |db| {
            Ok(db.execute(FORGET, &[(&key).into(), (&player).into(), at_most(most)])? as usize)
        })
    }
}

/// Names players of a game and has its followers told, in the transaction of the game or of the events that bring them. At the seats
/// `unseated` nobody is named any more.
pub(crate) fn seat(
    db: &dyn Sql,
    game: GameId,
    unseated: &[u8],
    players: &[SeatedPlayer],
    followers: &[WatchedGame],
) -> Outcome<()> {
    unseated.iter().try_for_each(|seat| db.execute(UNSEAT, &[game.into(), (*seat).into()]).map(drop))?;
    players.iter().try_for_each(|player| rows::insert(db, player, IN_PLACE).map(drop))?;
    followers.iter().try_for_each(|follower| webhooks::follow(db, follower))
}

/// The players named in a game, by seat.
pub(crate) fn of_game(db: &dyn Sql, game: GameId) -> Outcome<Vec<SeatedPlayer>> {
    rows::all(db, "WHERE game = $1 ORDER BY seat", &[game.into()])
}
