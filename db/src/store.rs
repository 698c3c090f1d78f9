//! The contract of a store: what every engine does.

use crate::error::{Result, StoreError};
use crate::model::{
    ApiKey, Append, Appended, Cursor, ExperimentChunk, ExperimentRecord, ExperimentState, FeatureRow,
    GameFilter, GameId, GamePage, GameSummary, GameVersion, HistogramRow, IdempotencyRecord, NewGame,
    PopulationFilter, PopulationSummary, RecordedCount, RulesetRecord, ServerTime, SharedAnalysis,
    SimulatedGame, StoredGame, Time, WriterStats,
};

/// Takes the answer of a write. It is called exactly once: on the store's writer thread after the commit, or at
/// once on the caller's thread when the request is turned away ([`StoreError::Busy`], [`StoreError::Closed`]). It
/// must be quick and must not block or call the store; a panic in it is caught and logged.
pub type Reply<T> = Box<dyn FnOnce(Result<T>) + Send>;

/// The statistics of a database, read: by its owner, or beside it.
pub trait StatisticsReader {
    /// The ruleset of this hash, if it is known.
    ///
    /// # Errors
    /// Only the general ones.
    fn ruleset(&self, hash: &crate::model::Digest) -> Result<Option<RulesetRecord>>;

    /// Per number of players and line-up, ascending: games, seats, scores, length.
    ///
    /// # Errors
    /// Only the general ones; a population nobody played is an empty list.
    fn summary(&self, filter: &PopulationFilter) -> Result<Vec<PopulationSummary>>;

    /// By the day (UTC) on which games ended, `2026-01-31`, days ascending: games, ties, wins of the seats, and count, sum and
    /// sum of squares of `length`. More is not kept by the day: extremes, scores and turns are 0. A day that the period takes
    /// in only in part counts as a whole.
    ///
    /// # Errors
    /// Only the general ones.
    fn summary_by_day(&self, filter: &PopulationFilter) -> Result<Vec<(String, Vec<PopulationSummary>)>>;

    /// What came of each value of each feature (of the feature `name` only, if given), by players, line-up, seat, name
    /// and bucket, numbers before categories.
    ///
    /// # Errors
    /// Only the general ones.
    fn features(&self, filter: &PopulationFilter, name: Option<&str>) -> Result<Vec<FeatureRow>>;

    /// The distribution of a measure: `score` or `turns` (a row a seat and value), `length` or another measure of
    /// games; by players, seat and value, all line-ups together.
    ///
    /// # Errors
    /// Only the general ones.
    fn histogram(&self, filter: &PopulationFilter, measure: &str) -> Result<Vec<HistogramRow>>;
}

/// The keys that front ends and designers call with: read and changed by the owner of the database, or beside it.
pub trait KeyStore: Send + Sync {
    /// Stores a new key.
    ///
    /// # Errors
    /// [`StoreError::Exists`] when there is a key of this name, or was; [`StoreError::Invalid`] for what cannot be a name.
    fn add_key(&self, key: ApiKey) -> Result<()>;

    /// All keys by name, those that are revoked as well.
    ///
    /// # Errors
    /// Only the general ones.
    fn keys(&self) -> Result<Vec<ApiKey>>;

    /// Revokes a key for ever. Answers whether it was in force until now.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    fn revoke_key(&self, name: &str, at: Time) -> Result<bool>;
}

/// Where games and statistics are kept.
///
/// All methods are synchronous. Reads are quick and may run concurrently with anything. Writes are queued to one
/// writer, which groups them into transactions: a write is answered only after its transaction is durable, and one
/// that fails leaves nothing behind. The `…_then` variants return at once and answer through a [`Reply`], so that
/// asynchronous callers need no thread; the others block until the answer is there.
///
/// Every method may also return [`StoreError::Busy`], [`StoreError::Full`] (writes only), [`StoreError::Io`],
/// [`StoreError::Corrupt`] or [`StoreError::Closed`]; the `Errors` sections name what else to expect.
pub trait Store: StatisticsReader + KeyStore {
    // ----------------------------------------------------------------------------------------------- games

    /// Creates a game at version 1, with its ruleset when that is new.
    ///
    /// # Errors
    /// [`StoreError::KeyUsed`], looked at first; [`StoreError::Exists`] when the id is taken;
    /// [`StoreError::Invalid`].
    fn create_game(&self, game: NewGame) -> Result<Appended> {
        wait(|reply| self.create_game_then(game, reply))
    }

    /// As [`Store::create_game`], answering through `reply`.
    fn create_game_then(&self, game: NewGame, reply: Reply<Appended>);

    /// Appends events to a game, with everything that changes together with them.
    ///
    /// # Errors
    /// In this order: [`StoreError::KeyUsed`]; [`StoreError::NotFound`]; [`StoreError::Conflict`];
    /// [`StoreError::Exists`] when the game's result is already recorded; [`StoreError::Invalid`].
    fn append(&self, append: Append) -> Result<Appended> {
        wait(|reply| self.append_then(append, reply))
    }

    /// As [`Store::append`], answering through `reply`.
    fn append_then(&self, append: Append, reply: Reply<Appended>);

    /// Loads a game with its whole log, every hash verified.
    ///
    /// # Errors
    /// [`StoreError::NotFound`]; [`StoreError::Corrupt`] when a single byte of it is not what was written.
    fn load_game(&self, id: GameId) -> Result<StoredGame>;

    /// What is known of a game without its log.
    ///
    /// # Errors
    /// [`StoreError::NotFound`]; [`StoreError::Corrupt`] when its row is not what was written.
    fn game_summary(&self, id: GameId) -> Result<GameSummary>;

    /// The same of many games, in one query, in no order. Games that are not there, and damaged ones, are left out.
    ///
    /// # Errors
    /// Only the general ones.
    fn game_summaries(&self, ids: Vec<GameId>) -> Result<Vec<GameSummary>>;

    /// Lists public games, newest first, after `after`; at most `limit` (cut to 1 … 200).
    ///
    /// # Errors
    /// Only the general ones. A damaged game is left out and counted in [`WriterStats::damaged_rows`].
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
    fn is_shared(&self) -> bool {
        false
    }

    /// The versions these games are at now, in no order; games that are not there are left out. Cheap: for asking again
    /// and again.
    ///
    /// # Errors
    /// Only the general ones.
    fn versions(&self, games: Vec<GameId>) -> Result<Vec<GameVersion>> {
        wait(|reply| self.versions_then(games, reply))
    }

    /// As [`Store::versions`], answering through `reply`.
    fn versions_then(&self, games: Vec<GameId>, reply: Reply<Vec<GameVersion>>);

    /// Counts a hint given to a seat and marks the game as assisted, unless the seat was given `limit` hints
    /// already. Answers how many it was given, this one included. Makes no event and no version.
    ///
    /// # Errors
    /// [`StoreError::NotFound`]; [`StoreError::HintsUsed`]; [`StoreError::Invalid`] for a seat the game has not.
    fn count_hint(&self, game: GameId, seat: u8, limit: Option<u32>) -> Result<u32> {
        wait(|reply| self.count_hint_then(game, seat, limit, reply))
    }

    /// As [`Store::count_hint`], answering through `reply`.
    fn count_hint_then(&self, game: GameId, seat: u8, limit: Option<u32>, reply: Reply<u32>);

    /// Replaces the settings of a seat ([`SeatRecord::settings`](crate::model::SeatRecord::settings)). Makes no event
    /// and no version: they are nobody else's business. Answers the new [`GameVersion::beside`].
    ///
    /// # Errors
    /// [`StoreError::NotFound`]; [`StoreError::Invalid`] for a seat the game has not.
    fn put_seat_settings(&self, game: GameId, seat: u8, settings: Option<serde_json::Value>) -> Result<u64> {
        wait(|reply| self.put_seat_settings_then(game, seat, settings, reply))
    }

    /// As [`Store::put_seat_settings`], answering through `reply`.
    fn put_seat_settings_then(
        &self,
        game: GameId,
        seat: u8,
        settings: Option<serde_json::Value>,
        reply: Reply<u64>,
    );

    // ----------------------------------------------------------------------------------------- idempotency

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
    /// [`StoreError::KeyUsed`].
    fn put_idempotency(&self, record: IdempotencyRecord, now: Time) -> Result<()> {
        wait(|reply| self.put_idempotency_then(record, now, reply))
    }

    /// As [`Store::put_idempotency`], answering through `reply`.
    fn put_idempotency_then(&self, record: IdempotencyRecord, now: Time, reply: Reply<()>);

    /// Deletes records expired at `now`, at most `limit`, oldest first; answers how many. Call again while it
    /// answers `limit`.
    ///
    /// # Errors
    /// Only the general ones.
    fn purge_idempotency(&self, now: Time, limit: usize) -> Result<usize>;

    // -------------------------------------------------------------------------------------------- rulesets

    /// Stores a ruleset under its hash; nothing changes when the hash is known.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] when the hash is known for another game.
    fn put_ruleset(&self, ruleset: RulesetRecord) -> Result<()> {
        wait(|reply| self.put_ruleset_then(ruleset, reply))
    }

    /// As [`Store::put_ruleset`], answering through `reply`.
    fn put_ruleset_then(&self, ruleset: RulesetRecord, reply: Reply<()>);

    // ------------------------------------------------------------------------------------------ statistics

    /// Records the results of simulated games in one transaction; a game already recorded is not counted again. It survives
    /// the end of the process. A power cut may take back the last ones: they can be played again.
    ///
    /// # Errors
    /// [`StoreError::Invalid`]; then nothing of the batch is recorded.
    fn record_simulated(&self, games: Vec<SimulatedGame>) -> Result<RecordedCount>;

    /// As [`Store::record_simulated`], of games from any source whose logs are not here: for copies of a database.
    ///
    /// # Errors
    /// As there.
    fn record_copied(&self, games: Vec<SimulatedGame>) -> Result<RecordedCount>;

    /// Stores an experiment, or what has become of one that is known.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] when its id is known with another plan.
    fn put_experiment(&self, experiment: ExperimentRecord) -> Result<()>;

    /// As [`Store::put_experiment`], but only when it is not known, or in one of the states `from`. Answers whether it was
    /// stored.
    ///
    /// # Errors
    /// As there.
    fn change_experiment(&self, experiment: ExperimentRecord, from: &[ExperimentState]) -> Result<bool>;

    /// The experiment of this id, if there is one.
    ///
    /// # Errors
    /// Only the general ones.
    fn experiment(&self, id: &str) -> Result<Option<ExperimentRecord>>;

    /// The newest experiments, at most `limit`, the newest first.
    ///
    /// # Errors
    /// Only the general ones.
    fn experiments(&self, limit: usize) -> Result<Vec<ExperimentRecord>>;

    /// Records what a chunk of an experiment measured together with the results of its games, in one transaction. A chunk
    /// that is there already changes nothing. It is as durable as [`Self::record_simulated`].
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when there is no such experiment; [`StoreError::Invalid`], also when the chunk is there with
    /// other values.
    fn record_chunk(
        &self,
        experiment: &str,
        chunk: ExperimentChunk,
        games: Vec<SimulatedGame>,
    ) -> Result<RecordedCount>;

    /// The chunks of an experiment by number.
    ///
    /// # Errors
    /// Only the general ones; an experiment that is not there has none.
    fn experiment_chunks(&self, id: &str) -> Result<Vec<ExperimentChunk>>;

    /// Computes all rollups anew from the facts. Writes wait meanwhile.
    ///
    /// # Errors
    /// Only the general ones; the rollups are then as before.
    fn rebuild_rollups(&self) -> Result<()>;

    /// Whether the rollups are what the facts say. Reads all facts.
    ///
    /// # Errors
    /// Only the general ones.
    fn verify_rollups(&self) -> Result<bool>;

    // ------------------------------------------------------------------------------------------- operation

    /// Says with which secret the tokens of this database's games are made, by its fingerprint. The first to say so decides, until
    /// somebody says that it `is_new`.
    ///
    /// # Errors
    /// [`StoreError::Unfit`] when the database is used with another, or is to be while other nodes serve it.
    fn claim(&self, fingerprint: &crate::model::Digest, is_new: bool) -> Result<()>;

    /// Whether `holder` is the one who does some work for all during `time` from now on: whoever holds it may say so again, and
    /// others once that time is up. An engine whose database has one owner always agrees.
    ///
    /// # Errors
    /// Only the general ones.
    fn hold(&self, work: &str, holder: uuid::Uuid, time: std::time::Duration) -> Result<bool> {
        let _ = (work, holder, time);
        Ok(true)
    }

    /// Lets go of all work that `holder` holds.
    ///
    /// # Errors
    /// Only the general ones; the work is then free when its time is up.
    fn let_go(&self, holder: uuid::Uuid) -> Result<()> {
        let _ = holder;
        Ok(())
    }

    /// How many nodes have left this database, or are gone without a word, of which nobody was told: what follows by itself in the
    /// games that they served is for whoever is told. An engine whose database has one owner has no other nodes.
    ///
    /// # Errors
    /// Only the general ones.
    fn take_departed(&self) -> Result<usize> {
        Ok(0)
    }

    /// The time at the server of the database, read within the last seconds; `None` for an engine that has none.
    fn server_time(&self) -> Option<ServerTime> {
        None
    }

    /// Shows an analysis to those who share the store, for `time` from now on. An engine whose database has one owner has nobody
    /// to show it to, and keeps none.
    ///
    /// # Errors
    /// Only the general ones.
    fn add_analysis(&self, analysis: SharedAnalysis, time: std::time::Duration) -> Result<()> {
        let _ = (analysis, time);
        Ok(())
    }

    /// Says what has become of an analysis that is shown, for `time` from now on; answers whether it still is.
    ///
    /// # Errors
    /// Only the general ones.
    fn change_analysis(&self, analysis: SharedAnalysis, time: std::time::Duration) -> Result<bool> {
        let _ = (analysis, time);
        Ok(true)
    }

    /// The analysis of this id, if one is shown.
    ///
    /// # Errors
    /// Only the general ones.
    fn analysis(&self, id: &str) -> Result<Option<SharedAnalysis>> {
        let _ = id;
        Ok(None)
    }

    /// Shows an analysis no more; answers whether it was shown.
    ///
    /// # Errors
    /// Only the general ones.
    fn drop_analysis(&self, id: &str) -> Result<bool> {
        let _ = id;
        Ok(false)
    }

    /// Whether the store can read and durably write now. Costs a small write, and a large one after a write has failed for
    /// lack of space: then it fails until as much as a group of moves fits again.
    ///
    /// # Errors
    /// Why not.
    fn ping(&self) -> Result<()> {
        wait(|reply| self.ping_then(reply))
    }

    /// As [`Store::ping`], answering through `reply`.
    fn ping_then(&self, reply: Reply<()>);

    /// Counters of the writer.
    fn writer_stats(&self) -> WriterStats;

    /// Does what is queued, then stops and leaves one tidy file. Later writes answer [`StoreError::Closed`].
    /// Dropping the store does the same.
    ///
    /// # Errors
    /// When the file could not be tidied up; nothing acknowledged is lost.
    fn close(&self) -> Result<()>;
}

/// Blocks until the reply handed to `submit` is called.
pub(crate) fn wait<T: Send + 'static>(submit: impl FnOnce(Reply<T>)) -> Result<T> {
    let (sender, receiver) = crossbeam_channel::bounded(1);
    submit(Box::new(move |answer| {
        // The receiver waits below until the sender is used or dropped.
        let _ = sender.send(answer);
    }));
    receiver.recv().unwrap_or(Err(StoreError::Closed))
}
