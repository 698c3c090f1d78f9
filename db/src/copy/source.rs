//! What a copy is made from: all that a database holds, of any engine.

use crate::error::Result;
use crate::model::{
    ApiKey, ExperimentChunk, ExperimentRecord, GameId, PlayerRating, PushKey, PushSubscription, ReviewRecord,
    RulesetRecord, SeatedPlayer, StoredGame, StoredResult, WatchedGame, Webhook,
};
use crate::postgres::PostgresStore;
use crate::sqlite::ReadOnlyDatabase;
use crate::store::{
    GameStore, KeyStore, PlayerStore, PushStore, RatingStore, ResultStore, ReviewStore, WebhookStore,
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

    /// How far a game was told, if somebody is told of it.
    ///
    /// # Errors
    /// Only the general ones.
    fn watched_game(&self, game: GameId) -> Result<Option<WatchedGame>>;

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

impl CopySource for ReadOnlyDatabase {
    fn rulesets(&self) -> Result<Vec<RulesetRecord>> {
        self.rulesets()
    }

    fn keys(&self) -> Result<Vec<ApiKey>> {
        self.keys()
    }

    fn webhooks(&self) -> Result<Vec<Webhook>> {
        self.webhooks()
    }

    fn watched_game(&self, game: GameId) -> Result<Option<WatchedGame>> {
        self.watched_game(game)
    }

    fn push_key(&self) -> Result<Option<PushKey>> {
        self.push_key()
    }

    fn subscriptions(&self, game: GameId) -> Result<Vec<PushSubscription>> {
        self.subscriptions(game)
    }

    fn game_ids(&self, after: Option<GameId>, most: usize) -> Result<Vec<GameId>> {
        self.game_ids(after, most)
    }

    fn load_game(&self, id: GameId) -> Result<StoredGame> {
        self.load_game(id)
    }

    fn reviews_of(&self, game: GameId) -> Result<Vec<ReviewRecord>> {
        self.reviews_of(game)
    }

    fn players_of(&self, game: GameId) -> Result<Vec<SeatedPlayer>> {
        self.players_of(game)
    }

    fn ratings(&self, after: Option<(String, String, String)>, most: usize) -> Result<Vec<PlayerRating>> {
        self.ratings(after.as_ref(), most)
    }

    fn for_each_results(
        &self,
        most: usize,
        each: &mut dyn FnMut(Vec<StoredResult>) -> Result<()>,
    ) -> Result<()> {
        let mut after = 0;
        while let (page, Some(last)) = self.results(after, most)? {
            after = last;
            each(page)?;
        }
        Ok(())
    }

    fn experiments(&self) -> Result<Vec<ExperimentRecord>> {
        self.experiments()
    }

    fn experiment_chunks(&self, id: &str) -> Result<Vec<ExperimentChunk>> {
        self.experiment_chunks(id)
    }
}

impl CopySource for PostgresStore {
    fn rulesets(&self) -> Result<Vec<RulesetRecord>> {
        self.all_rulesets()
    }

    fn keys(&self) -> Result<Vec<ApiKey>> {
        KeyStore::keys(self)
    }

    fn webhooks(&self) -> Result<Vec<Webhook>> {
        KeyStore::webhooks(self)
    }

    fn watched_game(&self, game: GameId) -> Result<Option<WatchedGame>> {
        WebhookStore::watched_game(self, game)
    }

    fn push_key(&self) -> Result<Option<PushKey>> {
        PushStore::push_key(self)
    }

    fn subscriptions(&self, game: GameId) -> Result<Vec<PushSubscription>> {
        PushStore::subscriptions(self, game)
    }

    fn game_ids(&self, after: Option<GameId>, most: usize) -> Result<Vec<GameId>> {
        self.ids(after, most)
    }

    fn load_game(&self, id: GameId) -> Result<StoredGame> {
        GameStore::load_game(self, id)
    }

    fn reviews_of(&self, game: GameId) -> Result<Vec<ReviewRecord>> {
        ReviewStore::reviews_of(self, game)
    }

    fn players_of(&self, game: GameId) -> Result<Vec<SeatedPlayer>> {
        PlayerStore::players_of(self, game)
    }

    fn ratings(&self, after: Option<(String, String, String)>, most: usize) -> Result<Vec<PlayerRating>> {
        RatingStore::ratings(self, after, most)
    }

    fn for_each_results(
        &self,
        most: usize,
        each: &mut dyn FnMut(Vec<StoredResult>) -> Result<()>,
    ) -> Result<()> {
        let mut after = None;
        loop {
            let page = self.results(after, most)?;
            let Some(last) = page.last() else { return Ok(()) };
            after = Some(last.game);
            each(page)?;
        }
    }

    fn experiments(&self) -> Result<Vec<ExperimentRecord>> {
        ResultStore::experiments(self, usize::MAX)
    }

    fn experiment_chunks(&self, id: &str) -> Result<Vec<ExperimentChunk>> {
        ResultStore::experiment_chunks(self, id)
    }
}
