//! The SQLite engine: one file, one writer that groups commits, readers on connections of their own.
//!
//! Data flow of a write: [`SqliteStore`] queues a closure → the `writer`'s thread runs it in a savepoint of the
//! group's transaction → commit, one sync → replies. Data flow of a read: a connection from the pool, a prepared
//! statement. Every connection is opened by `connector`; every file is looked at by
//! `inspect` before it is touched.

mod connector;
mod error;
mod files;
mod games;
mod inode;
mod inspect;
mod keys;
mod leftovers;
mod life;
mod log;
mod options;
mod owner;
mod paths;
mod prune;
mod quotas;
mod read_only;
mod readers;
mod rows;
mod schema;
mod statistics;
mod store;
mod token_secret;
mod verify;
mod writer;

#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;

use parking_lot::Mutex;
use tempfile::TempDir;

use crate::error::Result;
use crate::store::{ServedStore as _, wait};
use connector::Connector;
pub(crate) use files::free_space;
pub(crate) use keys::KeysBeside;
pub use options::{GroupLimits, SqliteOptions};
use owner::Owner;
pub(crate) use prune::prune;
pub use read_only::ReadOnlyDatabase;
use readers::Readers;
use writer::{Mode, Writer};

/// A store in one SQLite file.
pub struct SqliteStore {
    connector: Arc<Connector>,
    readers: Readers,
    /// Apart, so that no game and no list ever waits for statistics.
    statistics: Readers,
    writer: Writer,
    /// The directory of a throw-away database.
    temporary: Mutex<Option<TempDir>>,
}

impl SqliteStore {
    /// Opens the database at `path`, creating it when there is no such file, and brings its schema up to date.
    ///
    /// # Errors
    /// See [`crate::open`].
    pub fn open(path: &Path, options: SqliteOptions) -> Result<Self> {
        let opened = Owner::acquire(path).and_then(|owner| Self::open_file(path, &options, Some(owner)));
        opened.map_err(|failure| files::say_what_to_free(path, failure.into()))
    }

    /// Opens a throw-away database, deleted when the store is closed or dropped.
    ///
    /// # Errors
    /// [`crate::StoreError::Io`] or [`crate::StoreError::Full`] when there is no room for it.
    pub fn open_temporary(options: SqliteOptions) -> Result<Self> {
        let directory = tempfile::Builder::new().prefix("tapis-").tempdir().map_err(error::Failure::from)?;
        let store = Self::open_file(&directory.path().join("tapis.db"), &options, None)?;
        *store.temporary.lock() = Some(directory);
        Ok(store)
    }

    /// Changes the most bytes the database may have, see [`SqliteOptions::max_bytes`].
    ///
    /// # Errors
    /// As every write.
    pub fn set_max_bytes(&self, max_bytes: Option<u64>) -> Result<()> {
        self.connector.set_max_pages(options::pages(max_bytes));
        let connector = Arc::clone(&self.connector);
        let limit = move |session: &mut games::Session<'_>| connector.limit_pages(session.conn);
        wait(|reply| self.writer.submit(Mode::Alone, limit, reply))
    }

    fn open_file(path: &Path, options: &SqliteOptions, mut owner: Option<Owner>) -> error::Outcome<Self> {
        leftovers::remove_beside(path);
        let is_new = !path.try_exists()?;
        if is_new {
            files::create(path)?;
        }
        inode::check_names(path)?;
        if let Some(owner) = &mut owner {
            owner.lock_database(path)?;
        }
        if !is_new {
            if let Some(damage) = log::damage(path)? {
                tracing::error!(
                    damage,
                    "the -wal file is not what was written: what it lost is in a backup at best"
                );
            }
            // Whatever is refused is refused before anything is written.
            let looking = inspect::inspect(path, options.check_bytes)?;
            if !options.migrate {
                inspect::check_newest(&looking)?;
            }
            if let Some(secret) = &options.secret {
                token_secret::compare(&looking, secret)?;
            }
        }
        let connector = Arc::new(Connector::new(path, options::pages(options.max_bytes)));
        let mut conn = connector.open(connector::Role::Writer)?;
        schema::migrate(&mut conn)?;
        life::begin(&conn)?;
        // The first connection stays open until the others are, so that none of them is the last to close.
        let writer = Writer::start(Arc::clone(&connector), options, owner)?;
        let readers = Readers::open(&connector, options.readers)?;
        let statistics = Readers::open(&connector, options.statistics_readers)?;
        drop(conn);
        Ok(Self { connector, readers, statistics, writer, temporary: Mutex::new(None) })
    }
}

/// See [`crate::DatabaseUrl::look`].
pub(crate) fn look(path: &Path) -> Result<()> {
    inspect::judge_header(path)?;
    Ok(())
}

impl Drop for SqliteStore {
    fn drop(&mut self) {
        if let Err(error) = self.close() {
            tracing::error!(%error, "the database could not be closed tidily");
        }
    }
}
