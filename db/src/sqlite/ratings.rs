//! How strong players are.

use rusqlite::{Connection, params};

use super::error::Outcome;
use super::games::Session;
use super::{SqliteStore, players, rows};
use crate::engine::ratings::{ABOVE_ALL, AFTER, FORGET, IN_PLACE, LADDER, OF_PLAYER, ONE, after, rated};
use crate::engine::record::thousandths;
use crate::error::Result;
use crate::model::{GameId, PlayerRating, Ranking, Time};
use crate::store::{RatingStore, wait};

impl RatingStore for SqliteStore {
    fn ratings_of(&self, key: &str, player: &str) -> Result<Vec<PlayerRating>> {
        Ok(self.readers.read(|conn| rows::all(conn, OF_PLAYER, [key, player]))?)
    }

    fn ladder(
        &self,
        key: &str,
        game: &str,
        after: Option<(f64, String)>,
        most: usize,
    ) -> Result<Vec<PlayerRating>> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let (mean, player) = match after {
            Some((mean, player)) => (thousandths(mean)?, player),
            None => (ABOVE_ALL, String::new()),
        };
        Ok(self.readers.read(|conn| rows::all(conn, LADDER, params![key, game, mean, player, most]))?)
    }

    fn forget_ratings(&self, key: &str, player: &str) -> Result<usize> {
        let (key, player) = (key.to_owned(), player.to_owned());
        let work = move |session: &mut Session<'_>| {
            Ok(session.conn.prepare_cached(FORGET)?.execute([key, player])?)
        };
        wait(|reply| self.writer.submit(work, reply))
    }

    fn ratings(&self, after: Option<(String, String, String)>, most: usize) -> Result<Vec<PlayerRating>> {
        Ok(self.readers.read(|conn| page(conn, after.as_ref(), most))?)
    }

    fn put_rating(&self, rating: PlayerRating) -> Result<()> {
        let work = move |session: &mut Session<'_>| rows::insert(session.conn, &rating, IN_PLACE).map(drop);
        wait(|reply| self.writer.submit(work, reply))
    }
}

/// See [`RatingStore::ratings`].
pub(super) fn page(
    conn: &Connection,
    after: Option<&(String, String, String)>,
    most: usize,
) -> Outcome<Vec<PlayerRating>> {
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let first = Default::default();
    let (key, player, game) = after.unwrap_or(&first);
    rows::all(conn, AFTER, params![key, player, game, most])
}

/// Rates the players of a game that ends in this transaction.
pub(super) fn rate(conn: &Connection, game: GameId, ranking: &Ranking, now: Time) -> Outcome<()> {
    let players = players::of_game(conn, game)?;
    let mut before = rated(ranking, &players, now);
    for player in &mut before {
        let known = rows::first(conn, ONE, [&player.key, &player.player, &player.game])?;
        *player = known.unwrap_or_else(|| player.clone());
    }
    for rating in after(ranking, &players, before, now) {
        rows::insert(conn, &rating, IN_PLACE)?;
    }
    Ok(())
}
