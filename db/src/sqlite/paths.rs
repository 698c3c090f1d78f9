//! The files and the directory beside a database.

use std::path::{Path, PathBuf};

/// `path` with `suffix` appended to its name, as SQLite names its helper files.
pub(super) fn sidecar_path(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// The directory `path` lies in.
pub(super) fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}
