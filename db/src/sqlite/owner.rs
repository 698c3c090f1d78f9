//! One owner of a database: the process that serves it holds two locks.
//!
//! The lock on `<database>.lock` says who the owner is, and is there before the database. The lock on the database's file
//! itself holds whatever the file is called, and whatever becomes of the other. The system drops both when the process ends,
//! however it ends, so a lock file left by a kill stops nobody.
//!
//! SQLite loses its own locks on the database when its process closes any descriptor of that file. So the descriptor that
//! carries our lock is opened before SQLite's first one and closed after its last, and a file that this process owns already is
//! never opened to find that out.

use std::fs::{File, OpenOptions};
use std::io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use super::error::Outcome;
use super::inode::{InodeLock, lock_soon};
use super::paths::sidecar_path;
use crate::model::Time;

/// The locks of the process that serves a database. Dropping it frees the database and deletes the lock file.
pub(super) struct Owner {
    /// None where nobody can write: then the lock on the database itself is all there is.
    file: Option<File>,
    path: PathBuf,
    /// The lock on the database itself, once it is there.
    inode: Option<InodeLock>,
}

/// More than a description of an owner has.
const MOST_DESCRIBED: u64 = 200;

impl Owner {
    /// Becomes the owner of the database at `path`, which need not exist yet.
    pub(super) fn acquire(database: &Path) -> Outcome<Self> {
        let path = sidecar_path(&resolve(database)?, ".lock");
        loop {
            let mut file = open(&path)?;
            lock_soon(&file, &path, || owner_in(&file))?;
            // An owner that has just closed has deleted its file: a lock on that keeps nobody out.
            if is_at(&file, &path)? {
                // Who owns it is said for people only, so a full disk is no reason to refuse.
                let _ = file.set_len(0).and_then(|()| file.write_all(describe().as_bytes()));
                return Ok(Self { file: Some(file), path, inode: None });
            }
        }
    }

    /// As [`Owner::acquire`], for who only reads: also where no file can be made beside the database.
    pub(super) fn acquire_to_read(database: &Path) -> Outcome<Self> {
        match open(&sidecar_path(&resolve(database)?, ".lock")) {
            Err(error) if matches!(error.kind(), PermissionDenied | ReadOnlyFilesystem) => {
                Ok(Self { file: None, path: database.to_owned(), inode: None })
            }
            _ => Self::acquire(database),
        }
    }

    /// Locks the database itself, which is there now. Nothing of SQLite may have it open in this process.
    pub(super) fn lock_database(&mut self, database: &Path) -> Outcome<()> {
        self.inode = InodeLock::acquire(database)?;
        Ok(())
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        // Deleted before it is free: whoever locks it from now on notices, and makes a new one. One that another process made
        // after ours was deleted is left to it.
        if cfg!(unix) && self.file.as_ref().is_some_and(|file| is_at(file, &self.path).unwrap_or(false)) {
            let _ = std::fs::remove_file(&self.path);
        }
        drop(self.inode.take());
        let _ = self.file.as_ref().map(File::unlock);
    }
}

/// The place of the database itself when `path` leads there through links.
fn resolve(path: &Path) -> Outcome<PathBuf> {
    Ok(if path.try_exists()? { path.canonicalize()? } else { path.to_owned() })
}

fn open(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Whether the open file is the one of this name.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> Outcome<bool> {
    use std::os::unix::fs::MetadataExt;
    let open = file.metadata()?;
    Ok(std::fs::metadata(path).is_ok_and(|named| (named.dev(), named.ino()) == (open.dev(), open.ino())))
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> Outcome<bool> {
    Ok(true)
}

/// This process, as the next one shall name it.
fn describe() -> String {
    let started = Time::from(jiff::Timestamp::now());
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    match host.trim() {
        "" => format!("process {} (since {started})", std::process::id()),
        host => format!("process {} on {host} (since {started})", std::process::id()),
    }
}

/// Who is named in a lock file; its owner may not have written it yet.
fn owner_in(file: &File) -> String {
    let mut text = String::new();
    match file.take(MOST_DESCRIBED).read_to_string(&mut text) {
        Ok(_) if !text.is_empty() && !text.contains(char::is_control) => text,
        _ => "another process".to_owned(),
    }
}
