//! What a request to the writer works with.

use rusqlite::Connection;

use super::recent::RecentGames;
use crate::sqlite::statistics::Recorder;

/// What a request works with.
pub(in crate::sqlite) struct Session<'a> {
    /// The writer's connection, inside the request's savepoint.
    pub conn: &'a Connection,
    /// The games written last.
    pub games: &'a mut RecentGames,
    /// Where results go.
    pub recorder: Recorder<'a>,
}
