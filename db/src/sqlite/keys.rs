//! Keys of callers: the owner's rows, and the one table that is also written beside it.

use std::path::Path;

use parking_lot::Mutex;
use rusqlite::{Connection, Row, TransactionBehavior, params};

use super::connector::{Connector, Role};
use super::error::{Failure, Outcome, corrupt};
use super::{SqliteStore, StoreError};
use super::{column, files, games, inode, inspect, paths};
use crate::engine::keys::{check, seal};
use crate::error::Result;
use crate::model::{ApiKey, KeyRates, Time};
use crate::store::{KeyStore, wait};

/// All keys.
pub(super) const ALL: &str = "SELECT name, hash, scope, rate_requests, rate_create, rate_moves, rate_hints, \
                              created_at, revoked_at, seal FROM api_keys";

impl KeyStore for SqliteStore {
    fn add_key(&self, key: ApiKey) -> Result<()> {
        wait(|reply| {
            self.writer.submit(move |session: &mut games::Session<'_>| add(session.conn, &key), reply)
        })
    }

    fn keys(&self) -> Result<Vec<ApiKey>> {
        Ok(self.readers.read(all)?)
    }

    fn revoke_key(&self, name: &str, at: Time) -> Result<bool> {
        let name = name.to_owned();
        let work = move |session: &mut games::Session<'_>| revoke(session.conn, &name, at);
        wait(|reply| self.writer.submit(work, reply))
    }
}

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
        inspect::judge_header(path)?;
        if inspect::is_filled(&paths::sidecar_path(path, "-journal"))? {
            return Err(corrupt("a change was interrupted; start the service on it once to take it back"));
        }
        let conn = Connector::new(path, 0).open(Role::Writer)?;
        inspect::check_newest(&conn)?;
        Ok(Self(Mutex::new(conn)))
    }

    fn write<T>(&self, work: impl FnOnce(&Connection) -> Outcome<T>) -> Result<T> {
        let mut conn = self.0.lock();
        let write = || -> Outcome<T> {
            let transaction = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let done = work(&transaction)?;
            transaction.commit()?;
            Ok(done)
        };
        Ok(write()?)
    }
}

impl KeyStore for KeysBeside {
    fn add_key(&self, key: ApiKey) -> Result<()> {
        self.write(|conn| add(conn, &key))
    }

    fn keys(&self) -> Result<Vec<ApiKey>> {
        Ok(all(&self.0.lock())?)
    }

    fn revoke_key(&self, name: &str, at: Time) -> Result<bool> {
        self.write(|conn| revoke(conn, name, at))
    }
}

fn add(conn: &Connection, key: &ApiKey) -> Outcome<()> {
    check(key)?;
    let ApiKey { name, hash, scope, rates, created_at, revoked_at } = key;
    let added = conn
        .prepare_cached(
            "INSERT INTO api_keys (name, hash, scope, rate_requests, rate_create, rate_moves, rate_hints, created_at, \
             revoked_at, seal) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT (name) DO NOTHING",
        )?
        .execute(params![
            name,
            hash.0,
            scope.as_str(),
            rates.requests,
            rates.create,
            rates.moves,
            rates.hints,
            created_at.to_string(),
            revoked_at.map(|time| time.to_string()),
            seal(key).0
        ])?;
    if added == 0 { Err(StoreError::Exists.into()) } else { Ok(()) }
}

/// All keys by name.
pub(super) fn all(conn: &Connection) -> Outcome<Vec<ApiKey>> {
    let mut statement = conn.prepare_cached(&format!("{ALL} ORDER BY name"))?;
    let mut rows = statement.query([])?;
    let mut keys = Vec::new();
    while let Some(row) = rows.next()? {
        keys.push(read(row)?);
    }
    Ok(keys)
}

fn revoke(conn: &Connection, name: &str, at: Time) -> Outcome<bool> {
    let mut statement = conn.prepare_cached(&format!("{ALL} WHERE name = ?1"))?;
    let mut rows = statement.query([name])?;
    let row = rows.next()?.ok_or_else(|| Failure::from(StoreError::NotFound))?;
    let key = read(row)?;
    if key.revoked_at.is_some() {
        return Ok(false);
    }
    let key = ApiKey { revoked_at: Some(at), ..key };
    conn.prepare_cached("UPDATE api_keys SET revoked_at = ?2, seal = ?3 WHERE name = ?1")?
        .execute(params![name, at.to_string(), seal(&key).0])?;
    Ok(true)
}

/// A row of [`ALL`].
pub(super) fn read(row: &Row<'_>) -> Outcome<ApiKey> {
    let key = ApiKey {
        name: row.get("name")?,
        hash: column::digest(row, "hash")?,
        scope: column::parsed(row, "scope")?,
        rates: KeyRates {
            requests: column::optional_number(row, "rate_requests")?,
            create: column::optional_number(row, "rate_create")?,
            moves: column::optional_number(row, "rate_moves")?,
            hints: column::optional_number(row, "rate_hints")?,
        },
        created_at: column::parsed(row, "created_at")?,
        revoked_at: column::optional_parsed(row, "revoked_at")?,
    };
    if column::digest(row, "seal")? != seal(&key) {
        return Err(corrupt(format!("the key {}", key.name)));
    }
    Ok(key)
}
