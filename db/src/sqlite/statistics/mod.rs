//! Statistics: facts of finished games, and rollups, which are sums of facts.
//!
//! Facts and rollups are written in the transaction that ends a game; queries read rollups only. One function,
//! [`Tally::count`], says what a game adds to the rollups, for the game that ends as for a rebuild.

mod counted;
mod days;
mod dictionary;
mod facts;
mod finished;
mod query;
mod rebuild;
mod record;
mod rollup;
mod take_back;
mod tally;

pub(super) use days::{fill as fill_days, summary_by_day};
pub(super) use dictionary::Dictionary;
pub(super) use finished::for_each_finished;
pub(super) use query::{features, histogram, populations_counted, summary};
pub(super) use rebuild::{audit, fill, rebuild};
pub(super) use record::{Finished, Recorder, record, record_simulated};
pub(super) use rollup::Rollup;
pub(super) use take_back::take_back;
pub(super) use tally::Tally;

/// The seat that stands for the game as a whole.
const WHOLE_GAME: i64 = -1;

/// The measures every game has: of a seat, of a seat, of the game.
const SCORE: &str = "score";
const TURNS: &str = "turns";
const LENGTH: &str = "length";

/// Statements whose plans are tested.
#[cfg(test)]
pub(super) mod sql {
    pub(in crate::sqlite) use super::days::OF_DAYS;
    pub(in crate::sqlite) use super::dictionary::{FEATURE_BY_ID, FEATURE_BY_NAME};
    pub(in crate::sqlite) use super::query::{OF_MEASURE, OF_POPULATION, end_of_measure, populations_sql};
    pub(in crate::sqlite) use super::rollup::Rollup;
}
