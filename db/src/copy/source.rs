//! What a copy is made from: all that a database holds, of any engine.

use crate::engine::sql::Reads;
use crate::engine::statistics::{FIRST, results};
use crate::engine::tables::{experiments, games, keys, players, push, ratings, reviews, rulesets, webhooks};
use crate::error::Result;
use crate::model::{
    ApiKey, ExperimentChunk, ExperimentRecord, GameId, PlayerRating, PushKey, PushSubscription, ReviewRecord,
    RulesetRecord, SeatedPlayer, StoredGame, StoredResult, WatchedGame, Webhook,
};

/// A database that is copied. Nobody writes to it meanwhile. Every method fails as reads of a [`crate::Store`] do.
pub trait CopySource {
    /// All rulesets.
    ///
    /// # Errors
    /// Only the general ones.
    fn rulesets(&self) -> Result<Vec<RulesetRecord>>;

    /// The keys that callers have, those that are revoked as well.
    ///
    /// # Errors
    /// Only the general ones.
    fn keys(&self) -> Result<Vec<ApiKey>>;

    /// The webhooks of the keys.
    ///
    /// # Errors
    /// Only the general ones.
    fn webhooks(&self) -> Result<Vec<Webhook>>;

    /// Who is told of a game, and how far each was, by key.
    ///
    /// # Errors
    /// Only the general ones.
    fn followers_of(&self, game: GameId) -> Result<Vec<WatchedGame>>;

    /// The key of Web Push, sealed.
    ///
    /// # Errors
    /// Only the general ones.
    fn push_key(&self) -> Result<Option<PushKey>>;

    /// The browsers that are told of a game.
    ///
    /// # Errors
    /// Only the general ones.
    fn subscriptions(&self, game: GameId) -> Result<Vec<PushSubscription>>;

    /// The ids of games after `after`, ascending, at most `most`.
    ///
    /// # Errors
    /// Only the general ones.
    fn game_ids(&self, after: Option<GameId>, most: usize) -> Result<Vec<GameId>>;

    /// A game with its whole log, every hash verified.
    ///
    /// # Errors
    /// [`NotFound`](crate::StoreError::NotFound).
    fn load_game(&self, id: GameId) -> Result<StoredGame>;

    /// The reviews of a game.
    ///
    /// # Errors
    /// Only the general ones.
    fn reviews_of(&self, game: GameId) -> Result<Vec<ReviewRecord>>;

    /// The players named in a game.
    ///
    /// # Errors
    /// Only the general ones.
    fn players_of(&self, game: GameId) -> Result<Vec<SeatedPlayer>>;

    /// The ratings of players after that of this key, player and game, in their order, at most `most`.
    ///
    /// # Errors
    /// Only the general ones.
    fn ratings(&self, after: Option<(String, String, String)>, most: usize) -> Result<Vec<PlayerRating>>;

    /// Hands all results to `each`, at most `most` at once: of SQLite in the order the games ended, of PostgreSQL by id.
    ///
    /// # Errors
    /// Those of `each`.
    fn for_each_results(
        &self,
        most: usize,
        each: &mut dyn FnMut(Vec<StoredResult>) -> Result<()>,
    ) -> Result<()>;

    /// All experiments.
    ///
    /// # Errors
    /// Only the general ones.
    fn experiments(&self) -> Result<Vec<ExperimentRecord>>;

    /// The chunks of an experiment by number.
    ///
    /// # Errors
    /// Only the general ones.
    fn experiment_chunks(&self, id: &str) -> Result<Vec<ExperimentChunk>>;
}

impl<T: Reads> CopySource for T {
    fn rulesets(&self) -> Result<Vec<RulesetRecord>> {
        self.read(rulesets::all)
    }

    fn keys(&self) -> Result<Vec<ApiKey>> {
        self.read(keys::all)
    }

    fn webhooks(&self) -> Result<Vec<Webhook>> {
        self.read(webhooks::all)
    }

    fn followers_of(&self, game: GameId) -> Result<Vec<WatchedGame>> {
        self.read(move |db| webhooks::of_game(db, game))
    }

    fn push_key(&self) -> Result<Option<PushKey>> {
        self.read(push::key)
    }

    fn subscriptions(&self, game: GameId) -> Result<Vec<PushSubscription>> {
        self.read(move |db| push::of_game(db, game))
    }

    fn game_ids(&self, after: Option<GameId>, most: usize) -> Result<Vec<GameId>> {
        self.read(move |db| games::ids(db, after, most))
    }

    fn load_game(&self, id: GameId) -> Result<StoredGame> {
        self.read(move |db| games::load(db, id))
    }

    fn reviews_of(&self, game: GameId) -> Result<Vec<ReviewRecord>> {
        self.read(move |db| reviews::of_game(db, game))
    }

    fn players_of(&self, game: GameId) -> Result<Vec<SeatedPlayer>> {
        self.read(move |db| players::of_game(db, game))
    }

    fn ratings(&self, after: Option<(String, String, String)>, most: usize) -> Result<Vec<PlayerRating>> {
        self.read(move |db| ratings::page(db, after.as_ref(), most))
    }

    fn for_each_results(
        &self,
        most: usize,
        each: &mut dyn FnMut(Vec<StoredResult>) -> Result<()>,
    ) -> Result<()> {
        let mut after = FIRST;
        loop {
            let page = self.read(move |db| results(db, after, most))?;
            let Some((last, _)) = page.last() else { return Ok(()) };
            after = *last;
            each(page.into_iter().map(|(_, result)| result).collect())?;
        }
    }

    fn experiments(&self) -> Result<Vec<ExperimentRecord>> {
        self.read(|db| experiments::newest(db, usize::MAX))
    }

    fn experiment_chunks(&self, id: &str) -> Result<Vec<ExperimentChunk>> {
        let id = id.to_owned();
        self.read(move |db| experiments::chunks(db, &id))
    }
}
