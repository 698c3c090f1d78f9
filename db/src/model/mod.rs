//! The data types of the store's contract.
//!
//! They know neither rules nor HTTP: games are ids, notation and JSON text nobody here reads; statistics are
//! integers.

mod analysis;
mod append;
mod digest;
mod event;
mod experiment;
mod finished;
mod game;
mod health;
mod id;
mod idempotency;
mod json;
mod key;
mod line_up;
mod list;
mod player;
mod prune;
mod push;
mod quota;
mod rated;
mod result;
mod review;
mod ruleset;
mod statistics;
mod time;
mod verification;
mod webhook;

pub use analysis::SharedAnalysis;
pub use append::{Append, Appended};
pub use digest::{Digest, ParseDigestError, Secret};
pub use event::{Event, NewEvent};
pub use experiment::{ExperimentChunk, ExperimentRecord, ExperimentState};
pub use finished::{CountedPopulation, FinishedFilter, FinishedGame, StoredResult};
pub use game::{
    GameSince, GameSummary, GameVersion, NewGame, SeatKind, SeatRecord, Status, StoredGame, Visibility,
};
pub use health::{Absence, ServerTime, WriterStats};
pub use id::{GameId, ParseGameIdError};
pub use idempotency::IdempotencyRecord;
pub use json::Json;
pub use key::{ApiKey, KeyRates, KeyScope, ParseKeyScopeError};
pub use line_up::{LineUp, ParseLineUpError};
pub use list::{Cursor, GameFilter, GamePage};
pub use player::{SeatCursor, SeatedPlayer, Wish};
pub use prune::{Prune, Pruned, Shrunk};
pub use push::{PushKey, PushSubscription};
pub use quota::{QUOTA_WITHIN, QuotaTaken};
pub use rated::{PlayerRating, RankedBy, RankedSeat, Ranking};
pub use result::{
    Bucket, FeatureFact, GameResult, Measure, ParseSourceError, RecordedCount, SeatResult, SimulatedGame,
    Source, WinShare,
};
pub use review::ReviewRecord;
pub use ruleset::RulesetRecord;
pub use statistics::{
    Assisted, FeatureRow, Gone, HistogramRow, Moments, Period, PopulationFilter, PopulationSummary,
    SeatSummary, Together,
};
pub use time::{ParseTimeError, Time};
pub use verification::Verification;
pub use webhook::{WatchedGame, Webhook};
