//! Records as SQLite has them: times, ids and JSON are texts.

use std::ops::ControlFlow;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ToSql, params_from_iter};

use super::error::{Outcome, corrupt};
use super::{games, statistics};
use crate::engine::record::{Columns, MadeEvent, Value};
use crate::engine::sql::Sql;
use crate::engine::statistics::tally::Tally;
use crate::engine::tables::games::{FoundGame, LogPosition};
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
            Value::Games(ids) => Ok(list(ids.iter().map(ToString::to_string))),
            Value::Ints(numbers) => Ok(list(numbers.iter().copied())),
            Value::Texts(texts) => Ok(list(texts.iter().copied())),
            Value::Times(times) => Ok(list(times.iter().map(ToString::to_string))),
        }
    }
}

/// A list as JSON.
fn list<T: Into<serde_json::Value>>(items: impl IntoIterator<Item = T>) -> ToSqlOutput<'static> {
    items.into_iter().collect::<serde_json::Value>().to_string().into()
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

/// Deletes the log of a game: $1 is its newest event, $2 its number. A place that is damaged may lead in circles.
const DELETE_LOG: &str = "WITH RECURSIVE log (place, before) AS (\
     SELECT place, before FROM events WHERE place = $1 AND game = $2 UNION \
     SELECT events.place, events.before FROM events JOIN log ON events.place = log.before WHERE events.game = $2) \
     DELETE FROM events WHERE place IN (SELECT place FROM log)";

impl Sql for Connection {
    fn execute(&self, sql: &str, values: &[Value<'_>]) -> Outcome<u64> {
        Ok(self.prepare_cached(sql)?.execute(params_from_iter(values))? as u64)
    }

    fn until(
        &self,
        sql: &str,
        values: &[Value<'_>],
        each: &mut dyn FnMut(&dyn Columns) -> Outcome<ControlFlow<()>>,
    ) -> Outcome<()> {
        let mut statement = self.prepare_cached(sql)?;
        let mut rows = statement.query(params_from_iter(values))?;
        while let Some(row) = rows.next()? {
            if each(row)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    fn is_file(&self) -> bool {
        true
    }

    fn among(&self, column: &str, place: usize) -> String {
        format!("{column} IN (SELECT value FROM json_each(${place}))")
    }

    fn games(&self) -> &'static str {
        // A game whose head cannot be found is damaged, not absent.
        "heads.no, heads.newest, 0 AS changes FROM games LEFT JOIN heads ON heads.game = games.id"
    }

    fn add(&self, sums: &Tally) -> Outcome<()> {
        statistics::add(self, sums)
    }

    fn log(&self, game: &FoundGame, after: u64) -> Outcome<Vec<MadeEvent>> {
        games::log(self, game, after)
    }

    fn delete_logs(&self, _: &[GameId], places: &[LogPosition]) -> Outcome<u64> {
        let delete =
            |place: &LogPosition| Sql::execute(self, DELETE_LOG, &[place.newest.into(), place.no.into()]);
        places.iter().map(delete).sum()
    }
}
