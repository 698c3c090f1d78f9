//! Games: an append-only log of events each, a row that says who plays, and a head that says where the log has got to.

mod append;
mod create;
mod event;
mod list;
mod load;
mod recent;
mod row;
mod seats;

pub(super) use append::append;
pub(super) use create::{create, put_record};
pub(super) use list::{ids, list, newest_event, old, summaries, unfinished, versions};
pub(super) use load::{done_for, load, since, summary};
pub(super) use recent::RecentGames;
pub(super) use seats::{count_hint, put_seat_settings};
