//! Values as PostgreSQL has them: anything unexpected in a column is damage.

use std::borrow::Cow;
use std::error::Error;
use std::str::FromStr;

use bytes::BytesMut;
use tokio_postgres::Row;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};
use uuid::Uuid;

use super::error::{Failure, Outcome};
use crate::engine::{corrupt, invalid};
use crate::model::{Digest, GameId, Json, Time};

/// The longest value, as in SQLite.
const MAX_BYTES: usize = 16 << 20;

/// What stands for a zero byte, which no text of PostgreSQL can have: this character and `0`. The character itself is this
/// character and `1`.
const ESCAPE: char = '\u{e000}';

/// A text of the caller's on its way in: every text comes back as it was.
#[derive(Debug)]
pub(super) struct Text<'a>(pub &'a str);

impl ToSql for Text<'_> {
    fn to_sql(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        if self.0.len() > MAX_BYTES {
            return Err(format!("a text has {} bytes, more than {MAX_BYTES}", self.0.len()).into());
        }
        escaped(self.0).as_ref().to_sql(ty, out)
    }

    fn accepts(ty: &Type) -> bool {
        <&str as ToSql>::accepts(ty)
    }

    to_sql_checked!();
}

/// A text of the caller's on its way out.
struct Said(String);

impl<'a> FromSql<'a> for Said {
    fn from_sql(ty: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        let text = <&str>::from_sql(ty, raw)?;
        Ok(Self(unescaped(text).ok_or("a text that was not written so")?))
    }

    fn accepts(ty: &Type) -> bool {
        <&str as FromSql>::accepts(ty)
    }
}

fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(['\0', ESCAPE]) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            '\0' => escaped.extend([ESCAPE, '0']),
            ESCAPE => escaped.extend([ESCAPE, '1']),
            other => escaped.push(other),
        }
    }
    Cow::Owned(escaped)
}

fn unescaped(text: &str) -> Option<String> {
    if !text.contains(ESCAPE) {
        return Some(text.to_owned());
    }
    let (mut plain, mut characters) = (String::with_capacity(text.len()), text.chars());
    while let Some(character) = characters.next() {
        plain.push(match character {
            ESCAPE => match characters.next()? {
                '0' => '\0',
                '1' => ESCAPE,
                _ => return None,
            },
            other => other,
        });
    }
    Some(plain)
}

/// A game's id as it is stored.
pub(super) fn uuid(id: GameId) -> Uuid {
    Uuid::from_u128(id.as_u128())
}

/// A column of an id.
pub(super) fn game(row: &Row, name: &str) -> Outcome<GameId> {
    Ok(GameId::from_u128(row.try_get::<_, Uuid>(name)?.as_u128()))
}

/// A column of an id, or NULL.
pub(super) fn optional_game(row: &Row, name: &str) -> Outcome<Option<GameId>> {
    Ok(row.try_get::<_, Option<Uuid>>(name)?.map(|id| GameId::from_u128(id.as_u128())))
}

/// A text column.
pub(super) fn text(row: &Row, name: &str) -> Outcome<String> {
    Ok(row.try_get::<_, Said>(name)?.0)
}

/// A text column, or NULL.
pub(super) fn optional_text(row: &Row, name: &str) -> Outcome<Option<String>> {
    Ok(row.try_get::<_, Option<Said>>(name)?.map(|said| said.0))
}

/// A column of JSON text, or NULL.
pub(super) fn optional_json(row: &Row, name: &str) -> Outcome<Option<Json>> {
    Ok(optional_text(row, name)?.map(Json::from))
}

/// A text column parsed as `T`.
pub(super) fn parsed<T: FromStr>(row: &Row, name: &str) -> Outcome<T> {
    text(row, name)?.parse().map_err(|_| unreadable(name))
}

/// A text column of our own JSON.
pub(super) fn json<T: serde::de::DeserializeOwned>(row: &Row, name: &str) -> Outcome<T> {
    serde_json::from_str(&text(row, name)?).map_err(|_| unreadable(name))
}

/// A column of 32 bytes.
pub(super) fn digest(row: &Row, name: &str) -> Outcome<Digest> {
    optional_digest(row, name)?.ok_or_else(|| unreadable(name))
}

/// A column of 32 bytes, or NULL.
pub(super) fn optional_digest(row: &Row, name: &str) -> Outcome<Option<Digest>> {
    let bytes: Option<&[u8]> = row.try_get(name)?;
    bytes.map(|bytes| bytes.try_into().map(Digest).map_err(|_| unreadable(name))).transpose()
}

/// A column of a time.
pub(super) fn time(row: &Row, name: &str) -> Outcome<Time> {
    Ok(Time::from(row.try_get::<_, jiff::Timestamp>(name)?))
}

/// A column of a time, or NULL.
pub(super) fn optional_time(row: &Row, name: &str) -> Outcome<Option<Time>> {
    Ok(row.try_get::<_, Option<jiff::Timestamp>>(name)?.map(Time::from))
}

/// A `bigint` in the range of `T`.
pub(super) fn number<T: TryFrom<i64>>(row: &Row, name: &str) -> Outcome<T> {
    T::try_from(row.try_get(name)?).map_err(|_| unreadable(name))
}

/// A `bigint` in the range of `T`, or NULL.
pub(super) fn optional_number<T: TryFrom<i64>>(row: &Row, name: &str) -> Outcome<Option<T>> {
    let number: Option<i64> = row.try_get(name)?;
    number.map(|number| T::try_from(number).map_err(|_| unreadable(name))).transpose()
}

/// A `smallint` as a seat, or NULL.
pub(super) fn seat(row: &Row, name: &str) -> Outcome<Option<u8>> {
    let seat: Option<i16> = row.try_get(name)?;
    seat.map(|seat| u8::try_from(seat).map_err(|_| unreadable(name))).transpose()
}

/// A version of a game.
pub(super) fn version(row: &Row, name: &str) -> Outcome<u64> {
    u64::try_from(row.try_get::<_, i32>(name)?).map_err(|_| unreadable(name))
}

/// A version as it is stored.
pub(super) fn stored_version(version: u64) -> Outcome<i32> {
    i32::try_from(version).map_err(|_| invalid("a game has no more than 2147483647 events").into())
}

fn unreadable(name: &str) -> Failure {
    corrupt(format!("{name} is unreadable")).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_comes_back() {
        for text in ["", "a", "a\0b", "\0\0", "\u{e000}0", "\u{e000}\0\u{e000}1", "é✨"] {
            let stored = escaped(text);
            assert!(!stored.contains('\0'), "{text:?}");
            assert_eq!(unescaped(&stored).as_deref(), Some(text));
        }
        assert_eq!(unescaped("\u{e000}"), None);
        assert_eq!(unescaped("\u{e000}2"), None);
    }
}
