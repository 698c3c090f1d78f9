//! Players that front ends name at seats.

use crate::engine::failure::Outcome;
use crate::engine::record::Value;
use crate::engine::record::players::{AFTER, FORGET, IN_PLACE, NEWEST, all_in};
use crate::engine::rows::{self, most as at_most};
use crate::engine::sql::{Engine, Sql};
use crate::error::Result;
use crate::model::{GameId, SeatCursor, SeatedPlayer};
use crate::store::PlayerStore;

impl<E: Engine> PlayerStore for E {
    fn seat_players(&self, game: GameId, players: Vec<SeatedPlayer>) -> Result<()> {
        all_in(game, &players)?;
        self.write(Some(game), move |db| {
            rows::game_exists(db, game)?;
            players.iter().try_for_each(|player| rows::insert(db, player, IN_PLACE).map(drop))
        })
    }

    fn unseat_player(&self, game: GameId, seat: u8) -> Result<bool> {
        let sql = "DELETE FROM seated_players WHERE game = $1 AND seat = $2";
        self.write(Some(game), move |db| Ok(db.execute(sql, &[game.into(), seat.into()])? == 1))
    }

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

/// The players named in a game, by seat.
pub(crate) fn of_game(db: &dyn Sql, game: GameId) -> Outcome<Vec<SeatedPlayer>> {
    rows::all(db, "WHERE game = $1 ORDER BY seat", &[game.into()])
}
