//! Comma-separated values.

use std::borrow::Cow;
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
            let written = cell.written(|number| number.to_string());
            self.out.write_field(as_text(&written).as_ref()).map_err(failure)?;
        }
        self.out.write_record(None::<&[u8]>).map_err(failure)
    }

    fn finish(&mut self) -> Result<(), TableError> {
        Ok(self.out.flush()?)
    }
}

/// A text as a cell that no spreadsheet takes for a formula: one that begins with `=`, `+`, `-`, `@`, a tab or a line's end gets a
/// `'` before it. What reads as a number is one and stays.
pub fn as_text(text: &str) -> Cow<'_, str> {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']) && text.parse::<f64>().is_err();
    if is_formula { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

fn failure(error: csv::Error) -> TableError {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => TableError::Io(error),
        other => TableError::Format(format!("{other:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_a_formula() {
        for formula in ["=cmd|' /C calc'!A0", "+1+cmd", "-1+2", "@SUM(A1)", "\t=1", "\r=1"] {
            assert_eq!(as_text(formula), format!("'{formula}"));
        }
        for text in ["", "Ada", "a=b", "-0.5", "+3", "-7", "'=1"] {
            assert_eq!(as_text(text), text);
        }
    }
}
