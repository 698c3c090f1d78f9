//! A database read beside its owner, or without one: for backups and checks.

use std::path::{Path, PathBuf};

use parking_lot::{Mutex, MutexGuard};
use rusqlite::Connection;

use super::connector::{Connector, Role};
use super::error::{Outcome, corrupt};
use super::owner::Owner;
use super::readers::read_consistently;
use super::{files, inode, inspect, log, paths, verify};
use crate::engine::sql::{Reads, Sql};
use crate::engine::statistics::audit;
use crate::engine::tables::{check, games, prune};
use crate::error::Result;
use crate::model::{GameId, Prune, Pruned, StoredGame, Verification};
use crate::verify::undamaged;

/// A database opened to read it, whether or not a process serves it.
///
/// Nothing is written to the database or its log. SQLite may leave an empty `-wal` and a `-shm` file beside it.
pub struct ReadOnlyDatabase {
    conn: Mutex<Connection>,
    path: PathBuf,
    /// Keeps others from owning the database. It goes after the connection: see [`super::owner`].
    _owner: Option<Owner>,
}

impl ReadOnlyDatabase {
    /// Opens the database at `path`.
    ///
    /// # Errors
    /// See [`crate::open_read_only`].
    pub fn open(path: &Path) -> Result<Self> {
        Self::open_file(path, None).map_err(|failure| files::say_what_to_free(path, failure.into()))
    }

    /// As [`ReadOnlyDatabase::open`], but no process serves the database as long as this is open, and its schema is the newest.
    ///
    /// # Errors
    /// [`crate::StoreError::Owned`] when one does; [`crate::StoreError::OldSchema`]; otherwise as there.
    pub fn open_alone(path: &Path) -> Result<Self> {
        let opened = Owner::acquire_to_read(path).and_then(|owner| {
            let opened = Self::open_file(path, Some(owner))?;
            inspect::check_newest(&opened.conn.lock())?;
            Ok(opened)
        });
        opened.map_err(|failure| files::say_what_to_free(path, failure.into()))
    }

    fn open_file(path: &Path, mut owner: Option<Owner>) -> Outcome<Self> {
        inode::check_names(path)?;
        if let Some(owner) = &mut owner {
            owner.lock_database(path)?;
        }
        inspect::judge_header(path)?;
        if inspect::is_filled(&paths::sidecar_path(path, "-journal"))? {
            return Err(corrupt("a change was interrupted; start the service on it once to take it back"));
        }
        let conn = Connector::new(path, 0).open(Role::Inspector)?;
        inspect::identify(&conn)?;
        Ok(Self { conn: Mutex::new(conn), path: path.to_owned(), _owner: owner })
    }

    /// From now on everything that is read is as it is at this moment, whatever is written meanwhile: for several questions whose
    /// answers belong together. The log of the database grows until this is dropped.
    ///
    /// # Errors
    /// [`crate::StoreError::Io`]; [`crate::StoreError::OldSchema`].
    pub fn hold_still(&self) -> Result<()> {
        let hold = |conn: &Connection| -> Outcome<()> {
            conn.execute_batch("BEGIN DEFERRED")?;
            // It begins with the first read.
            conn.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
            Ok(())
        };
        Ok(hold(&*self.conn()?)?)
    }

    /// Whether tokens may have been given out for games of the database: it was served, or has games. One that cannot tell may have.
    pub fn may_have_tokens(&self) -> bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM token_secret) OR EXISTS (SELECT 1 FROM games)";
        self.conn.lock().query_row(sql, [], |row| row.get(0)).unwrap_or(true)
    }

    /// Writes a complete copy, seeds included, to a new file: all of it, synced to disk, or no file. The copy is the
    /// database at one moment; its owner goes on meanwhile.
    ///
    /// # Errors
    /// [`crate::StoreError::Exists`] when there is such a file; [`crate::StoreError::Full`]; [`crate::StoreError::Io`];
    /// [`crate::StoreError::Corrupt`] when the structure of the database is damaged.
    pub fn back_up(&self, target: &Path) -> Result<()> {
        Ok(files::back_up(&self.conn.lock(), target)?)
    }

    /// Loads a game with its whole log, every hash verified.
    ///
    /// # Errors
    /// [`crate::StoreError::NotFound`]; [`crate::StoreError::Corrupt`]; [`crate::StoreError::Io`]; [`crate::StoreError::OldSchema`].
    pub fn load_game(&self, id: GameId) -> Result<StoredGame> {
        self.look(|conn| games::load(conn, id))
    }

    /// The ids of games after `after`, ascending, at most `most`.
    ///
    /// # Errors
    /// [`crate::StoreError::Corrupt`]; [`crate::StoreError::Io`]; [`crate::StoreError::OldSchema`].
    pub fn game_ids(&self, after: Option<GameId>, most: usize) -> Result<Vec<GameId>> {
        self.look(|conn| games::ids(conn, after, most))
    }

    /// Checks the structure of the file, the chain of events of every game, and the rollups against the facts. What is written
    /// meanwhile may be left out.
    ///
    /// # Errors
    /// [`crate::StoreError::Io`]; [`crate::StoreError::OldSchema`]. Damage is no error but a finding.
    pub fn verify(&self) -> Result<Verification> {
        let mut report = Verification::default();
        verify::check(&*self.conn()?, &mut report)?;
        let ids = |before: Option<GameId>| match before {
            // All at once: behind one that cannot be read no page could begin.
            None => self.read(check::game_ids),
            Some(_) => Ok((Vec::new(), Vec::new())),
        };
        crate::verify::check(self, &mut report, &|table| self.read(table), &ids)?;
        if let Some(audit) = undamaged(&mut report, "the statistics", self.read(audit))? {
            report.results = audit.results;
            report.findings.extend(audit.findings);
        }
        // Read while its owner writes, a sound log may look damaged: once, but not twice in the same place.
        let damage = log::damage(&self.path)?;
        if let Some(damage) =
            damage.filter(|damage| log::damage(&self.path).is_ok_and(|again| again.as_ref() == Some(damage)))
        {
            report.findings.push(format!("the -wal file: {damage}"));
        }
        Ok(report)
    }

    /// What [`crate::DatabaseUrl::prune`] would delete now.
    ///
    /// # Errors
    /// [`crate::StoreError::Io`]; [`crate::StoreError::Corrupt`]; [`crate::StoreError::OldSchema`].
    pub fn would_prune(&self, what: Prune) -> Result<Pruned> {
        self.look(|conn| prune::count(conn, what))
    }

    fn look<T>(&self, work: impl FnOnce(&Connection) -> Outcome<T>) -> Result<T> {
        Ok(read_consistently(&mut *self.conn()?, work)?)
    }

    /// The connection, for all but copies: they are made of a database as it is, whatever its version.
    fn conn(&self) -> Result<MutexGuard<'_, Connection>> {
        let conn = self.conn.lock();
        inspect::check_newest(&conn)?;
        Ok(conn)
    }
}

impl Reads for ReadOnlyDatabase {
    fn read<T: Send + 'static>(
        &self,
        work: impl Fn(&dyn Sql) -> Outcome<T> + Send + Sync + 'static,
    ) -> Result<T> {
        self.look(|conn| work(conn))
    }
}
