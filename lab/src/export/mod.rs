//! What finished games say, in files for notebooks: [`tables`] of facts.
//!
//! Nothing in them is secret: no seed, no token, no move, no name.

mod file;
mod meanings;
pub mod tables;

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use tapis_db::model::{FinishedFilter, FinishedGame};
use tapis_db::{StatisticsReader, StoreError};

use crate::tabular::{TableError, TableFormat};
pub use file::may_write;
pub use meanings::Meanings;
use tables::FactTable;

/// The suffixes there are.
const FORMATS: [(&str, TableFormat); 3] =
    [("parquet", TableFormat::Parquet), ("csv", TableFormat::Csv), ("ndjson", TableFormat::Ndjson)];

/// Why nothing was exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The name of the file says no format.
    #[error("{} does not end in .parquet, .csv or .ndjson", .0.display())]
    UnknownFormat(PathBuf),
    /// There is such a file.
    #[error("there is a file {} already; --force replaces it", .0.display())]
    Exists(PathBuf),
    /// The file is a database, which this program did not export.
    #[error("{} is a database; it is not replaced", .0.display())]
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
    /// Which table; by default the one that the file is called after, otherwise [`FactTable::Seats`].
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
    /// Which table.
    pub table: FactTable,
    /// The number of its rows.
    pub rows: u64,
}

/// The format that a file's name says.
///
/// # Errors
/// [`ExportError::UnknownFormat`].
pub fn format_of(file: &Path) -> Result<TableFormat, ExportError> {
    let suffix = file.extension().and_then(|suffix| suffix.to_str()).unwrap_or_default();
    let format = FORMATS.iter().find(|(known, _)| suffix.eq_ignore_ascii_case(known));
    format.map(|(_, format)| *format).ok_or_else(|| ExportError::UnknownFormat(file.to_owned()))
}

impl Export {
    /// Writes the file: all of it, synced to disk, or none.
    ///
    /// # Errors
    /// See [`ExportError`].
    pub fn write(&self, database: &dyn StatisticsReader, to: &Path) -> Result<Exported, ExportError> {
        let format = format_of(to)?;
        let file = file::begin(to, self.replace)?;
        let stem = to.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let table = self.table.or_else(|| stem.parse().ok()).unwrap_or(FactTable::Seats);
        let out = BufWriter::new(file.as_file());
        let (games, rows) = write_table(table, format, &self.meanings, out, &mut |each| {
            database.for_each_finished(&self.filter, each)
        })?;
        file::end(file, to, self.replace)?;
        Ok(Exported { games, table, rows })
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
    let mut writer = format.begin(Box::new(out), table.columns())?;
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
