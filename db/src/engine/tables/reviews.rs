//! Reviews of games.

use crate::engine::failure::Outcome;
use crate::engine::rows;
use crate::engine::sql::{Engine, Sql};
use crate::error::Result;
use crate::model::{GameId, ReviewRecord};
use crate::store::ReviewStore;

impl<E: Engine> ReviewStore for E {
    fn put_review(&self, review: ReviewRecord) -> Result<bool> {
        self.write(Some(review.game), move |db| {
            rows::game_exists(db, review.game)?;
            rows::insert(db, &review, "ON CONFLICT DO NOTHING")
        })
    }

    fn review(&self, id: &str) -> Result<Option<ReviewRecord>> {
        let id = id.to_owned();
        self.read(move |db| rows::first(db, "WHERE id = $1", &[(&id).into()]))
    }

    fn reviews_of(&self, game: GameId) -> Result<Vec<ReviewRecord>> {
        self.read(move |db| of_game(db, game))
    }

    fn delete_review(&self, id: &str) -> Result<bool> {
        let id = id.to_owned();
        self.write(None, move |db| Ok(db.execute("DELETE FROM reviews WHERE id = $1", &[(&id).into()])? == 1))
    }
}

/// The reviews of a game by engine and effort.
pub(crate) fn of_game(db: &dyn Sql, game: GameId) -> Outcome<Vec<ReviewRecord>> {
    let tail = format!("WHERE game = $1 ORDER BY engine, effort{}", db.text_order());
    rows::all(db, &tail, &[game.into()])
}
