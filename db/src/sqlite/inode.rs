//! The lock on a database's file itself, and the names it may have.

use std::fs::{File, Metadata, TryLockError};
use std::path::Path;
use std::time::Duration;

use parking_lot::Mutex;

use super::error::Outcome;
use crate::error::StoreError;

/// Device and number of a file.
type Inode = (u64, u64);

/// The databases that this process owns.
static OWNED: Mutex<Vec<Inode>> = Mutex::new(Vec::new());

/// The lock on a database's file. SQLite's own locks are of another kind, which this one does not touch: on Linux only.
pub(super) struct InodeLock {
    file: File,
    inode: Inode,
}

impl InodeLock {
    /// Locks the file at `path`; `None` where the system has no such lock.
    pub(super) fn acquire(path: &Path) -> Outcome<Option<Self>> {
        if !cfg!(any(target_os = "linux", target_os = "android")) {
            return Ok(None);
        }
        let inode = inode(&std::fs::metadata(path)?);
        let mut owned = OWNED.lock();
        if owned.contains(&inode) {
            return Err(StoreError::Owned { by: format!("process {}", std::process::id()) }.into());
        }
        let file = File::open(path)?;
        lock_soon(&file, path, || "another process".to_owned())?;
        owned.push(inode);
        Ok(Some(Self { file, inode }))
    }
}

impl Drop for InodeLock {
    fn drop(&mut self) {
        let mut owned = OWNED.lock();
        // Closing would leave the lock with a child that was forked meanwhile, until that has become another program.
        let _ = self.file.unlock();
        owned.retain(|inode| *inode != self.inode);
    }
}

/// Waits so often, and so long, for a lock that a child which is just being started may still hold for its parent.
const TRIES: u32 = 25;
const BETWEEN: Duration = Duration::from_millis(10);

/// Locks the file at `path`, or says that its `holder` holds it and keeps it.
pub(super) fn lock_soon(file: &File, path: &Path, holder: impl FnOnce() -> String) -> Outcome<()> {
    for _ in 0..=TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) => std::thread::sleep(BETWEEN),
            Err(TryLockError::Error(error)) => {
                return Err(StoreError::Io(format!("{} cannot be locked: {error}", path.display())).into());
            }
        }
    }
    Err(StoreError::Owned { by: holder() }.into())
}

/// Refuses a file of more than one name: what is written under one name lies in a log beside that name, where nobody who uses
/// the other finds it.
pub(super) fn check_names(path: &Path) -> Outcome<()> {
    let file = std::fs::metadata(path)?;
    let names = names(&file);
    if names <= 1 || !file.is_file() {
        return Ok(());
    }
    let text = format!(
        "{} has {names} names (hard links), and a database must have one, because its log lies beside its name: delete the \
         others, and copy a database with tapis backup",
        path.display()
    );
    Err(StoreError::Linked(text).into())
}

#[cfg(unix)]
fn names(file: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(file)
}

#[cfg(not(unix))]
fn names(_: &Metadata) -> u64 {
    1
}

#[cfg(unix)]
fn inode(file: &Metadata) -> Inode {
    use std::os::unix::fs::MetadataExt;
    (file.dev(), file.ino())
}

#[cfg(not(unix))]
fn inode(_: &Metadata) -> Inode {
    (0, 0)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_forked_copy_of_the_descriptor_keeps_nobody_out() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let lock = InodeLock::acquire(file.path()).unwrap().unwrap();
        let forked = lock.file.try_clone().unwrap();
        drop(lock);
        assert!(InodeLock::acquire(file.path()).is_ok());
        drop(forked);
    }
}
