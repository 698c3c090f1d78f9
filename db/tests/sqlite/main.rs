//! What is particular to SQLite: files that must not be touched, damage, full disks, crashes, other versions.

#![allow(clippy::unwrap_used)] // a test may fail by panicking

#[path = "../contract/build.rs"]
mod build;

mod backup;
mod closing;
mod crash;
mod damage;
mod finished;
mod fixtures;
mod full;
mod keys;
mod killed;
mod owner;
mod pages;
mod populate;
mod prune;
mod recount;
mod refusal;
mod report;
mod sync_fails;
mod url;
mod verify;
mod wiped;

use std::path::Path;

use tapis_db::sqlite::{SqliteOptions, SqliteStore};

use populate::populate;

/// Opens the database at `path` with the usual options.
fn open(path: &Path) -> tapis_db::Result<SqliteStore> {
    SqliteStore::open(path, SqliteOptions::default())
}
