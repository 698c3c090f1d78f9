//! One JSON object a line.

use std::io::Write;

use serde::Serializer;

use super::{Cell, Column, TableError, TableWriter, fit};

/// Writes an object a line, its members in the order of the columns.
pub struct NdjsonWriter<W> {
    out: W,
    columns: &'static [Column],
}

impl<W: Write> NdjsonWriter<W> {
    /// Starts a table.
    pub fn new(out: W, columns: &'static [Column]) -> Self {
        Self { out, columns }
    }
}

impl<W: Write> TableWriter for NdjsonWriter<W> {
    fn write(&mut self, row: &[Cell<'_>]) -> Result<(), TableError> {
        fit(self.columns, row)?;
        let mut line = Vec::new();
        let cells = self.columns.iter().map(|column| column.name).zip(row);
        let written = serde_json::Serializer::new(&mut line).collect_map(cells);
        written.map_err(|error| TableError::Format(error.to_string()))?;
        line.push(b'\n');
        Ok(self.out.write_all(&line)?)
    }

    fn finish(&mut self) -> Result<(), TableError> {
        Ok(self.out.flush()?)
    }
}
