//! Records as rows.

use super::failure::Outcome;
use super::record::{self, Record, Value};
use super::sql::Sql;
use crate::error::StoreError;
use crate::model::GameId;

/// The records of a table that `tail` takes in.
pub(crate) fn all<T: Record>(db: &dyn Sql, tail: &str, values: &[Value<'_>]) -> Outcome<Vec<T>> {
    let mut found = Vec::new();
    db.each(&format!("{} {tail}", record::select::<T>()), values, &mut |row| {
        found.push(T::read(row)?);
        Ok(())
    })?;
    Ok(found)
}

/// The first of [`all`], if there is one.
pub(crate) fn first<T: Record>(db: &dyn Sql, tail: &str, values: &[Value<'_>]) -> Outcome<Option<T>> {
    Ok(all(db, tail, values)?.into_iter().next())
}

/// As [`first`]; nobody else changes the row until the transaction ends.
pub(crate) fn locked<T: Record>(db: &dyn Sql, tail: &str, values: &[Value<'_>]) -> Outcome<Option<T>> {
    first(db, &format!("{tail}{}", db.for_update()), values)
}

/// Stores a record; answers whether it was stored. `tail` says what becomes of it where there is one of the same key.
pub(crate) fn insert<T: Record>(db: &dyn Sql, record: &T, tail: &str) -> Outcome<bool> {
    Ok(db.execute(&format!("{} {tail}", record::insert::<T>()), &record.values()?)? == 1)
}

/// Stores a record, in place of the one of the same `key`.
pub(crate) fn replace<T: Record>(db: &dyn Sql, record: &T, key: &str) -> Outcome<()> {
    db.execute(&record::replace::<T>(key), &record.values()?).map(drop)
}

/// Writes some columns of a record, the last of which says which row it is.
pub(crate) fn update<T: Record>(db: &dyn Sql, record: &T, columns: &[&str]) -> Outcome<()> {
    db.execute(&record::update::<T>(columns), &record::picked(record, columns)?).map(drop)
}

/// The first row of a query, read by `read`.
pub(crate) fn one<T>(
    db: &dyn Sql,
    sql: &str,
    values: &[Value<'_>],
    read: impl Fn(&dyn record::Columns) -> Outcome<T>,
) -> Outcome<Option<T>> {
    let mut found = None;
    db.each(sql, values, &mut |row| {
        found = found.take().or(Some(read(row)?));
        Ok(())
    })?;
    Ok(found)
}

/// Looks whether there is a game. Whoever deletes it meanwhile waits until this transaction ends, and deletes what it adds as well.
pub(crate) fn game_exists(db: &dyn Sql, game: GameId) -> Outcome<()> {
    let sql = format!("SELECT id FROM games WHERE id = $1{}", db.for_update());
    Ok(one(db, &sql, &[game.into()], |_| Ok(()))?.ok_or(StoreError::NotFound)?)
}

/// A number of rows as it is in a statement.
pub(crate) fn most(rows: usize) -> Value<'static> {
    i64::try_from(rows).unwrap_or(i64::MAX).into()
}
