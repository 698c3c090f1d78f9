//! How strong players and bots are.

use std::sync::Arc;

use tapis_db::model::PlayerRating;
use tapis_solver::bots::{AllRatings, Rating};

use super::Service;
use crate::ServiceError;

impl Service {
    /// The ratings of a key's player by game; none of whom no game rated.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn ratings_of(&self, key: String, player: String) -> Result<Vec<PlayerRating>, ServiceError> {
        let store = Arc::clone(&self.store);
        Ok(self.answers.make_here(move || store.ratings_of(&key, &player)).await??)
    }

    /// The players of a key in a game, who is surely the strongest first: those after the player who is so strong and has this id.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn ladder(
        &self,
        key: String,
        game: String,
        after: Option<(f64, String)>,
        most: usize,
    ) -> Result<Vec<PlayerRating>, ServiceError> {
        let store = Arc::clone(&self.store);
        Ok(self.answers.make_here(move || store.ladder(&key, &game, after, most)).await??)
    }

    /// How strong the bots of a game were measured to be with its default options, the strongest first.
    pub fn levels_of(&self, game: &str) -> Vec<Rating> {
        let measured = AllRatings::current().games.iter().find(|of| of.game == game);
        measured.map(|of| of.ratings.clone()).unwrap_or_default()
    }
}
