//! Players that front ends name at seats.

use std::sync::Arc;

use deadpool_postgres::Client;

use super::column::uuid;
use super::connection::transaction;
use super::error::Outcome;
use super::node::{Node, once, read};
use super::rows;
use super::{PostgresStore, StoreError};
use crate::engine::record::Value;
use crate::engine::record::players::{AFTER, FORGET, IN_PLACE, NEWEST, all_in};
use crate::error::Result;
use crate::model::{GameId, SeatCursor, SeatedPlayer};
use crate::store::{PlayerStore, wait};

impl PlayerStore for PostgresStore {
    fn seat_players(&self, game: GameId, players: Vec<SeatedPlayer>) -> Result<()> {
        all_in(game, &players)?;
        let work = move |node: Arc<Node>| async move { once!(node, |client| put(client, game, &players)) };
        wait(|reply| self.write(Some(game), work, reply))
    }

    fn unseat_player(&self, game: GameId, seat: u8) -> Result<bool> {
        let sql = "DELETE FROM seated_players WHERE game = $1 AND seat = $2";
        let work = move |node: Arc<Node>| async move {
            once!(node, |client| rows::execute(client, sql, &[game.into(), seat.into()]))
        };
        wait(|reply| self.write(Some(game), work, reply)).map(|gone| gone == 1)
    }

    fn players_of(&self, game: GameId) -> Result<Vec<SeatedPlayer>> {
        self.ask(move |node| async move {
            read!(node, |client| rows::all(client, "WHERE game = $1 ORDER BY seat", &[game.into()]))
        })
    }

    fn seats_of_player(
        &self,
        key: &str,
        player: &str,
        after: Option<SeatCursor>,
        most: usize,
    ) -> Result<Vec<SeatedPlayer>> {
        let (key, player) = (key.to_owned(), player.to_owned());
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        self.ask(move |node| async move {
            let mut values: Vec<Value<'_>> = vec![(&key).into(), (&player).into()];
            if let Some(SeatCursor { created_at, game, seat }) = after {
                values.extend([created_at.into(), game.into(), seat.into()]);
            }
            values.push(most.into());
            let tail = if after.is_some() { AFTER } else { NEWEST };
            read!(node, |client| rows::all(client, tail, &values))
        })
    }

    fn forget_player(&self, key: &str, player: &str, most: usize) -> Result<usize> {
        let (key, player) = (key.to_owned(), player.to_owned());
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let work = move |node: Arc<Node>| async move {
            let values: [Value<'_>; 3] = [(&key).into(), (&player).into(), most.into()];
            once!(node, |client| rows::execute(client, FORGET, &values))
        };
        let gone = wait(|reply| self.write(None, work, reply))?;
        Ok(usize::try_from(gone).unwrap_or(usize::MAX))
    }
}

/// Whoever deletes the game meanwhile waits, and deletes the players as well.
async fn put(client: &Client, game: GameId, players: &[SeatedPlayer]) -> Outcome<()> {
    let work = async {
        let there = client.prepare_cached("SELECT id FROM games WHERE id = $1 FOR UPDATE").await?;
        client.query_opt(&there, &[&uuid(game)]).await?.ok_or(StoreError::NotFound)?;
        for player in players {
            rows::insert(client, player, IN_PLACE).await?;
        }
        Ok(())
    };
    transaction(client, work).await
}
