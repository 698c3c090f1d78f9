//! Hashes of what the search and the bots do, which tie measured tables to them.

mod bots;
mod search;

pub use bots::of_bots;
pub use search::of_search;
