//! Reading columns into types: anything unexpected is damage.

use std::str::FromStr;

use rusqlite::Row;

use super::error::{Outcome, corrupt};
use crate::model::{Digest, Json};

/// A text column parsed as `T`.
pub(super) fn parsed<T: FromStr>(row: &Row<'_>, name: &str) -> Outcome<T> {
    let value = row.get_ref(name)?;
    let text = value.as_str().map_err(|error| corrupt(format!("{name}: {error}")))?;
    text.parse().map_err(|_| corrupt(format!("{name} is unreadable")))
}

/// A text column parsed as `T`, or NULL.
pub(super) fn optional_parsed<T: FromStr>(row: &Row<'_>, name: &str) -> Outcome<Option<T>> {
    let text: Option<String> = row.get(name)?;
    text.map(|text| text.parse().map_err(|_| corrupt(format!("{name} is unreadable")))).transpose()
}

/// A whole number column in the range of `T`.
pub(super) fn number<T: TryFrom<i64>>(row: &Row<'_>, name: &str) -> Outcome<T> {
    in_range(row.get(name)?, name)
}

/// A whole number column in the range of `T`, or NULL.
pub(super) fn optional_number<T: TryFrom<i64>>(row: &Row<'_>, name: &str) -> Outcome<Option<T>> {
    row.get::<_, Option<i64>>(name)?.map(|value| in_range(value, name)).transpose()
}

/// A column of 0 or 1.
pub(super) fn flag(row: &Row<'_>, name: &str) -> Outcome<bool> {
    match row.get::<_, i64>(name)? {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(corrupt(format!("{name} is neither 0 nor 1"))),
    }
}

/// A column of 32 bytes.
pub(super) fn digest(row: &Row<'_>, name: &str) -> Outcome<Digest> {
    Ok(Digest(row.get(name)?))
}

/// A column of 32 bytes, or NULL.
pub(super) fn optional_digest(row: &Row<'_>, name: &str) -> Outcome<Option<Digest>> {
    Ok(row.get::<_, Option<[u8; 32]>>(name)?.map(Digest))
}

/// A column of JSON text, or NULL.
pub(super) fn optional_json(row: &Row<'_>, name: &str) -> Outcome<Option<Json>> {
    Ok(row.get::<_, Option<String>>(name)?.map(Json::from))
}

fn in_range<T: TryFrom<i64>>(value: i64, name: &str) -> Outcome<T> {
    T::try_from(value).map_err(|_| corrupt(format!("{name} is out of range")))
}
