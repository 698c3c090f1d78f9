//! How strong players are.

use std::sync::Arc;

use deadpool_postgres::Client;

use super::PostgresStore;
use super::error::Outcome;
use super::node::{Node, once, read};
use super::rows;
use crate::engine::ratings::{
    ABOVE_ALL, AFTER, FORGET, IN_PLACE, LADDER, LEFT, OF_PLAYER, ONE, after, rated,
};
use crate::engine::record::{Value, thousandths};
use crate::error::Result;
use crate::model::{GameId, PlayerRating, Ranking, SeatedPlayer, Time};
use crate::store::{RatingStore, wait};

impl RatingStore for PostgresStore {
    fn ratings_of(&self, key: &str, player: &str) -> Result<Vec<PlayerRating>> {
        let (key, player) = (key.to_owned(), player.to_owned());
        self.ask(move |node| async move {
            read!(node, |client| rows::all(client, OF_PLAYER, &[(&key).into(), (&player).into()]))
        })
    }

    fn ladder(
        &self,
        key: &str,
        game: &str,
        after: Option<(f64, String)>,
        most: usize,
    ) -> Result<Vec<PlayerRating>> {
        let (key, game) = (key.to_owned(), game.to_owned());
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let (mean, player) = match after {
            Some((mean, player)) => (thousandths(mean)?, player),
            None => (ABOVE_ALL, String::new()),
        };
        self.ask(move |node| async move {
            let values: [Value<'_>; 5] =
                [(&key).into(), (&game).into(), mean.into(), (&player).into(), most.into()];
            read!(node, |client| rows::all(client, LADDER, &values))
        })
    }

    fn forget_ratings(&self, key: &str, player: &str) -> Result<usize> {
        let (key, player) = (key.to_owned(), player.to_owned());
        let work = move |node: Arc<Node>| async move {
            once!(node, |client| rows::execute(client, FORGET, &[(&key).into(), (&player).into()]))
        };
        let gone = wait(|reply| self.write(None, work, reply))?;
        Ok(usize::try_from(gone).unwrap_or(usize::MAX))
    }

    fn ratings(&self, after: Option<(String, String, String)>, most: usize) -> Result<Vec<PlayerRating>> {
        let (key, player, game) = after.unwrap_or_default();
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        self.ask(move |node| async move {
            let values: [Value<'_>; 4] = [(&key).into(), (&player).into(), (&game).into(), most.into()];
            read!(node, |client| rows::all(client, AFTER, &values))
        })
    }

    fn put_rating(&self, rating: PlayerRating) -> Result<()> {
        let work = move |node: Arc<Node>| async move {
            once!(node, |client| rows::insert(client, &rating, IN_PLACE))
        };
        wait(|reply| self.write(None, work, reply)).map(drop)
    }
}

/// Rates the players of a game that ends in this transaction. Each is locked before it is read, all in one order, so games that end at once
/// rate one after the other; whoever forgets a player meanwhile waits for the seat.
pub(super) async fn rate(client: &Client, game: GameId, ranking: &Ranking, now: Time) -> Outcome<()> {
    let seats = "WHERE game = $1 ORDER BY seat FOR UPDATE";
    let players: Vec<SeatedPlayer> = rows::all(client, seats, &[game.into()]).await?;
    let locked = format!("{ONE} FOR UPDATE");
    let mut before = Vec::new();
    for new in rated(ranking, &players, now) {
        rows::insert(client, &new, LEFT).await?;
        let key = [(&new.key).into(), (&new.player).into(), (&new.game).into()];
        before.push(rows::one(client, &locked, &key).await?.unwrap_or_else(|| new.clone()));
    }
    for rating in after(ranking, &players, before, now) {
        rows::insert(client, &rating, IN_PLACE).await?;
    }
    Ok(())
}
