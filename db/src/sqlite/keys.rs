//! Keys of callers, written beside the owner of a database.

use std::path::Path;

use parking_lot::Mutex;
use rusqlite::{Connection, TransactionBehavior};

use super::connector::{self, Connector, Role};
use super::error::{Outcome, corrupt};
use super::{files, inode, inspect, life, paths};
use crate::engine::answer::answer;
use crate::engine::sql::{Engine, Part, Reads, Sql};
use crate::error::{Result, StoreError};
use crate::model::GameId;
use crate::store::Reply;

/// The keys of a database that another process may own. Nothing but keys is written: what the owner remembers of its tables stays
/// true, and SQLite's own locks keep the two writers apart.
pub(crate) struct KeysBeside(Mutex<Connection>);

impl KeysBeside {
    /// Opens the database at `path`, which must be of the newest schema: bringing it up to date is its owner's business.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        Self::open_file(path).map_err(|failure| files::say_what_to_free(path, failure.into()))
    }

    fn open_file(path: &Path) -> Outcome<Self> {
        inode::check_names(path)?;
        let has_log = inspect::judge_header(path)?;
        if inspect::is_filled(&paths::sidecar_path(path, "-journal"))? {
            return Err(corrupt("a change was interrupted; start the service on it once to take it back"));
        }
        // To open it to write makes a backup's file one with a log: what is refused stays as it is.
        let looking = connector::open_to_look(path, !has_log)?;
        looking.busy_timeout(connector::BUSY_TIMEOUT)?;
        inspect::check_newest(&looking)?;
        drop(looking);
        Ok(Self(Mutex::new(Connector::new(path, 0).open(Role::Writer)?)))
    }
}

impl Drop for KeysBeside {
    /// Of a file that nobody has in use a tidy one is left. Elsewhere the log is its owner's business.
    fn drop(&mut self) {
        let conn = self.0.get_mut();
        if matches!(life::is_in_use(conn), Ok(false)) {
            // Where it fails the log stays, as after a crash.
            let _ = life::keep_log(conn, false);
        }
    }
}

impl Reads for KeysBeside {
    fn read<T: Send + 'static>(
        &self,
        work: impl Fn(&dyn Sql) -> Outcome<T> + Send + Sync + 'static,
    ) -> Result<T> {
        Ok(work(&*self.0.lock())?)
    }
}

impl Engine for KeysBeside {
    fn write_for<T: Send + 'static>(
        &self,
        _: Part,
        _: Option<GameId>,
        work: impl Fn(&dyn Sql) -> Outcome<T> + Send + Sync + 'static,
        reply: Reply<T>,
    ) {
        let mut conn = self.0.lock();
        let mut write = || -> Outcome<T> {
            let transaction = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let done = work(&*transaction)?;
            transaction.commit()?;
            Ok(done)
        };
        let done = write().map_err(StoreError::from);
        answer(reply, done);
    }
}
