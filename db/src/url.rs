//! The URL of a database: which engine, and where.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use crate::copy::CopySource;
use crate::engine::invalid;
use crate::error::{Result, StoreError};
use crate::model::{Digest, Prune, Pruned, RulesetRecord, Shrunk, Verification};
use crate::postgres::{PostgresOptions, PostgresStore, PostgresUrl, Stay, is_postgres};
use crate::sqlite::{self, KeysBeside, ReadOnlyDatabase, SqliteOptions, SqliteStore};
use crate::store::{KeyStore, ServedStore as _, StatisticsReader, Store};
use crate::verify;

/// Which engine keeps the games, and where.
///
/// `sqlite:path/to/file.db` is a SQLite file; `sqlite::memory:` is a throw-away database in a temporary file;
/// `postgres://…` is a PostgreSQL database, see [`PostgresUrl`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DatabaseUrl {
    /// A SQLite file.
    Sqlite(PathBuf),
    /// A SQLite database that is deleted when it is closed.
    Memory,
    /// A PostgreSQL database, which many nodes may serve.
    Postgres(Box<PostgresUrl>),
}

/// The text is no URL of a database. It says what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ParseDatabaseUrlError(String);

impl DatabaseUrl {
    /// Opens the store and owns it. Creates it when it is not there.
    ///
    /// # Errors
    /// See [`crate::open`].
    pub fn open(&self) -> Result<Arc<dyn Store>> {
        self.open_with(None)
    }

    /// As [`DatabaseUrl::open`], to serve it with a secret of this fingerprint, if it has one already: a database that was served with
    /// another is refused as it is.
    ///
    /// # Errors
    /// As [`DatabaseUrl::open`]; [`StoreError::Unfit`] with another secret.
    pub fn open_with(&self, secret: Option<Digest>) -> Result<Arc<dyn Store>> {
        let of_file = SqliteOptions { secret, ..SqliteOptions::default() };
        self.open_as(of_file, PostgresOptions { secret, ..PostgresOptions::default() })
    }

    /// As [`DatabaseUrl::open`], for a command that needs the database for itself: of PostgreSQL, no node may serve it, nor can
    /// one start until it is closed. A database of an older release is left as it is.
    ///
    /// # Errors
    /// [`StoreError::Owned`]; [`StoreError::OldSchema`]; otherwise as [`crate::open`].
    pub fn open_alone(&self) -> Result<Arc<dyn Store>> {
        self.open_as(of_commands(), PostgresOptions { stay: Stay::Alone, ..PostgresOptions::default() })
    }

    /// As [`DatabaseUrl::open`], but creates nothing, and brings nothing up to date: for a command that works on what is stored. Of
    /// PostgreSQL it may be beside the nodes.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] when there is no such database; [`StoreError::OldSchema`]; otherwise as [`crate::open`].
    pub fn open_existing(&self) -> Result<Arc<dyn Store>> {
        if !matches!(self, Self::Postgres(_)) {
            self.existing_file()?;
        }
        self.open_as(of_commands(), filled(Stay::Guest))
    }

    fn open_as(&self, file: SqliteOptions, server: PostgresOptions) -> Result<Arc<dyn Store>> {
        Ok(match self {
            Self::Sqlite(path) => Arc::new(SqliteStore::open(path, file)?),
            Self::Memory => Arc::new(SqliteStore::open_temporary(file)?),
            Self::Postgres(url) => Arc::new(PostgresStore::open(url, server)?),
        })
    }

    /// Opens the database to read it, beside the process that owns it or without one.
    ///
    /// # Errors
    /// See [`crate::open_read_only`].
    pub fn open_read_only(&self) -> Result<ReadOnlyDatabase> {
        ReadOnlyDatabase::open(self.existing_file()?)
    }

    /// Checks everything that is stored, beside the process that owns it, the nodes that serve it, or without any: the structure of a
    /// file, that every row can be read, the chain of events of every game, and the statistics against the results. What is written
    /// meanwhile may be left out.
    ///
    /// # Errors
    /// As [`DatabaseUrl::open_finished`]. Damage is no error but a finding.
    pub fn verify(&self) -> Result<Verification> {
        match self {
            Self::Postgres(url) => verify::verify(&open_patiently(url, Stay::Guest)?),
            _ => self.open_read_only()?.verify(),
        }
    }

    /// All rulesets that are stored, beside the process that owns the database, the nodes that serve it, or without any. Whether each is
    /// what its hash says is for the caller, who knows of what it is the hash.
    ///
    /// # Errors
    /// As [`DatabaseUrl::open_finished`]; [`StoreError::Corrupt`].
    pub fn rulesets(&self) -> Result<Vec<RulesetRecord>> {
        match self {
            Self::Postgres(url) => CopySource::rulesets(&open_patiently(url, Stay::Guest)?),
            _ => CopySource::rulesets(&self.open_read_only()?),
        }
    }

    /// Opens the database to copy it. It is read piece by piece, so nobody can serve it until the answer is dropped.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] when there is no such database, or nothing in it; [`StoreError::Owned`] while it is served;
    /// [`StoreError::OldSchema`]; otherwise as [`crate::open`].
    pub fn open_copy_source(&self) -> Result<Box<dyn CopySource>> {
        Ok(match self {
            Self::Postgres(url) => Box::new(PostgresStore::open(url, filled(Stay::Alone))?),
            _ => Box::new(ReadOnlyDatabase::open_alone(self.existing_file()?)?),
        })
    }

    /// Opens the database to read its finished games, beside the process that owns it or without one.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] when there is no such database, or nothing in it; otherwise as [`crate::open`].
    pub fn open_finished(&self) -> Result<Box<dyn StatisticsReader>> {
        Ok(match self {
            Self::Postgres(url) => Box::new(open_patiently(url, Stay::Guest)?),
            _ => Box::new(self.open_read_only()?),
        })
    }

    /// Opens the keys of a database, beside the process that owns it or without one.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] when there is no such database, or nothing in it; [`StoreError::OldSchema`]; otherwise as [`crate::open`].
    pub fn open_keys(&self) -> Result<Box<dyn KeyStore>> {
        Ok(match self {
            Self::Postgres(url) => Box::new(PostgresStore::open(url, filled(Stay::Guest))?),
            _ => Box::new(KeysBeside::open(self.existing_file()?)?),
        })
    }

    /// Whether what is at its place is a database that this program may open, judged by its first bytes alone. Nothing is
    /// changed. What is not there may be made.
    ///
    /// # Errors
    /// [`StoreError::Foreign`]; [`StoreError::TooNew`]; [`StoreError::Unreleased`]; [`StoreError::Corrupt`]; [`StoreError::Io`].
    pub fn look(&self) -> Result<()> {
        match self {
            Self::Sqlite(path) if path.try_exists().unwrap_or(true) => sqlite::look(path),
            _ => Ok(()),
        }
    }

    /// Deletes what is old, as the owner of the database: no other process may have it. Stopped at any moment, it leaves a sound
    /// database. Of a file the space is given back; a PostgreSQL server gives it to new rows by itself, and nothing is said of it.
    ///
    /// # Errors
    /// As [`DatabaseUrl::open_existing`]; [`StoreError::Owned`] while it is served;
    /// [`StoreError::Full`]: what was deleted until then stays deleted.
    pub fn prune(&self, what: Prune) -> Result<(Pruned, Option<Shrunk>)> {
        if let Self::Postgres(url) = self {
            let store = open_patiently(url, Stay::Alone)?;
            let pruned = store.prune(what)?;
            store.close()?;
            return Ok((pruned, None));
        }
        sqlite::prune(self.existing_file()?, what).map(|(pruned, shrunk)| (pruned, Some(shrunk)))
    }

    /// What [`DatabaseUrl::prune`] would delete now. Others may use the database.
    ///
    /// # Errors
    /// As [`DatabaseUrl::open_existing`]; [`StoreError::OldSchema`].
    pub fn would_prune(&self, what: Prune) -> Result<Pruned> {
        match self {
            Self::Postgres(url) => open_patiently(url, Stay::Guest)?.would_prune(what),
            _ => self.open_read_only()?.would_prune(what),
        }
    }

    /// The bytes that are free for this program where the database lies; `None` where the system does not say.
    pub fn free_space(&self) -> Option<u64> {
        match self {
            Self::Sqlite(path) => sqlite::free_space(path),
            Self::Memory => sqlite::free_space(&std::env::temp_dir().join("tapis.db")),
            Self::Postgres(_) => None,
        }
    }

    fn existing_file(&self) -> Result<&PathBuf> {
        match self {
            Self::Sqlite(path) if path.try_exists().unwrap_or(true) => Ok(path),
            Self::Sqlite(path) => Err(invalid(format!("there is no database {}", path.display()))),
            Self::Memory => Err(invalid("sqlite::memory: keeps nothing; name a file: sqlite:<path>")),
            Self::Postgres(_) => Err(invalid(
                "this is for SQLite files, sqlite:<path>; a PostgreSQL database is copied and checked with its own tools",
            )),
        }
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => write!(f, "sqlite:{}", path.display()),
            Self::Memory => f.write_str("sqlite::memory:"),
            Self::Postgres(url) => write!(f, "{url}"),
        }
    }
}

impl FromStr for DatabaseUrl {
    type Err = ParseDatabaseUrlError;

    fn from_str(text: &str) -> std::result::Result<Self, ParseDatabaseUrlError> {
        if is_postgres(text) {
            return text.parse().map(|url| Self::Postgres(Box::new(url))).map_err(ParseDatabaseUrlError);
        }
        let Some(path) = text.strip_prefix("sqlite:") else {
            return Err(refused("a database is given as sqlite:<path> or sqlite::memory:, or postgres://…"));
        };
        match path {
            ":memory:" => Ok(Self::Memory),
            "" => Err(refused("sqlite: lacks its path; write sqlite:<path>, for example sqlite:tapis.db")),
            _ if is_of_a_server(path) => {
                // It may have a password, and paths are shown.
                Err(refused("sqlite:<path> names a file; the URL of a server begins with postgres://"))
            }
            _ if path.starts_with("//") => Err(refused(
                "write sqlite:<path> without //, for example sqlite:tapis.db or sqlite:/var/lib/tapis.db",
            )),
            _ if path.contains(['?', '#']) => {
                Err(refused("sqlite:<path> takes no parameters, and the path has neither ? nor #"))
            }
            _ if path.contains('\0') => Err(refused("the path contains a zero byte")),
            _ => Ok(Self::Sqlite(PathBuf::from(path))),
        }
    }
}

impl From<ParseDatabaseUrlError> for StoreError {
    fn from(error: ParseDatabaseUrlError) -> Self {
        Self::Invalid(error.0)
    }
}

/// For a command: who serves a database brings it up to date, and nobody else.
fn of_commands() -> SqliteOptions {
    SqliteOptions { migrate: false, ..SqliteOptions::default() }
}

/// For a database in which there is something.
fn filled(stay: Stay) -> PostgresOptions {
    PostgresOptions { create: false, stay, ..PostgresOptions::default() }
}

/// Opens a database in which there is something, for statements that read whole tables.
fn open_patiently(url: &PostgresUrl, stay: Stay) -> Result<PostgresStore> {
    let options = filled(stay);
    PostgresStore::open(url, PostgresOptions { call: options.long_call, ..options })
}

fn is_of_a_server(path: &str) -> bool {
    path.contains("://") || path.split_once('@').is_some_and(|(before, _)| before.contains(':'))
}

fn refused(what_is_right: &str) -> ParseDatabaseUrlError {
    ParseDatabaseUrlError(what_is_right.to_owned())
}
