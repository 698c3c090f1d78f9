//! Texts and ids as PostgreSQL has them.

use std::borrow::Cow;
use std::error::Error;

use bytes::BytesMut;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};
use uuid::Uuid;

use crate::model::GameId;

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
pub(super) struct Said(pub String);

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
