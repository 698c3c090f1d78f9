//! Statistics as rows, see [`crate::engine::statistics`].

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

pub(super) use days::summary_by_day;
pub(super) use dictionary::Dictionary;
pub(super) use finished::{for_each_finished, for_each_game, for_each_result};
pub(super) use query::{features, histogram, populations_counted, summary};
pub(super) use rebuild::{audit, rebuild};
pub(super) use record::{Recorder, record, record_copied, record_simulated};
pub(super) use take_back::take_back;
pub(super) use tally::write;

/// Statements whose plans are tested.
#[cfg(test)]
pub(super) mod sql {
    pub(in crate::sqlite) use super::days::OF_DAYS;
    pub(in crate::sqlite) use super::dictionary::{BY_ID, BY_NAME};
    pub(in crate::sqlite) use super::query::OF_RULESET;
    pub(in crate::sqlite) use super::rollup::select;
    pub(in crate::sqlite) use super::rollup::{OF_MEASURE, OF_POPULATION, end_of_measure};
}
