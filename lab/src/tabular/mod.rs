//! Tables: columns with a type and a meaning, rows of cells, written as CSV, NDJSON or Parquet.
//!
//! A writer takes one row after the other and keeps no more than a batch of them.

mod csv;
mod ndjson;
mod parquet;

use std::borrow::Cow;
use std::io::Write;

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

pub use self::csv::{CsvWriter, as_text};
pub use ndjson::NdjsonWriter;
pub use parquet::ParquetWriter;

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its stable name.
    pub name: &'static str,
    /// What its cells hold, unless they are [`Cell::Missing`].
    pub kind: CellKind,
    /// What they mean.
    pub meaning: &'static str,
}

/// A column of texts.
pub(crate) const fn text(name: &'static str, meaning: &'static str) -> Column {
    Column { name, kind: CellKind::Text, meaning }
}

/// A column of whole numbers.
pub(crate) const fn whole(name: &'static str, meaning: &'static str) -> Column {
    Column { name, kind: CellKind::Whole, meaning }
}

/// A column of numbers.
pub(crate) const fn number(name: &'static str, meaning: &'static str) -> Column {
    Column { name, kind: CellKind::Number, meaning }
}

/// A column of yes and no.
pub(crate) const fn flag(name: &'static str, meaning: &'static str) -> Column {
    Column { name, kind: CellKind::Flag, meaning }
}

/// What the cells of a column hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// Text.
    Text,
    /// Whole numbers.
    Whole,
    /// Numbers.
    Number,
    /// True or false.
    Flag,
    /// Points in time, UTC.
    Time,
}

/// One value of a row.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Cell<'a> {
    /// No value: nothing between two commas, `null`, NULL.
    Missing,
    /// A text.
    Text(Cow<'a, str>),
    /// A whole number.
    Whole(i64),
    /// A number. CSV and NDJSON have the shortest digits that read back as the same number.
    Number(f64),
    /// True or false.
    Flag(bool),
    /// A point in time. CSV and NDJSON have it as `2026-01-31T00:00:00Z`.
    Time(Timestamp),
}

impl<'a> Cell<'a> {
    /// A text.
    pub fn text(text: impl Into<Cow<'a, str>>) -> Self {
        Self::Text(text.into())
    }

    /// A number, or none.
    pub fn number(number: Option<f64>) -> Self {
        number.filter(|number| number.is_finite()).map_or(Self::Missing, Self::Number)
    }

    /// As text, a number as `number` writes it; nothing where there is no value.
    pub(crate) fn written(&self, number: impl Fn(f64) -> String) -> Cow<'_, str> {
        match self {
            Self::Missing => "".into(),
            Self::Text(text) => text.as_ref().into(),
            Self::Whole(whole) => whole.to_string().into(),
            Self::Number(value) => number(*value).into(),
            Self::Flag(flag) => flag.to_string().into(),
            Self::Time(time) => time.to_string().into(),
        }
    }

    /// A count.
    pub fn count(count: u64) -> Self {
        Self::Whole(i64::try_from(count).unwrap_or(i64::MAX))
    }
}

/// Why a table cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The file cannot be written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// A row does not fit its columns: a mistake of this program.
    #[error("a row does not fit the column {0}")]
    Unfit(&'static str),
    /// The format's library refuses.
    #[error("{0}")]
    Format(String),
}

/// Writes a table row by row.
pub trait TableWriter {
    /// Adds a row: a cell for each column, in order.
    ///
    /// # Errors
    /// See [`TableError`].
    fn write(&mut self, row: &[Cell<'_>]) -> Result<(), TableError>;

    /// Writes what is left. Without it a table is not whole.
    ///
    /// # Errors
    /// See [`TableError`].
    fn finish(&mut self) -> Result<(), TableError>;
}

/// A format that tables are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToSchema)]
#[schema(rename_all = "snake_case", description = "The format of a table of facts.")]
pub enum TableFormat {
    /// Comma-separated values with a head line (RFC 4180).
    Csv,
    /// One JSON object a line.
    Ndjson,
    /// Apache Parquet.
    Parquet,
}

impl TableFormat {
    /// Starts a table. The writers are compiled once, not for each place that is written to.
    ///
    /// # Errors
    /// See [`TableError`].
    pub fn begin<'a>(
        self,
        out: Box<dyn Write + Send + 'a>,
        columns: &'static [Column],
    ) -> Result<Box<dyn TableWriter + 'a>, TableError> {
        Ok(match self {
            Self::Csv => Box::new(CsvWriter::new(out, columns)?),
            Self::Ndjson => Box::new(NdjsonWriter::new(out, columns)),
            Self::Parquet => Box::new(ParquetWriter::new(out, columns)?),
        })
    }

    /// A whole table as bytes.
    ///
    /// # Errors
    /// See [`TableError`].
    pub fn bytes(self, columns: &'static [Column], rows: &[Vec<Cell<'_>>]) -> Result<Vec<u8>, TableError> {
        let mut bytes = Vec::new();
        let mut writer = self.begin(Box::new(&mut bytes), columns)?;
        rows.iter().try_for_each(|row| writer.write(row))?;
        writer.finish()?;
        drop(writer);
        Ok(bytes)
    }
}

/// Refuses a row that does not fit the columns.
fn fit(columns: &'static [Column], row: &[Cell<'_>]) -> Result<(), TableError> {
    if columns.len() != row.len() {
        return Err(TableError::Unfit(columns.last().map_or("", |column| column.name)));
    }
    let fits = |kind, cell: &Cell<'_>| {
        matches!(
            (kind, cell),
            (_, Cell::Missing)
                | (CellKind::Text, Cell::Text(_))
                | (CellKind::Whole, Cell::Whole(_))
                | (CellKind::Number, Cell::Number(_))
                | (CellKind::Flag, Cell::Flag(_))
                | (CellKind::Time, Cell::Time(_))
        )
    };
    match columns.iter().zip(row).find(|(column, cell)| !fits(column.kind, cell)) {
        Some((column, _)) => Err(TableError::Unfit(column.name)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: &[Column] = &[
        Column { name: "name", kind: CellKind::Text, meaning: "a name" },
        Column { name: "n", kind: CellKind::Whole, meaning: "a count" },
        Column { name: "share", kind: CellKind::Number, meaning: "a share" },
        Column { name: "tied", kind: CellKind::Flag, meaning: "whether" },
    ];

    fn rows() -> Vec<Vec<Cell<'static>>> {
        vec![
            vec![Cell::text("club,greedy"), Cell::Whole(-3), Cell::Number(1.0 / 3.0), Cell::Flag(true)],
            vec![Cell::text("é \"quoted\"\nline"), Cell::Missing, Cell::Missing, Cell::Missing],
        ]
    }

    #[test]
    fn csv_has_a_head_and_quotes() {
        let bytes = TableFormat::Csv.bytes(COLUMNS, &rows()).unwrap();
        assert_eq!(
            String::from_utf8(bytes).unwrap(),
            "name,n,share,tied\r\n\"club,greedy\",-3,0.3333333333333333,true\r\n\"é \"\"quoted\"\"\nline\",,,\r\n"
        );
    }

    #[test]
    fn ndjson_is_an_object_a_line() {
        let bytes = TableFormat::Ndjson.bytes(COLUMNS, &rows()).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let lines: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 2);
        assert_eq!(
            lines[0],
            serde_json::json!({"name": "club,greedy", "n": -3, "share": 1.0 / 3.0, "tied": true})
        );
        assert_eq!(
            lines[1],
            serde_json::json!({"name": "é \"quoted\"\nline", "n": null, "share": null, "tied": null})
        );
        assert!(text.starts_with("{\"name\":\"club,greedy\",\"n\":-3,"), "the order of the columns: {text}");
    }

    #[test]
    fn a_row_that_does_not_fit_is_refused() {
        for format in [TableFormat::Csv, TableFormat::Ndjson, TableFormat::Parquet] {
            let short = vec![vec![Cell::text("x")]];
            assert!(format.bytes(COLUMNS, &short).is_err(), "{format:?}");
            let wrong = vec![vec![Cell::Whole(1), Cell::Whole(1), Cell::Whole(1), Cell::Whole(1)]];
            assert!(format.bytes(COLUMNS, &wrong).is_err(), "{format:?}");
        }
    }
}
