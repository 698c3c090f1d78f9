//! Statistics: facts of finished games, and rollups, which are sums of facts.
//!
//! Facts and rollups are written in the transaction that ends a game; queries read rollups only. One function,
//! [`Tally::count`](tally::Tally::count), says what a game adds to the rollups, for the game that ends as for a rebuild.

mod answers;
mod audit;
mod body;
mod days;
pub(crate) mod dictionary;
pub(crate) mod facts;
pub(crate) mod query;
mod results;
pub(crate) mod rollup;
mod rows;
mod store;
pub(crate) mod tally;

pub(crate) use audit::{audit, rebuild};
pub(crate) use results::{FIRST, results};
pub(crate) use rows::FactRow;
pub(crate) use store::Results;

/// The seat that stands for the game as a whole.
pub(crate) const WHOLE_GAME: i64 = -1;

/// The measures every game has: of a seat, of a seat, of the game.
pub(crate) const SCORE: &str = "score";
pub(crate) const TURNS: &str = "turns";
pub(crate) const LENGTH: &str = "length";
