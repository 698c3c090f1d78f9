//! Games: their logs, what is listed of them, what was done for a key, and their rulesets.

use super::{Reply, wait};
use crate::error::Result;
use crate::model::{
    Append, Appended, Cursor, Digest, GameFilter, GameId, GamePage, GameSince, GameSummary, GameVersion,
    IdempotencyRecord, NewGame, RulesetRecord, StoredGame, Time,
};

/// Where games are kept.
pub trait GameStore {
    /// Creates a game at version 1, with its ruleset when that is new, whom front ends name at its seats, and who is told of it.
    ///
    /// # Errors
    /// [`KeyUsed`](crate::StoreError::KeyUsed), looked at first; [`Exists`](crate::StoreError::Exists) when the id is taken;
    /// [`Invalid`](crate::StoreError::Invalid).
    fn create_game(&self, game: NewGame) -> Result<Appended> {
        wait(|reply| self.create_game_then(game, reply))
    }

    /// As [`Self::create_game`], answering through `reply`.
    fn create_game_then(&self, game: NewGame, reply: Reply<Appended>);

    /// Appends events to a game, with everything that changes together with them.
    ///
    /// # Errors
    /// In this order: [`KeyUsed`](crate::StoreError::KeyUsed); [`NotFound`](crate::StoreError::NotFound); [`Conflict`](crate::StoreError::Conflict);
    /// [`Exists`](crate::StoreError::Exists) when the game's result is already recorded; [`Invalid`](crate::StoreError::Invalid).
    fn append(&self, append: Append) -> Result<Appended> {
        wait(|reply| self.append_then(append, reply))
    }

    /// As [`Self::append`], answering through `reply`.
    fn append_then(&self, append: Append, reply: Reply<Appended>);

    /// Loads a game with its whole log, every hash verified.
    ///
    /// # Errors
    /// [`NotFound`](crate::StoreError::NotFound); [`Corrupt`](crate::StoreError::Corrupt) when a single byte of the log, of the secrets or of
    /// what never changes is not what was written.
    fn load_game(&self, id: GameId) -> Result<StoredGame>;

    /// What became of a game after a version that is known, by the chain hash of its newest event: only that is read.
    ///
    /// # Errors
    /// [`NotFound`](crate::StoreError::NotFound); [`Corrupt`](crate::StoreError::Corrupt) when a single byte of what is read is not
    /// what was written, or does not follow the known version.
    fn events_after(&self, id: GameId, known: (u64, Digest)) -> Result<GameSince>;

    /// What is known of a game without its log.
    ///
    /// # Errors
    /// [`NotFound`](crate::StoreError::NotFound); [`Corrupt`](crate::StoreError::Corrupt) when its row cannot be read.
    fn game_summary(&self, id: GameId) -> Result<GameSummary>;

    /// The same of many games, in one query, in no order. Games that are not there, and damaged ones, are left out.
    ///
    /// # Errors
    /// Only the general ones.
    fn game_summaries(&self, ids: Vec<GameId>) -> Result<Vec<GameSummary>>;

    /// Lists public games, newest first, after `after`; at most `limit` (cut to 1 … 200).
    ///
    /// # Errors
    /// Only the general ones. A game whose row cannot be read is left out.
    fn list_games(&self, filter: &GameFilter, after: Option<Cursor>, limit: usize) -> Result<GamePage>;

    /// Games of any visibility that wait or run, by id, after the id `after`; at most `limit` (cut to 1 … 1000).
    /// For taking up unfinished work at start. A damaged game is left out.
    ///
    /// # Errors
    /// Only the general ones.
    fn unfinished_games(&self, after: Option<GameId>, limit: usize) -> Result<Vec<GameSummary>>;

    /// Games of any visibility that wait or run and were created before `before`, the oldest first, after `after`; at most `limit`
    /// (cut to 1 … 1000). For ending what nobody plays any more: games that are young cost nothing. A damaged game is left out.
    ///
    /// # Errors
    /// Only the general ones.
    fn old_games(&self, before: Time, after: Option<Cursor>, limit: usize) -> Result<Vec<GameSummary>>;

    /// When the newest event of all games happened, about; for a look at the clock at the start.
    ///
    /// # Errors
    /// Only the general ones.
    fn newest_event(&self) -> Result<Option<Time>>;

    /// Whether other processes may write to this database while it is open: then what was read may have become old.
    fn is_shared(&self) -> bool;

    /// The versions these games are at now, in no order; games that are not there are left out. Cheap: for asking again
    /// and again.
    ///
    /// # Errors
    /// Only the general ones.
    fn versions(&self, games: Vec<GameId>) -> Result<Vec<GameVersion>> {
        wait(|reply| self.versions_then(games, reply))
    }

    /// As [`Self::versions`], answering through `reply`.
    fn versions_then(&self, games: Vec<GameId>, reply: Reply<Vec<GameVersion>>);

    /// Counts a hint about `version` given to a seat and marks the game as assisted, unless the seat was given `limit` hints
    /// already. Answers how many it was given, this one included. Whatever was given about one version is one hint. Makes no event and no
    /// version.
    ///
    /// # Errors
    /// [`NotFound`](crate::StoreError::NotFound); [`HintsUsed`](crate::StoreError::HintsUsed); [`Invalid`](crate::StoreError::Invalid) for a seat the game has not.
    fn count_hint(&self, game: GameId, (seat, version): (u8, u64), limit: Option<u32>) -> Result<u32> {
        wait(|reply| self.count_hint_then(game, (seat, version), limit, reply))
    }

    /// As [`Self::count_hint`], answering through `reply`.
    fn count_hint_then(&self, game: GameId, hint: (u8, u64), limit: Option<u32>, reply: Reply<u32>);

    /// Replaces the settings of a seat ([`SeatRecord::settings`](crate::model::SeatRecord::settings)). Makes no event
    /// and no version: they are nobody else's business. Answers the new [`GameVersion::beside`].
    ///
    /// # Errors
    /// [`NotFound`](crate::StoreError::NotFound); [`Invalid`](crate::StoreError::Invalid) for a seat the game has not.
    fn put_seat_settings(&self, game: GameId, seat: u8, settings: Option<serde_json::Value>) -> Result<u64> {
        wait(|reply| self.put_seat_settings_then(game, seat, settings, reply))
    }

    /// As [`Self::put_seat_settings`], answering through `reply`.
    fn put_seat_settings_then(
        &self,
        game: GameId,
        seat: u8,
        settings: Option<serde_json::Value>,
        reply: Reply<u64>,
    );

    /// What was done for a key, unless it has expired at `now`. `game` is the game the request is about, if any: what
    /// an append did is known to its game, and found only there, when the record has no `response`.
    ///
    /// # Errors
    /// Only the general ones.
    fn idempotency(
        &self,
        scope: &str,
        key: &str,
        game: Option<GameId>,
        now: Time,
    ) -> Result<Option<IdempotencyRecord>>;

    /// Stores a record on its own, for a request that had no other effect on the store.
    ///
    /// # Errors
    /// [`KeyUsed`](crate::StoreError::KeyUsed).
    fn put_idempotency(&self, record: IdempotencyRecord, now: Time) -> Result<()> {
        wait(|reply| self.put_idempotency_then(record, now, reply))
    }

    /// As [`Self::put_idempotency`], answering through `reply`.
    fn put_idempotency_then(&self, record: IdempotencyRecord, now: Time, reply: Reply<()>);

    /// Deletes records expired at `now`, at most `limit`, oldest first; answers how many. Call again while it
    /// answers `limit`.
    ///
    /// # Errors
    /// Only the general ones.
    fn purge_idempotency(&self, now: Time, limit: usize) -> Result<usize>;

    /// Stores a ruleset under its hash; nothing changes when the hash is known.
    ///
    /// # Errors
    /// [`Invalid`](crate::StoreError::Invalid) when the hash is known for another game.
    fn put_ruleset(&self, ruleset: RulesetRecord) -> Result<()> {
        wait(|reply| self.put_ruleset_then(ruleset, reply))
    }

    /// As [`Self::put_ruleset`], answering through `reply`.
    fn put_ruleset_then(&self, ruleset: RulesetRecord, reply: Reply<()>);
}
