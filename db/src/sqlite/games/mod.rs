//! Games: an append-only log of events each, a row that says who plays, and a head that says where the log has got to.

mod append;
mod create;
mod event;
mod list;
mod load;
mod recent;
mod row;
mod seats;
mod session;

pub(super) use append::append;
pub(super) use create::create;
pub(super) use list::{ids, list, newest_event, old, summaries, unfinished, versions};
pub(super) use load::{check_free, done_for, load, since, summary};
pub(super) use recent::RecentGames;
pub(super) use seats::{count_hint, put_seat_settings};
pub(super) use session::Session;

/// Statements whose plans are tested.
#[cfg(test)]
pub(super) mod sql {
    pub(in crate::sqlite) use super::event::{REQUEST, event_sql};
    pub(in crate::sqlite) use super::list::{Query, old_sql, unfinished_sql};
    pub(in crate::sqlite) use super::load::SECRETS;
    pub(in crate::sqlite) use super::row::find_sql;
}
