//! Keys of callers: the owner's rows, and the one table that is also written beside it.

use std::path::Path;

use parking_lot::Mutex;
use rusqlite::{Connection, TransactionBehavior};

use super::connector::{Connector, Role};
use super::error::{Outcome, corrupt};
use super::{SqliteStore, StoreError};
use super::{files, games, inode, inspect, paths, rows, webhooks};
use crate::engine::keys::check;
use crate::error::Result;
use crate::model::{ApiKey, Time, Webhook};
use crate::store::{KeyStore, wait};

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

    fn webhooks(&self) -> Result<Vec<Webhook>> {
        Ok(self.readers.read(webhooks::all)?)
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

    fn webhooks(&self) -> Result<Vec<Webhook>> {
        Ok(webhooks::all(&self.0.lock())?)
    }
}

fn add(conn: &Connection, key: &ApiKey) -> Outcome<()> {
    check(key)?;
    let is_new = rows::insert(conn, key, "ON CONFLICT (name) DO NOTHING")?;
    if is_new { Ok(()) } else { Err(StoreError::Exists.into()) }
}

/// All keys by name.
pub(super) fn all(conn: &Connection) -> Outcome<Vec<ApiKey>> {
    rows::all(conn, "ORDER BY name", [])
}

fn revoke(conn: &Connection, name: &str, at: Time) -> Outcome<bool> {
    let key: Option<ApiKey> = rows::first(conn, "WHERE name = ?1", [name])?;
    let key = key.ok_or(StoreError::NotFound)?;
    if key.revoked_at.is_some() {
        return Ok(false);
    }
    rows::update(conn, &ApiKey { revoked_at: Some(at), ..key }, &["revoked_at", "name"])?;
    Ok(true)
}
