//! Reviews of games.

use std::sync::Arc;

use deadpool_postgres::Client;

use super::column::uuid;
use super::connection::transaction;
use super::error::Outcome;
use super::node::{Node, once, read};
use super::rows;
use super::{PostgresStore, StoreError};
use crate::error::Result;
use crate::model::{GameId, ReviewRecord};
use crate::store::{ReviewStore, wait};

impl ReviewStore for PostgresStore {
    fn put_review(&self, review: ReviewRecord) -> Result<bool> {
        let game = review.game;
        let work = move |node: Arc<Node>| async move { once!(node, |client| put(client, &review)) };
        wait(|reply| self.write(Some(game), work, reply))
    }

    fn review(&self, id: &str) -> Result<Option<ReviewRecord>> {
        let id = id.to_owned();
        self.ask(move |node| async move {
            read!(node, |client| rows::one(client, "WHERE id = $1", &[(&id).into()]))
        })
    }

    fn reviews_of(&self, game: GameId) -> Result<Vec<ReviewRecord>> {
        self.ask(move |node| async move { read!(node, |client| of_game(client, game)) })
    }

    fn delete_review(&self, id: &str) -> Result<bool> {
        let id = id.to_owned();
        let work = move |node: Arc<Node>| async move {
            once!(node, |client| rows::execute(client, "DELETE FROM reviews WHERE id = $1", &[(&id).into()]))
        };
        wait(|reply| self.write(None, work, reply)).map(|gone| gone == 1)
    }
}

/// The reviews of a game by engine and effort.
async fn of_game(client: &Client, game: GameId) -> Outcome<Vec<ReviewRecord>> {
    let mut reviews: Vec<ReviewRecord> = rows::all(client, "WHERE game = $1", &[game.into()]).await?;
    // Not by the server: how it sorts texts depends on its locale.
    reviews.sort_by(|one, other| (one.engine, &one.effort).cmp(&(other.engine, &other.effort)));
    Ok(reviews)
}

/// Whoever deletes the game meanwhile waits, and deletes the review as well.
async fn put(client: &Client, review: &ReviewRecord) -> Outcome<bool> {
    let work = async {
        let game = client.prepare_cached("SELECT id FROM games WHERE id = $1 FOR UPDATE").await?;
        let game = client.query_opt(&game, &[&uuid(review.game)]).await?;
        game.ok_or(StoreError::NotFound)?;
        rows::insert(client, review, "ON CONFLICT (game, engine, effort) DO NOTHING").await
    };
    transaction(client, work).await
}
