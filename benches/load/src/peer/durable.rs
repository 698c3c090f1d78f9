//! Durable inserts: many in one commit, or one each behind a lock.

use std::path::Path;
use std::sync::{Arc, Mutex};

use actix_web::web;
use anyhow::{Result, anyhow};
use crossbeam_channel::{Receiver, Sender};
use rusqlite::Connection;
use tokio::sync::oneshot;

use super::open;

/// A move to store.
pub(super) struct Insert {
    pub game: String,
    pub version: u64,
    pub body: Vec<u8>,
}

/// Where moves are stored.
#[derive(Clone)]
pub(super) enum Store {
    /// One writer for all.
    Group(Sender<(Insert, oneshot::Sender<bool>)>),
    /// Everybody for himself.
    Mutex(Arc<Mutex<Connection>>),
}

/// The most inserts of one transaction.
const GROUP: usize = 512;

impl Store {
    /// One writer that commits together whatever waits.
    pub(super) fn group(directory: &Path) -> Result<Self> {
        let connection = with_table(directory)?;
        let (sender, receiver) = crossbeam_channel::bounded(4096);
        std::thread::Builder::new()
            .name("peer-writer".to_owned())
            .spawn(move || write(&connection, &receiver))?;
        Ok(Self::Group(sender))
    }

    /// A connection behind a lock.
    pub(super) fn mutex(directory: &Path) -> Result<Self> {
        Ok(Self::Mutex(Arc::new(Mutex::new(with_table(directory)?))))
    }

    /// Stores a move; whether it is durable.
    pub(super) async fn insert(&self, insert: Insert) -> bool {
        match self {
            Self::Group(queue) => {
                let (done, answer) = oneshot::channel();
                queue.try_send((insert, done)).is_ok() && answer.await.unwrap_or(false)
            }
            Self::Mutex(connection) => {
                let connection = Arc::clone(connection);
                let stored = web::block(move || {
                    let connection = connection.lock().map_err(|_| anyhow!("poisoned"))?;
                    put(&connection, &insert)
                });
                matches!(stored.await, Ok(Ok(())))
            }
        }
    }
}

fn with_table(directory: &Path) -> Result<Connection> {
    let connection = open(directory)?;
    connection.execute_batch(
        "CREATE TABLE IF NOT EXISTS moves (game TEXT NOT NULL, version INTEGER NOT NULL, body BLOB NOT NULL, \
         PRIMARY KEY (game, version)) STRICT, WITHOUT ROWID",
    )?;
    Ok(connection)
}

fn put(connection: &Connection, insert: &Insert) -> Result<()> {
    let version = i64::try_from(insert.version)?;
    let mut statement =
        connection.prepare_cached("INSERT INTO moves (game, version, body) VALUES (?1, ?2, ?3)")?;
    statement.execute((&insert.game, version, &insert.body))?;
    Ok(())
}

fn write(connection: &Connection, queue: &Receiver<(Insert, oneshot::Sender<bool>)>) {
    while let Ok(first) = queue.recv() {
        let group: Vec<_> = std::iter::once(first).chain(queue.try_iter().take(GROUP - 1)).collect();
        let committed = commit(connection, group.iter().map(|(insert, _)| insert)).is_ok();
        for (_, done) in group {
            // Who asked may be gone.
            let _ = done.send(committed);
        }
    }
}

fn commit<'a>(connection: &Connection, mut inserts: impl Iterator<Item = &'a Insert>) -> Result<()> {
    let transaction = connection.unchecked_transaction()?;
    inserts.try_for_each(|insert| put(connection, insert))?;
    Ok(transaction.commit()?)
}
