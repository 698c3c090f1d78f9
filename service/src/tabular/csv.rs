//! Comma-separated values.

use std::io::Write;

use super::{Cell, Column, TableError, TableWriter, fit};

/// Writes CSV with a head line (RFC 4180).
pub struct CsvWriter<W: Write> {
    out: csv::Writer<W>,
    columns: &'static [Column],
}

impl<W: Write> CsvWriter<W> {
    /// Starts a table with its head line.
    ///
    /// # Errors
    /// See [`TableError`].
    pub fn new(out: W, columns: &'static [Column]) -> Result<Self, TableError> {
        let mut out = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(out);
        out.write_record(columns.iter().map(|column| column.name)).map_err(failure)?;
        Ok(Self { out, columns })
    }
}

impl<W: Write> TableWriter for CsvWriter<W> {
    fn write(&mut self, row: &[Cell<'_>]) -> Result<(), TableError> {
        fit(self.columns, row)?;
        for cell in row {
            let written = match cell {
                Cell::Missing => self.out.write_field(""),
                Cell::Text(text) => self.out.write_field(text.as_ref()),
                Cell::Whole(number) => self.out.write_field(number.to_string()),
                Cell::Number(number) => self.out.write_field(number.to_string()),
                Cell::Flag(flag) => self.out.write_field(if *flag { "true" } else { "false" }),
            };
            written.map_err(failure)?;
        }
        self.out.write_record(None::<&[u8]>).map_err(failure)
    }

    fn finish(&mut self) -> Result<(), TableError> {
        Ok(self.out.flush()?)
    }
}

fn failure(error: csv::Error) -> TableError {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => TableError::Io(error),
        other => TableError::Format(format!("{other:?}")),
    }
}
