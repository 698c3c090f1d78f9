//! Files that a killed backup or start has left behind: `.tapis-….db`, not complete, without a name of their own.
//!
//! Whoever writes such a file holds a lock on it until it has its name, so what can be locked belongs to nobody any more.

use std::ffi::OsStr;
use std::fs::{File, TryLockError};
use std::path::Path;

use tempfile::NamedTempFile;

use super::error::Outcome;
use super::paths::{directory, sidecar_path};

const PREFIX: &str = ".tapis-";
const SUFFIX: &str = ".db";
/// How many letters and digits are between them.
const MIDDLE: usize = 6;

/// An empty file in the directory of `path`, locked, readable by its owner only: it will hold the seeds of games.
pub(super) fn new_file_for(path: &Path) -> Outcome<NamedTempFile> {
    loop {
        let mut builder = tempfile::Builder::new();
        let file = builder.prefix(PREFIX).suffix(SUFFIX).rand_bytes(MIDDLE).tempfile_in(directory(path))?;
        // Who clears away may have been quicker. Where there are no locks, nobody clears anything away.
        let is_being_cleared = matches!(file.as_file().try_lock(), Err(TryLockError::WouldBlock));
        if !is_being_cleared && file.path().try_exists()? {
            return Ok(file);
        }
    }
}

/// Removes what was left in the directory of `database`, with the logs beside it. What cannot be removed stays.
pub(super) fn remove_beside(database: &Path) {
    let Ok(entries) = std::fs::read_dir(directory(database)) else { return };
    for entry in entries.flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if !is_file || !is_ours(&entry.file_name()) {
            continue;
        }
        let path = entry.path();
        match remove(&path) {
            Ok(true) => {
                tracing::info!(path = %path.display(), "removed what a killed backup or start had left")
            }
            Ok(false) => {}
            Err(error) => {
                tracing::warn!(path = %path.display(), %error, "a left-over file cannot be removed")
            }
        }
    }
}

/// Removes a file unless somebody holds it; answers whether it did.
fn remove(path: &Path) -> std::io::Result<bool> {
    let file = File::open(path)?;
    if file.try_lock().is_err() {
        return Ok(false);
    }
    for suffix in ["-wal", "-shm", "-journal"] {
        match std::fs::remove_file(sidecar_path(path, suffix)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    std::fs::remove_file(path)?;
    Ok(true)
}

fn is_ours(name: &OsStr) -> bool {
    let middle = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX));
    middle.is_some_and(|middle| {
        middle.len() == MIDDLE && middle.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}
