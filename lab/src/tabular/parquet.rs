//! Apache Parquet (<https://parquet.apache.org/docs/file-format/>): flat columns, each optional.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, TimeUnit, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;

use super::{Cell, CellKind, Column, TableError, TableWriter, fit};

/// Rows of a row group: what is kept in memory.
const BATCH: usize = 50_000;

/// Writes a Parquet file, compressed with Snappy, which every reader knows.
pub struct ParquetWriter<W: Write + Send> {
    file: SerializedFileWriter<W>,
    columns: &'static [Column],
    batch: Vec<Batch>,
    rows: usize,
}

/// The cells of a column that are not yet written.
struct Batch {
    values: Values,
    /// 1 where there is a value, 0 where there is none.
    present: Vec<i16>,
}

enum Values {
    Text(Vec<ByteArray>),
    Whole(Vec<i64>),
    Number(Vec<f64>),
    Flag(Vec<bool>),
}

impl<W: Write + Send> ParquetWriter<W> {
    /// Starts a table.
    ///
    /// # Errors
    /// See [`TableError`].
    pub fn new(out: W, columns: &'static [Column]) -> Result<Self, TableError> {
        let fields = columns.iter().map(|column| field(column).map(Arc::new)).collect::<Result<_, _>>()?;
        let schema = Type::group_type_builder("rows").with_fields(fields).build().map_err(failure)?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(concat!("tapis ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_key_value_metadata(Some(columns.iter().map(meaning).collect()))
            .build();
        let file = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties)).map_err(failure)?;
        let batch = columns.iter().map(|column| Batch::new(column.kind)).collect();
        Ok(Self { file, columns, batch, rows: 0 })
    }

    fn flush(&mut self) -> Result<(), TableError> {
        if self.rows == 0 {
            return Ok(());
        }
        let mut group = self.file.next_row_group().map_err(failure)?;
        for batch in &mut self.batch {
            let column = group.next_column().map_err(failure)?;
            let column =
                column.ok_or_else(|| TableError::Format("a column too many for the schema".to_owned()))?;
            batch.write(column).map_err(failure)?;
        }
        group.close().map_err(failure)?;
        self.rows = 0;
        Ok(())
    }
}

impl<W: Write + Send> TableWriter for ParquetWriter<W> {
    fn write(&mut self, row: &[Cell<'_>]) -> Result<(), TableError> {
        fit(self.columns, row)?;
        self.batch.iter_mut().zip(row).for_each(|(batch, cell)| batch.push(cell));
        self.rows += 1;
        if self.rows == BATCH { self.flush() } else { Ok(()) }
    }

    fn finish(&mut self) -> Result<(), TableError> {
        self.flush()?;
        self.file.finish().map_err(failure)?;
        Ok(self.file.inner_mut().flush()?)
    }
}

impl Batch {
    fn new(kind: CellKind) -> Self {
        let values = match kind {
            CellKind::Text => Values::Text(Vec::new()),
            CellKind::Whole | CellKind::Time => Values::Whole(Vec::new()),
            CellKind::Number => Values::Number(Vec::new()),
            CellKind::Flag => Values::Flag(Vec::new()),
        };
        Self { values, present: Vec::new() }
    }

    /// Adds a cell that fits.
    fn push(&mut self, cell: &Cell<'_>) {
        self.present.push(i16::from(*cell != Cell::Missing));
        match (&mut self.values, cell) {
            (Values::Text(values), Cell::Text(text)) => {
                // Neighbours are often equal; they share their bytes.
                let again = values.last().filter(|last| last.data() == text.as_bytes()).cloned();
                values.push(again.unwrap_or_else(|| ByteArray::from(text.as_bytes().to_vec())));
            }
            (Values::Whole(values), Cell::Whole(number)) => values.push(*number),
            (Values::Whole(values), Cell::Time(time)) => values.push(time.as_millisecond()),
            (Values::Number(values), Cell::Number(number)) => values.push(*number),
            (Values::Flag(values), Cell::Flag(flag)) => values.push(*flag),
            _ => {} // missing
        }
    }

    fn write(&mut self, column: SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        match &mut self.values {
            Values::Text(values) => write::<ByteArrayType>(column, values, &self.present),
            Values::Whole(values) => write::<Int64Type>(column, values, &self.present),
            Values::Number(values) => write::<DoubleType>(column, values, &self.present),
            Values::Flag(values) => write::<BoolType>(column, values, &self.present),
        }?;
        self.present.clear();
        Ok(())
    }
}

fn write<T: DataType>(
    mut column: SerializedColumnWriter<'_>,
    values: &mut Vec<T::T>,
    present: &[i16],
) -> Result<(), ParquetError> {
    column.typed::<T>().write_batch(values, Some(present), None)?;
    values.clear();
    column.close()
}

fn field(column: &Column) -> Result<Type, TableError> {
    let (physical, logical) = match column.kind {
        CellKind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        CellKind::Whole => (Physical::INT64, None),
        CellKind::Number => (Physical::DOUBLE, None),
        CellKind::Flag => (Physical::BOOLEAN, None),
        // Readers that know time zones would show it in their own.
        CellKind::Time => (Physical::INT64, Some(LogicalType::timestamp(false, TimeUnit::MILLIS))),
    };
    Type::primitive_type_builder(column.name, physical)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(logical)
        .build()
        .map_err(failure)
}

/// What a column means, for those who look into the metadata of a file.
fn meaning(column: &Column) -> KeyValue {
    KeyValue::new(format!("meaning of {}", column.name), column.meaning.to_owned())
}

fn failure(error: ParquetError) -> TableError {
    TableError::Format(error.to_string())
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    use super::super::TableFormat;
    use super::*;

    const COLUMNS: &[Column] = &[
        Column { name: "text", kind: CellKind::Text, meaning: "a text" },
        Column { name: "whole", kind: CellKind::Whole, meaning: "a whole number" },
        Column { name: "number", kind: CellKind::Number, meaning: "a number" },
        Column { name: "flag", kind: CellKind::Flag, meaning: "whether" },
        Column { name: "time", kind: CellKind::Time, meaning: "when" },
    ];

    #[test]
    fn rows_read_back_over_several_batches() {
        let number = BATCH + 3;
        let rows: Vec<Vec<Cell<'_>>> = (0..number)
            .map(|at| match at % 3 {
                0 => vec![Cell::Missing; 5],
                third => vec![
                    Cell::text(format!("é{third}")),
                    Cell::Whole(-(at as i64)),
                    Cell::Number(at as f64 / 3.0),
                    Cell::Flag(third == 1),
                    Cell::Time(jiff::Timestamp::from_second(at as i64).unwrap()),
                ],
            })
            .collect();
        let bytes = TableFormat::Parquet.bytes(COLUMNS, &rows).unwrap();
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
        assert_eq!(reader.metadata().num_row_groups(), 2);
        let read: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
        assert_eq!(read.len(), number);
        for (at, row) in read.iter().enumerate() {
            if at % 3 == 0 {
                assert!((0..5).all(|column| row.is_null(column).unwrap()), "row {at}");
                continue;
            }
            assert_eq!(row.get_string(0).unwrap(), &format!("é{}", at % 3));
            assert_eq!(row.get_long(1).unwrap(), -(at as i64));
            assert_eq!(row.get_double(2).unwrap(), at as f64 / 3.0);
            assert_eq!(row.get_bool(3).unwrap(), at % 3 == 1);
            assert_eq!(row.get_timestamp_millis(4).unwrap(), at as i64 * 1_000);
        }
    }

    #[test]
    fn a_table_without_rows_is_a_table() {
        let bytes = TableFormat::Parquet.bytes(COLUMNS, &[]).unwrap();
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
        assert_eq!(reader.metadata().file_metadata().num_rows(), 0);
        assert_eq!(reader.metadata().file_metadata().schema_descr().num_columns(), 5);
        let metadata = reader.metadata().file_metadata().key_value_metadata().unwrap();
        assert_eq!(metadata[4], KeyValue::new("meaning of time".to_owned(), "when".to_owned()));
    }
}
