//! Games: an append-only log of events each, a row that says who plays, and a head that says where the log has got to.

mod append;
mod create;
mod event;
mod recent;
mod row;
mod session;

pub(super) use append::append;
pub(super) use create::create;
pub(super) use event::log;
pub(super) use recent::RecentGames;
pub(super) use session::Session;

/// Statements whose plans are tested.
#[cfg(test)]
pub(super) mod sql {
    pub(in crate::sqlite) use super::event::{REQUEST, event_sql};
}
