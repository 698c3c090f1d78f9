//! The contract of games, once.

use super::*;
use crate::engine::sql::Engine;
use crate::engine::tables::{idempotency, rulesets};
use crate::error::Result;
use crate::model::{
    Append, Appended, Cursor, Digest, GameFilter, GamePage, GameSince, GameSummary, GameVersion,
    IdempotencyRecord, NewGame, RulesetRecord, StoredGame, Time,
};
use crate::store::{GameStore, Reply};

/// What each engine does with games in its own way.
pub(crate) trait Games: Engine {
    /// See [`GameStore::is_shared`].
    const IS_SHARED: bool;

    /// See [`GameStore::create_game`].
    fn create(&self, game: NewGame, reply: Reply<Appended>);

    /// See [`GameStore::append`].
    fn append_all(&self, append: Append, reply: Reply<Appended>);

    /// See [`GameStore::events_after`].
    fn since(&self, id: GameId, known: (u64, Digest)) -> Result<GameSince>;

    /// As [`Engine::write_then`]; the work changes the row of a game without an event.
    fn change<T: Send + 'static>(
        &self,
        game: GameId,
        work: impl Fn(&dyn Sql) -> Outcome<T> + Send + Sync + 'static,
        reply: Reply<T>,
    );
}

impl<E: Games> GameStore for E {
    fn create_game_then(&self, game: NewGame, reply: Reply<Appended>) {
        self.create(game, reply);
    }

    fn append_then(&self, append: Append, reply: Reply<Appended>) {
        self.append_all(append, reply);
    }

    fn load_game(&self, id: GameId) -> Result<StoredGame> {
        self.read(move |db| load(db, id))
    }

    fn events_after(&self, id: GameId, known: (u64, Digest)) -> Result<GameSince> {
        self.since(id, known)
    }

    fn game_summary(&self, id: GameId) -> Result<GameSummary> {
        self.read(move |db| Ok(FoundGame::find(db, id)?.row.into_summary()))
    }

    fn game_summaries(&self, ids: Vec<GameId>) -> Result<Vec<GameSummary>> {
        self.read(move |db| summaries(db, &ids))
    }

    fn list_games(&self, filter: &GameFilter, after: Option<Cursor>, limit: usize) -> Result<GamePage> {
        let filter = filter.clone();
        self.read(move |db| list(db, &filter, after, limit))
    }

    fn unfinished_games(&self, after: Option<GameId>, limit: usize) -> Result<Vec<GameSummary>> {
        self.read(move |db| unfinished(db, after, limit))
    }

    fn old_games(&self, before: Time, after: Option<Cursor>, limit: usize) -> Result<Vec<GameSummary>> {
        self.read(move |db| old(db, before, after, limit))
    }

    fn newest_event(&self) -> Result<Option<Time>> {
        self.read(newest_event)
    }

    fn is_shared(&self) -> bool {
        E::IS_SHARED
    }

    fn versions_then(&self, games: Vec<GameId>, reply: Reply<Vec<GameVersion>>) {
        self.read_then(move |db| versions(db, &games), reply);
    }

    fn count_hint_then(&self, game: GameId, hint: (u8, u64), limit: Option<u32>, reply: Reply<u32>) {
        self.change(game, move |db| count_hint(db, game, hint, limit), reply);
    }

    fn put_seat_settings_then(
        &self,
        game: GameId,
        seat: u8,
        settings: Option<serde_json::Value>,
        reply: Reply<u64>,
    ) {
        self.change(game, move |db| put_seat_settings(db, game, seat, &settings), reply);
    }

    fn idempotency(
        &self,
        scope: &str,
        key: &str,
        game: Option<GameId>,
        now: Time,
    ) -> Result<Option<IdempotencyRecord>> {
        let (scope, key) = (scope.to_owned(), key.to_owned());
        self.read(move |db| done_for(db, &scope, &key, game, now))
    }

    fn put_idempotency_then(&self, record: IdempotencyRecord, now: Time, reply: Reply<()>) {
        let game = record.game;
        let put = move |db: &dyn Sql| check_free(db, &record, now).and_then(|()| put_new(db, &record, now));
        self.write_then(game, put, reply);
    }

    fn purge_idempotency(&self, now: Time, limit: usize) -> Result<usize> {
        self.write(None, move |db| idempotency::purge(db, now, limit))
    }

    fn put_ruleset_then(&self, ruleset: RulesetRecord, reply: Reply<()>) {
        self.write_then(None, move |db| rulesets::put(db, &ruleset), reply);
    }
}
