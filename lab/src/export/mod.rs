//! What finished games say, in files for notebooks: [`tables`] of facts, or a whole [`Form::Snapshot`].
//!
//! Nothing in them is secret: no seed, no token, no move, no name.

mod file;
mod meanings;
pub mod tables;

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use tapis_db::model::{FinishedFilter, FinishedGame};
use tapis_db::{FinishedSource, StoreError};

use crate::tabular::{TableError, TableFormat};
pub use meanings::Meanings;
use tables::FactTable;

/// What a file of results is, by the suffix of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One table.
    Table(TableFormat),
    /// An SQLite database with documented views.
    Snapshot,
}

/// The suffixes there are.
const FORMS: [(&str, Form); 4] = [
    ("parquet", Form::Table(TableFormat::Parquet)),
    ("csv", Form::Table(TableFormat::Csv)),
    ("ndjson", Form::Table(TableFormat::Ndjson)),
    ("db", Form::Snapshot),
];

/// Why nothing was exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The name of the file says no form.
    #[error("{} does not end in .parquet, .csv, .ndjson or .db", .0.display())]
    UnknownForm(PathBuf),
    /// There is such a file.
    #[error("there is a file {} already; --force replaces it", .0.display())]
    Exists(PathBuf),
    /// The file is a database that this program did not export.
    #[error("{} is a database and no snapshot; it is not replaced", .0.display())]
    Database(PathBuf),
    /// The file cannot be written.
    #[error("the file cannot be written: {0}")]
    Io(#[from] std::io::Error),
    /// The database cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The table cannot be written.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// What is exported.
#[derive(Clone, Debug)]
pub struct Export {
    /// Which games.
    pub filter: FinishedFilter,
    /// Which table; by default the one that the file is called after, otherwise [`FactTable::Seats`]. A snapshot has all.
    pub table: Option<FactTable>,
    /// What features and measures mean.
    pub meanings: Meanings,
    /// Whether another file of that name is replaced.
    pub replace: bool,
}

/// What was exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The number of games.
    pub games: u64,
    /// Which table with how many rows; absent for a snapshot.
    pub table: Option<(FactTable, u64)>,
}

impl Form {
    /// The form that a file's name says.
    ///
    /// # Errors
    /// [`ExportError::UnknownForm`].
    pub fn of(file: &Path) -> Result<Self, ExportError> {
        let suffix = file.extension().and_then(|suffix| suffix.to_str()).unwrap_or_default();
        let form = FORMS.iter().find(|(known, _)| suffix.eq_ignore_ascii_case(known));
        form.map(|(_, form)| *form).ok_or_else(|| ExportError::UnknownForm(file.to_owned()))
    }
}

impl Export {
    /// Writes the file: all of it, synced to disk, or none.
    ///
    /// # Errors
    /// See [`ExportError`].
    pub fn write(&self, database: &dyn FinishedSource, to: &Path) -> Result<Exported, ExportError> {
        let form = Form::of(to)?;
        let file = file::begin(to, self.replace)?;
        let exported = match form {
            Form::Snapshot => Exported {
                games: database.write_snapshot(&self.filter, &self.meanings.words(), file.path())?,
                table: None,
            },
            Form::Table(format) => self.table(database, format, to, file.as_file())?,
        };
        file::end(file, to, self.replace)?;
        Ok(exported)
    }

    fn table(
        &self,
        database: &dyn FinishedSource,
        format: TableFormat,
        to: &Path,
        file: &std::fs::File,
    ) -> Result<Exported, ExportError> {
        let stem = to.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let table = self.table.or_else(|| FactTable::named(stem)).unwrap_or(FactTable::Seats);
        let out = BufWriter::new(file);
        let (games, rows) = write_table(table, format, &self.meanings, out, &mut |each| {
            database.for_each_finished(&self.filter, each)
        })?;
        Ok(Exported { games, table: Some((table, rows)) })
    }
}

/// Hands games one by one to whom it is given.
pub type Games<'a> =
    &'a mut dyn FnMut(&mut dyn FnMut(&FinishedGame) -> Result<(), StoreError>) -> Result<(), StoreError>;

/// Writes the rows of games; answers how many games and rows.
fn write_table<W: Write + Send>(
    table: FactTable,
    format: TableFormat,
    meanings: &Meanings,
    out: W,
    all: Games<'_>,
) -> Result<(u64, u64), ExportError> {
    let mut writer = format.begin(out, table.columns())?;
    let (mut games, mut rows, mut failed) = (0, 0, None);
    let read = all(&mut |game| {
        games += 1;
        let written = table.write(game, meanings, &mut *writer).map_err(|error| {
            let text = error.to_string();
            failed = Some(error);
            StoreError::Io(text)
        });
        written.map(|written| rows += written)
    });
    match failed {
        Some(error) => return Err(error.into()),
        None => read?,
    }
    writer.finish()?;
    Ok((games, rows))
}

/// A table of games as bytes; `None` where it would have more than `most`.
///
/// # Errors
/// The games cannot be read.
pub fn bytes_of_table(
    table: FactTable,
    format: TableFormat,
    meanings: &Meanings,
    most: usize,
    all: Games<'_>,
) -> Result<Option<Vec<u8>>, StoreError> {
    let mut bounded = Bounded { bytes: Vec::new(), most, is_full: false };
    let written = write_table(table, format, meanings, &mut bounded, all);
    match written {
        _ if bounded.is_full => Ok(None),
        Ok(_) => Ok(Some(bounded.bytes)),
        Err(ExportError::Store(error)) => Err(error),
        Err(other) => Err(StoreError::Io(other.to_string())),
    }
}

/// Takes so many bytes and no more.
struct Bounded {
    bytes: Vec<u8>,
    most: usize,
    is_full: bool,
}

impl Write for Bounded {
    fn write(&mut self, more: &[u8]) -> std::io::Result<usize> {
        if self.bytes.len() + more.len() > self.most {
            self.is_full = true;
            return Err(std::io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(more);
        Ok(more.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Writes a file: all of it, synced to disk, or none.
///
/// # Errors
/// See [`ExportError`].
pub fn write_whole(to: &Path, bytes: &[u8], replace: bool) -> Result<(), ExportError> {
    let mut file = file::begin(to, replace)?;
    file.write_all(bytes)?;
    file::end(file, to, replace)
}

#[cfg(test)]
mod tests;
