//! Records as SQLite has them: times, ids and JSON are texts.

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, Params, ToSql, params_from_iter};

use super::error::{Failure, Outcome, corrupt};
use crate::engine::record::{self, Record, Row, Value};
use crate::model::{GameId, Time};

impl ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let borrowed = |value| Ok(ToSqlOutput::Borrowed(value));
        match self {
            Value::Null => borrowed(ValueRef::Null),
            Value::Int(value) => borrowed(ValueRef::Integer(*value)),
            Value::Flag(value) => borrowed(ValueRef::Integer((*value).into())),
            Value::Text(text) => borrowed(ValueRef::Text(text.as_bytes())),
            Value::Blob(bytes) => borrowed(ValueRef::Blob(bytes)),
            Value::Hash(hash) => borrowed(ValueRef::Blob(&hash.0)),
            Value::Time(time) => Ok(time.to_string().into()),
            Value::Game(id) => Ok(id.to_string().into()),
        }
    }
}

impl Row for rusqlite::Row<'_> {
    type Error = Failure;

    fn int(&self, name: &str) -> Outcome<Option<i64>> {
        Ok(self.get(name)?)
    }

    fn flag(&self, name: &str) -> Outcome<bool> {
        match self.get::<_, i64>(name)? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(corrupt(format!("{name} is neither 0 nor 1"))),
        }
    }

    fn text(&self, name: &str) -> Outcome<Option<String>> {
        Ok(self.get(name)?)
    }

    fn blob(&self, name: &str) -> Outcome<Option<Vec<u8>>> {
        Ok(self.get(name)?)
    }

    fn time(&self, name: &str) -> Outcome<Option<Time>> {
        parsed(self, name)
    }

    fn game(&self, name: &str) -> Outcome<Option<GameId>> {
        parsed(self, name)
    }
}

/// A text column parsed as `T`, or NULL.
fn parsed<T: std::str::FromStr>(row: &rusqlite::Row<'_>, name: &str) -> Outcome<Option<T>> {
    let text = row.get_ref(name)?.as_str_or_null().map_err(|error| corrupt(format!("{name}: {error}")))?;
    text.map(|text| text.parse().map_err(|_| corrupt(format!("{name} is unreadable")))).transpose()
}

/// The records of a table that `tail` takes in.
pub(super) fn all<T: Record>(conn: &Connection, tail: &str, values: impl Params) -> Outcome<Vec<T>> {
    let mut statement = conn.prepare_cached(&format!("{} {tail}", record::select::<T>()))?;
    let mut rows = statement.query(values)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(T::read(row)?);
    }
    Ok(found)
}

/// The first of [`all`], if there is one.
pub(super) fn first<T: Record>(conn: &Connection, tail: &str, values: impl Params) -> Outcome<Option<T>> {
    let mut statement = conn.prepare_cached(&format!("{} {tail}", record::select::<T>()))?;
    let mut rows = statement.query(values)?;
    rows.next()?.map(T::read).transpose()
}

/// Stores a record; answers whether it was stored. `tail` says what becomes of it where there is one of the same key.
pub(super) fn insert<T: Record>(conn: &Connection, record: &T, tail: &str) -> Outcome<bool> {
    let mut statement = conn.prepare_cached(&format!("{} {tail}", record::insert::<T>()))?;
    Ok(statement.execute(params_from_iter(record.values()?))? == 1)
}

/// Stores a record, in place of the one of the same `key`.
pub(super) fn replace<T: Record>(conn: &Connection, record: &T, key: &str) -> Outcome<()> {
    let mut statement = conn.prepare_cached(&record::replace::<T>(key))?;
    statement.execute(params_from_iter(record.values()?))?;
    Ok(())
}

/// Writes some columns of a record, the last of which says which row it is.
pub(super) fn update<T: Record>(conn: &Connection, record: &T, columns: &[&str]) -> Outcome<()> {
    let mut statement = conn.prepare_cached(&record::update::<T>(columns))?;
    statement.execute(params_from_iter(record::picked(record, columns)?))?;
    Ok(())
}
