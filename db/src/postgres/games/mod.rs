//! Games: an append-only log of events each, a row that says who plays, and a head that says where the log has got to.

mod append;
mod create;
mod event;
mod load;
mod recent;

/// See [`Sql::games`](crate::engine::sql::Sql::games).
pub(super) const GAMES: &str =
    "games.changes, 0 AS no, 0 AS newest FROM games JOIN heads ON heads.game = games.id";

pub(super) use append::append;
pub(super) use create::create;
pub(super) use event::log;
pub(super) use load::since;
pub(super) use recent::RecentGames;
