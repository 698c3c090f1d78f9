//! Statistics as rows, see [`crate::engine::statistics`]: a row of facts a game, and rollups that are spread over slots.

mod audit;
mod facts;
mod names;
mod old;
mod query;
mod record;
mod rollups;

pub(super) use audit::{rebuild, verify};
pub(crate) use facts::Wanted;
pub(super) use facts::{finished, results};
pub(super) use names::Names;
pub(super) use old::{delete_population, games_of, old_populations};
pub(super) use query::{features, histogram, populations_counted, summary, summary_by_day};
pub(super) use record::{Prepared, record_copied, record_simulated};
