//! Files that appear whole or not at all, and replace nothing they should not.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use tempfile::NamedTempFile;

use super::ExportError;

/// Refuses a file that [`write_whole`](super::write_whole) would refuse for what is there, before anything is played for it.
///
/// # Errors
/// See [`ExportError`].
pub fn may_write(to: &Path, replace: bool) -> Result<(), ExportError> {
    if to.try_exists()? {
        if !replace {
            return Err(ExportError::Exists(to.to_owned()));
        }
        if is_database(to)? {
            return Err(ExportError::Database(to.to_owned()));
        }
    }
    Ok(())
}

/// A nameless file beside the one to come.
pub(super) fn begin(to: &Path, replace: bool) -> Result<NamedTempFile, ExportError> {
    may_write(to, replace)?;
    let directory = to.parent().filter(|parent| !parent.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tapis-export-");
    // Readable by its owner alone, as such a file is made: who hands it on says so.
    Ok(builder.tempfile_in(directory.unwrap_or(Path::new(".")))?)
}

/// Gives the whole file its name.
pub(super) fn end(file: NamedTempFile, to: &Path, replace: bool) -> Result<(), ExportError> {
    file.as_file().sync_all()?;
    let named = if replace { file.persist(to) } else { file.persist_noclobber(to) };
    named.map(drop).map_err(|error| match error.error.kind() {
        ErrorKind::AlreadyExists => ExportError::Exists(to.to_owned()),
        _ => error.error.into(),
    })
}

/// Whether a file is an SQLite database: perhaps the one that is exported, or that of a service. See
/// <https://www.sqlite.org/fileformat.html#the_database_header>.
fn is_database(path: &Path) -> Result<bool, ExportError> {
    let mut header = Vec::new();
    File::open(path)?.take(16).read_to_end(&mut header)?;
    Ok(header == b"SQLite format 3\0")
}
