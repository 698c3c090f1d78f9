//! Rows as both engines have them: one list of columns a table, from which statements, values, reading and seals follow.

mod event;
mod experiments;
mod game;
mod head;
mod idempotency;
mod keys;
mod names;
pub(crate) mod players;
mod push;
mod ratings;
mod reviews;
mod row;
mod rulesets;
mod value;
mod webhooks;

pub(crate) use event::{EVENT, Linked, MadeEvent, first, link_all, read_event, verified_after, verified_log};
pub(crate) use experiments::Chunk;
pub(crate) use game::{GameRecord, GameRow, agrees, anchor, games};
pub(crate) use head::Head;
pub(crate) use names::MeasureName;
pub(crate) use ratings::thousandths;
pub(crate) use row::Row;
pub(crate) use value::Value;

use super::corrupt;
use super::seal::Seal;
use crate::error::Result;
use crate::model::Digest;

/// What a row of a table says. Its last column is `seal`, a hash over all others.
pub(crate) trait Record: Sized {
    /// The table.
    const TABLE: &'static str;

    /// The columns but the seal, in the order of [`Record::values`].
    const COLUMNS: &'static [&'static str];

    /// As it is stored.
    fn values(&self) -> Result<Vec<Value<'_>>>;

    /// As it was before it was stored; [`verified`] looks at the seal as well.
    fn read<R: Row>(row: &R) -> Result<Self, R::Error>;

    /// What is damaged where the seal does not fit.
    fn describe(&self) -> String;
}

/// The hash over all of a record.
pub(crate) fn seal<T: Record>(record: &T) -> Result<Digest> {
    Ok(seal_of::<T>(&record.values()?))
}

fn seal_of<T: Record>(values: &[Value<'_>]) -> Digest {
    values.iter().fold(Seal::new(T::TABLE), |seal, value| value.sealed(seal)).finish()
}

/// The values of a row, the seal last.
pub(crate) fn sealed<T: Record>(record: &T) -> Result<Vec<Value<'_>>> {
    let mut values = record.values()?;
    values.push(Value::Hash(seal_of::<T>(&values)));
    Ok(values)
}

/// The values of some columns; `seal` may be one.
pub(crate) fn picked<'a, T: Record>(record: &'a T, columns: &[&str]) -> Result<Vec<Value<'a>>> {
    let mut values = sealed(record)?;
    let place = |column: &&str| T::COLUMNS.iter().position(|name| name == column).unwrap_or(T::COLUMNS.len());
    Ok(columns.iter().map(|column| std::mem::replace(&mut values[place(column)], Value::Null)).collect())
}

/// Reads a row of [`select`] and verifies its seal.
pub(crate) fn verified<T: Record, R: Row>(row: &R) -> Result<T, R::Error> {
    let record = T::read(row)?;
    if row.digest("seal")? != seal(&record)? {
        return Err(corrupt(record.describe()).into());
    }
    Ok(record)
}

/// All columns.
pub(crate) fn columns<T: Record>() -> String {
    format!("{}, seal", T::COLUMNS.join(", "))
}

/// All rows.
pub(crate) fn select<T: Record>() -> String {
    format!("SELECT {} FROM {}", columns::<T>(), T::TABLE)
}

/// All rows of a table whose rows have ids, with them.
pub(crate) fn select_numbered<T: Record>() -> String {
    format!("SELECT id, {} FROM {}", columns::<T>(), T::TABLE)
}

/// The condition that all columns are those of [`sealed`] values.
pub(crate) fn same<T: Record>() -> String {
    let all = T::COLUMNS.iter().chain(&["seal"]);
    (1..).zip(all).map(|(place, column)| format!("{column} = ${place}")).collect::<Vec<_>>().join(" AND ")
}

/// A row of [`sealed`] values.
pub(crate) fn insert<T: Record>() -> String {
    format!("INSERT INTO {} ({}) VALUES ({})", T::TABLE, columns::<T>(), places(1, T::COLUMNS.len() + 1))
}

/// As [`insert`], in place of the row of the same `key`.
pub(crate) fn replace<T: Record>(key: &str) -> String {
    let changed = T::COLUMNS.iter().filter(|column| **column != key).chain(&["seal"]);
    let changed: Vec<_> = changed.map(|column| format!("{column} = excluded.{column}")).collect();
    format!("{} ON CONFLICT ({key}) DO UPDATE SET {}", insert::<T>(), changed.join(", "))
}

/// Some columns of the row whose last column of `columns` is what it says: the values are those of [`picked`].
pub(crate) fn update<T: Record>(columns: &[&str]) -> String {
    let [changed @ .., key] = columns else { return String::new() };
    let set: Vec<_> = (1..).zip(changed).map(|(place, column)| format!("{column} = ${place}")).collect();
    format!("UPDATE {} SET {} WHERE {key} = ${}", T::TABLE, set.join(", "), columns.len())
}

/// `$1, $2, …`: so many places for values from a number on. Every statement has them in their order, so that SQLite, too, takes
/// them for numbers.
pub(crate) fn places(first: usize, count: usize) -> String {
    (first..first + count).map(|place| format!("${place}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::RulesetRecord;

    #[test]
    fn statements_follow_from_the_columns() {
        assert_eq!(
            insert::<RulesetRecord>(),
            "INSERT INTO rulesets (hash, game, rules_version, options, seal) VALUES ($1, $2, $3, $4, $5)"
        );
        assert_eq!(
            select::<RulesetRecord>(),
            "SELECT hash, game, rules_version, options, seal FROM rulesets"
        );
        assert!(replace::<RulesetRecord>("hash").ends_with(
            "ON CONFLICT (hash) DO UPDATE SET game = excluded.game, rules_version = excluded.rules_version, \
             options = excluded.options, seal = excluded.seal"
        ));
        assert_eq!(
            update::<RulesetRecord>(&["options", "seal", "hash"]),
            "UPDATE rulesets SET options = $1, seal = $2 WHERE hash = $3"
        );
    }

    #[test]
    fn every_value_is_under_the_seal() {
        let record = RulesetRecord {
            hash: Digest([1; 32]),
            game: "richelieu".to_owned(),
            rules_version: 1,
            options: "{}".to_owned().into(),
        };
        let changed = [
            RulesetRecord { hash: Digest([2; 32]), ..record.clone() },
            RulesetRecord { game: "malin".to_owned(), ..record.clone() },
            RulesetRecord { rules_version: 2, ..record.clone() },
            RulesetRecord { options: "[]".to_owned().into(), ..record.clone() },
        ];
        let own = seal(&record).unwrap();
        assert!(changed.iter().all(|other| seal(other).unwrap() != own));
        let values = picked(&record, &["options", "seal", "hash"]).unwrap();
        assert_eq!(values, [Value::from("{}"), Value::Hash(own), Value::Hash(Digest([1; 32]))]);
    }
}
