//! Rows as both engines have them: one list of columns a table, from which statements, values, and reading follow.

/// Says that the fields of a record are its columns, and those of one part of it, whose names then begin with more. Where it is read,
/// the names of all columns may begin with more.
macro_rules! plain_record {
    ($name:ident in $table:literal: $($columns:tt)+) => {
        $crate::engine::record::plain_record!($name in $table as "": $($columns)+);
    };
    (
        $name:ident in $table:literal as $before:literal: $($column:ident),+
        $(; $part:ident: $of:ident as $prefix:literal { $($inner:ident),+ }; $($after:ident),+)?
    ) => {
        impl $crate::engine::record::Record for $name {
            const TABLE: &'static str = $table;
            const COLUMNS: &'static [&'static str] = &[
                $(stringify!($column)),+
                $(, $(concat!($prefix, stringify!($inner))),+, $(stringify!($after)),+)?
            ];

            fn values(&self) -> $crate::error::Result<Vec<$crate::engine::record::Value<'_>>> {
                use $crate::engine::record::Field;
                Ok(vec![
                    $(Field::value(&self.$column)?),+
                    $(, $(Field::value(&self.$part.$inner)?),+, $(Field::value(&self.$after)?),+)?
                ])
            }

            fn read(
                row: &dyn $crate::engine::record::Columns,
            ) -> $crate::engine::failure::Outcome<Self> {
                use $crate::engine::record::Field;
                Ok(Self {
                    $($column: Field::read(row, concat!($before, stringify!($column)))?),+
                    $(, $part: $of {
                        $($inner: Field::read(row, concat!($before, $prefix, stringify!($inner)))?),+
                    },
                    $($after: Field::read(row, concat!($before, stringify!($after)))?),+)?
                })
            }
        }
    };
}
pub(crate) use plain_record;

mod event;
mod experiments;
mod field;
mod game;
mod head;
mod idempotency;
mod names;
mod plain;
pub(crate) mod players;
mod push;
mod ratings;
mod row;
mod value;

pub(crate) use event::{EVENT, Linked, MadeEvent, first, link_all, read_event, verified_after, verified_log};
pub(crate) use experiments::Chunk;
pub(crate) use field::Field;
pub(crate) use game::{GameRecord, GameRow, SECRETS, agrees, anchor, games, secrets};
pub(crate) use head::Head;
pub(crate) use names::MeasureName;
pub(crate) use ratings::thousandths;
pub(crate) use row::{Columns, Row};
pub(crate) use value::Value;

use super::failure::Outcome;
use crate::error::Result;

/// What a row of a table says.
pub(crate) trait Record: Sized {
    /// The table.
    const TABLE: &'static str;

    /// The columns, in the order of [`Record::values`].
    const COLUMNS: &'static [&'static str];

    /// As it is stored.
    fn values(&self) -> Result<Vec<Value<'_>>>;

    /// As it was before it was stored.
    fn read(row: &dyn Columns) -> Outcome<Self>;
}

/// The values of some columns.
pub(crate) fn picked<'a, T: Record>(record: &'a T, columns: &[&str]) -> Result<Vec<Value<'a>>> {
    let mut values = record.values()?;
    let mut pick = |column: &&str| {
        let place = T::COLUMNS.iter().position(|name| name == column);
        place
            .and_then(|place| values.get_mut(place))
            .map_or(Value::Null, |value| std::mem::replace(value, Value::Null))
    };
    Ok(columns.iter().map(&mut pick).collect())
}

/// All columns.
pub(crate) fn columns<T: Record>() -> String {
    T::COLUMNS.join(", ")
}

/// All rows.
pub(crate) fn select<T: Record>() -> String {
    format!("SELECT {} FROM {}", columns::<T>(), T::TABLE)
}

/// All rows of a table whose rows have ids, with them.
pub(crate) fn select_numbered<T: Record>() -> String {
    format!("SELECT id, {} FROM {}", columns::<T>(), T::TABLE)
}

/// The condition that all columns are those of a record.
pub(crate) fn same<T: Record>() -> String {
    let all = T::COLUMNS.iter();
    (1..).zip(all).map(|(place, column)| format!("{column} = ${place}")).collect::<Vec<_>>().join(" AND ")
}

/// A row of the values of a record.
pub(crate) fn insert<T: Record>() -> String {
    format!("INSERT INTO {} ({}) VALUES ({})", T::TABLE, columns::<T>(), places(1, T::COLUMNS.len()))
}

/// As [`insert`], in place of the row of the same `key`.
pub(crate) fn replace<T: Record>(key: &str) -> String {
    let changed = T::COLUMNS.iter().filter(|column| **column != key);
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
    use crate::model::{Digest, RulesetRecord};

    #[test]
    fn statements_follow_from_the_columns() {
        assert_eq!(
            insert::<RulesetRecord>(),
            "INSERT INTO rulesets (hash, game, rules_version, options) VALUES ($1, $2, $3, $4)"
        );
        assert_eq!(select::<RulesetRecord>(), "SELECT hash, game, rules_version, options FROM rulesets");
        assert!(replace::<RulesetRecord>("hash").ends_with(
            "ON CONFLICT (hash) DO UPDATE SET game = excluded.game, rules_version = excluded.rules_version, \
             options = excluded.options"
        ));
        assert_eq!(
            update::<RulesetRecord>(&["options", "hash"]),
            "UPDATE rulesets SET options = $1 WHERE hash = $2"
        );
    }

    #[test]
    fn columns_are_picked_by_their_names() {
        let record = RulesetRecord {
            hash: Digest([1; 32]),
            game: "richelieu".to_owned(),
            rules_version: 1,
            options: "{}".to_owned().into(),
        };
        let values = picked(&record, &["options", "hash"]).unwrap();
        assert_eq!(values, [Value::from("{}"), Value::Hash(Digest([1; 32]))]);
    }
}
