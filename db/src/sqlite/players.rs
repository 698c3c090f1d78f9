//! Players that front ends name at seats.

use rusqlite::{Connection, OptionalExtension, params};

use super::error::Outcome;
use super::games::Session;
use super::{SqliteStore, rows};
use crate::engine::record::players::{AFTER, FORGET, IN_PLACE, NEWEST, all_in};
use crate::error::{Result, StoreError};
use crate::model::{GameId, SeatCursor, SeatedPlayer};
use crate::store::{PlayerStore, wait};

impl PlayerStore for SqliteStore {
    fn seat_players(&self, game: GameId, players: Vec<SeatedPlayer>) -> Result<()> {
        all_in(game, &players)?;
        let work = move |session: &mut Session<'_>| put(session.conn, game, &players);
        wait(|reply| self.writer.submit(work, reply))
    }

    fn unseat_player(&self, game: GameId, seat: u8) -> Result<bool> {
        let work = move |session: &mut Session<'_>| {
            let sql = "DELETE FROM seated_players WHERE game = ?1 AND seat = ?2";
            Ok(session.conn.prepare_cached(sql)?.execute(params![game.to_string(), seat])? == 1)
        };
        wait(|reply| self.writer.submit(work, reply))
    }

    fn players_of(&self, game: GameId) -> Result<Vec<SeatedPlayer>> {
        Ok(self.readers.read(|conn| of_game(conn, game))?)
    }

    fn seats_of_player(
        &self,
        key: &str,
        player: &str,
        after: Option<SeatCursor>,
        most: usize,
    ) -> Result<Vec<SeatedPlayer>> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        Ok(self.readers.read(|conn| match after {
            Some(SeatCursor { created_at, game, seat }) => {
                let place = (created_at.to_string(), game.to_string());
                rows::all(conn, AFTER, params![key, player, place.0, place.1, seat, most])
            }
            None => rows::all(conn, NEWEST, params![key, player, most]),
        })?)
    }

    fn forget_player(&self, key: &str, player: &str, most: usize) -> Result<usize> {
        let (key, player) = (key.to_owned(), player.to_owned());
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let work = move |session: &mut Session<'_>| {
            Ok(session.conn.prepare_cached(FORGET)?.execute(params![key, player, most])?)
        };
        wait(|reply| self.writer.submit(work, reply))
    }
}

/// The players named in a game, by seat.
pub(super) fn of_game(conn: &Connection, game: GameId) -> Outcome<Vec<SeatedPlayer>> {
    rows::all(conn, "WHERE game = ?1 ORDER BY seat", [game.to_string()])
}

fn put(conn: &Connection, game: GameId, players: &[SeatedPlayer]) -> Outcome<()> {
    let mut there = conn.prepare_cached("SELECT 1 FROM games WHERE id = ?1")?;
    let there = there.query_row([game.to_string()], |row| row.get::<_, i64>(0)).optional()?;
    there.ok_or(StoreError::NotFound)?;
    players.iter().try_for_each(|player| rows::insert(conn, player, IN_PLACE).map(drop))
}
