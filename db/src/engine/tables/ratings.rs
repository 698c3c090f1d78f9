//! How strong players are.

use crate::engine::failure::Outcome;
use crate::engine::ratings::{
    ABOVE_ALL, AFTER, FORGET, IN_PLACE, LADDER, LEFT, OF_PLAYER, ONE, after as rated_after, rated,
};
use crate::engine::record::thousandths;
use crate::engine::rows::{self, most as at_most};
use crate::engine::sql::{Engine, Sql};
use crate::error::Result;
use crate::model::{GameId, PlayerRating, Ranking, SeatedPlayer, Time};
use crate::store::RatingStore;

impl<E: Engine> RatingStore for E {
    fn ratings_of(&self, key: &str, player: &str) -> Result<Vec<PlayerRating>> {
        let (key, player) = (key.to_owned(), player.to_owned());
        self.read(move |db| rows::all(db, OF_PLAYER, &[(&key).into(), (&player).into()]))
    }

    fn ladder(
        &self,
        key: &str,
        game: &str,
        after: Option<(f64, String)>,
        most: usize,
    ) -> Result<Vec<PlayerRating>> {
        let (key, game) = (key.to_owned(), game.to_owned());
        let (sure, player) = match after {
            Some((sure, player)) => (thousandths(sure)?, player),
            None => (ABOVE_ALL, String::new()),
        };
        self.read(move |db| {
            let values = [(&key).into(), (&game).into(), sure.into(), (&player).into(), at_most(most)];
            rows::all(db, LADDER, &values)
        })
    }

    fn forget_ratings(&self, key: &str, player: &str) -> Result<usize> {
        let (key, player) = (key.to_owned(), player.to_owned());
        self.write(None, move |db| Ok(db.execute(FORGET, &[(&key).into(), (&player).into()])? as usize))
    }

    fn ratings(&self, after: Option<(String, String, String)>, most: usize) -> Result<Vec<PlayerRating>> {
        self.read(move |db| page(db, after.as_ref(), most))
    }

    fn put_rating(&self, rating: PlayerRating) -> Result<()> {
        self.write(None, move |db| rows::insert(db, &rating, IN_PLACE).map(drop))
    }
}

/// See [`RatingStore::ratings`].
pub(crate) fn page(
    db: &dyn Sql,
    after: Option<&(String, String, String)>,
    most: usize,
) -> Outcome<Vec<PlayerRating>> {
    let first = Default::default();
    let (key, player, game) = after.unwrap_or(&first);
    rows::all(db, AFTER, &[key.into(), player.into(), game.into(), at_most(most)])
}

/// Rates the players of a game that ends in this transaction. Each is locked before it is read, all in one order, so games that end at once
/// rate one after the other; whoever forgets a player meanwhile waits for the seat.
pub(crate) fn rate(db: &dyn Sql, game: GameId, ranking: &Ranking, now: Time) -> Outcome<()> {
    let seats = format!("WHERE game = $1 ORDER BY seat{}", db.for_update());
    let players: Vec<SeatedPlayer> = rows::all(db, &seats, &[game.into()])?;
    let mut before = Vec::new();
    for new in rated(ranking, &players, now) {
        rows::insert(db, &new, LEFT)?;
        let key = [(&new.key).into(), (&new.player).into(), (&new.game).into()];
        before.push(rows::locked(db, ONE, &key)?.unwrap_or_else(|| new.clone()));
    }
    for rating in rated_after(ranking, &players, before, now) {
        rows::insert(db, &rating, IN_PLACE)?;
    }
    Ok(())
}
