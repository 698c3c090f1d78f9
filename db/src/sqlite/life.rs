//! What the owner of a file writes into it of itself: that the file is in use, and when it was served.
//!
//! What was written last is in the log, and a file that is copied without its log looks whole: it is only older. So the file itself
//! says that it is in use, from before the first write of its owner until [`files::finish`](super::files::finish) has brought
//! everything into it. However the owner ends, the log then stays beside the file: no connection that is closed takes it away (see
//! [`keep_log`]). A file that is in use and lies alone has lost its log.

use std::path::Path;

use rusqlite::Connection;
use rusqlite::config::DbConfig;

use super::connector::{open_plainly, open_to_look};
use super::error::{Failure, Outcome};
use super::paths::sidecar_path;
use crate::engine::rows;
use crate::engine::sql::Sql;
use crate::error::StoreError;
use crate::model::{Absence, Time};

const BEGIN: &str = "UPDATE life SET in_use = 1 WHERE in_use = 0";
const END: &str = "UPDATE life SET in_use = 0 WHERE in_use = 1";
const IN_USE: &str = "SELECT in_use FROM life";
const SERVED_AT: &str = "SELECT served_at FROM life";
const SERVE: &str = "UPDATE life SET served_at = $1";
/// What a clock that was ahead has noted ends now.
const CUT: &str = "UPDATE absences SET until = $1 WHERE since < $1 AND until > $1";
const FORGET: &str = "DELETE FROM absences WHERE until < $1";

/// No clock of a game runs for longer than 30 days.
const KEPT_S: i64 = 31 * 24 * 3_600;

/// Whether the last connection that is closed leaves the log beside the file, instead of bringing it into the file.
pub(super) fn keep_log(conn: &Connection, keep: bool) -> rusqlite::Result<()> {
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep).map(drop)
}

/// Says that the file is in use. Where there is no space to say so it is served all the same.
pub(super) fn begin(conn: &Connection) -> Outcome<()> {
    let said = conn.execute(BEGIN, []).and_then(|_| {
        // In the log alone it would go with the log.
        conn.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))
    });
    match said.map_err(Failure::from) {
        Err(failure) if *failure.error() == StoreError::Full => {
            tracing::warn!("there is no space to note in the file that it is in use");
            Ok(())
        }
        said => said,
    }
}

/// Says that nothing is missing once the log is in the file.
pub(super) fn end(conn: &Connection) -> Outcome<()> {
    conn.execute(END, [])?;
    Ok(())
}

/// Says so of a copy of a database in use, which is whole as it is. None of an older release says that it is in use.
pub(super) fn end_copy(path: &Path) -> Outcome<()> {
    let conn = open_plainly(path)?;
    if conn.table_exists(None, "life")? {
        end(&conn)?;
    }
    conn.close().map_err(|(_, error)| error.into())
}

/// Whether the file is in use, as a connection sees it. None of an older release says so.
pub(super) fn is_in_use(conn: &Connection) -> Outcome<bool> {
    Ok(conn.query_row(IN_USE, [], |row| row.get(0))?)
}

/// Refuses a file that was in use and lies here without its log. A file that cannot be read is for others to judge.
pub(super) fn check_log(path: &Path) -> Outcome<()> {
    let log = sidecar_path(path, "-wal");
    if log.try_exists()? {
        return Ok(());
    }
    let is_in_use = open_to_look(path, true).and_then(|conn| is_in_use(&conn)).unwrap_or(false);
    // A service may just have started.
    if !is_in_use || log.try_exists()? {
        return Ok(());
    }
    let (file, log) = (path.display(), log.display());
    let text = format!(
        "{file} was in use when it was copied, and what was written last is in its log, which is not here: put {log} beside it as well, or \
         take a copy that tapis backup makes of a database in use. If nothing is missing, because another program has brought the log \
         into the file: sqlite3 {file} 'PRAGMA journal_mode = DELETE'"
    );
    Err(StoreError::Unfit(text).into())
}

/// See [`crate::ServedStore::arrive`].
pub(super) fn arrive(conn: &Connection, now: Time, newest: Option<Time>) -> Outcome<Vec<Absence>> {
    let served_at = rows::one(conn, SERVED_AT, &[], |row| row.time("served_at"))?.flatten();
    if let Some(since) = served_at.max(newest).filter(|since| *since < now) {
        rows::replace(conn, &Absence { since, until: now }, "since")?;
    }
    serve(conn, now)?;
    Sql::execute(conn, CUT, &[now.into()])?;
    Sql::execute(conn, FORGET, &[now.plus_seconds(-KEPT_S).into()])?;
    rows::all(conn, "ORDER BY since", &[])
}

/// See [`crate::ServedStore::note_served`].
pub(super) fn serve(conn: &Connection, now: Time) -> Outcome<()> {
    Sql::execute(conn, SERVE, &[now.into()]).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::schema;

    fn at(seconds: i64) -> Time {
        "2026-01-01T00:00:00Z".parse::<Time>().unwrap().plus_seconds(seconds)
    }

    /// Else every later start would give back all time that was served.
    #[test]
    fn an_absence_of_a_clock_that_was_ahead_ends_with_the_next_start() {
        let mut conn = Connection::open_in_memory().unwrap();
        schema::migrate(&mut conn).unwrap();
        let away = |since, until| Absence { since: at(since), until: at(until) };
        assert!(arrive(&conn, at(100), None).unwrap().is_empty());
        assert_eq!(arrive(&conn, at(10_000_000), None).unwrap(), [away(100, 10_000_000)]);
        assert_eq!(arrive(&conn, at(200), None).unwrap(), [away(100, 200)]);
        assert_eq!(arrive(&conn, at(300), None).unwrap(), [away(100, 200), away(200, 300)]);
    }
}
