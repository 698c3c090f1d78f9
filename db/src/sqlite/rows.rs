//! Records as SQLite has them: times, ids and JSON are texts.

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ToSql, params_from_iter};

use super::error::{Outcome, corrupt};
use crate::engine::record::{Columns, Value};
use crate::engine::sql::Sql;
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
            Value::Games(_) | Value::Ints(_) | Value::Texts(_) | Value::Times(_) => borrowed(ValueRef::Null),
        }
    }
}

impl Columns for rusqlite::Row<'_> {
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

impl Sql for Connection {
    fn execute(&self, sql: &str, values: &[Value<'_>]) -> Outcome<u64> {
        Ok(self.prepare_cached(sql)?.execute(params_from_iter(values))? as u64)
    }

    fn each(
        &self,
        sql: &str,
        values: &[Value<'_>],
        each: &mut dyn FnMut(&dyn Columns) -> Outcome<()>,
    ) -> Outcome<()> {
        let mut statement = self.prepare_cached(sql)?;
        let mut rows = statement.query(params_from_iter(values))?;
        while let Some(row) = rows.next()? {
            each(row)?;
        }
        Ok(())
    }

    fn for_update(&self) -> &'static str {
        ""
    }

    fn text_order(&self) -> &'static str {
        ""
    }
}
