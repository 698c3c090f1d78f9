//! Load: the service and its store against the least that could do the same work; see the `README.md` beside.

pub mod bench;
pub mod client;
pub mod drive;
pub mod host;
pub mod peer;
pub mod report;
pub mod rows;
pub mod script;
pub mod table;
