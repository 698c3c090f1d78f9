//! Values on their way into a column, whatever the engine's types are.

use std::borrow::Cow;

use crate::engine::seal::Seal;
use crate::model::{Digest, GameId, Json, Time};

/// A value of a column.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value<'a> {
    Null,
    Int(i64),
    Flag(bool),
    Text(Cow<'a, str>),
    Blob(Cow<'a, [u8]>),
    Hash(Digest),
    Time(Time),
    Game(GameId),
    /// Lists, which SQLite has as JSON: see [`Sql::among`](crate::engine::sql::Sql::among).
    Games(&'a [GameId]),
    Ints(&'a [i64]),
    Texts(&'a [&'a str]),
    Times(&'a [Time]),
}

impl Value<'_> {
    /// Adds the value to a hash.
    pub(crate) fn sealed(&self, seal: Seal) -> Seal {
        match self {
            Self::Null => seal.none(),
            Self::Int(value) => seal.int(*value),
            Self::Flag(value) => seal.int((*value).into()),
            Self::Text(text) => seal.text(text),
            Self::Blob(bytes) => seal.blob(bytes),
            Self::Hash(hash) => seal.blob(&hash.0),
            Self::Time(time) => seal.text(&time.to_string()),
            Self::Game(id) => seal.text(&id.to_string()),
            // No row has one.
            Self::Games(_) | Self::Ints(_) | Self::Texts(_) | Self::Times(_) => seal.none(),
        }
    }
}

impl<'a, T: Into<Value<'a>>> From<Option<T>> for Value<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl<'a> From<&'a Json> for Value<'a> {
    fn from(json: &'a Json) -> Self {
        json.as_str().into()
    }
}

impl<'a> From<&'a [u8]> for Value<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self::Blob(Cow::Borrowed(bytes))
    }
}

macro_rules! from {
    ($($of:ty => $kind:ident),*) => {$(
        impl From<$of> for Value<'_> {
            fn from(value: $of) -> Self {
                Self::$kind(value.into())
            }
        }
    )*};
}

from! { i64 => Int, u32 => Int, u8 => Int, bool => Flag, String => Text, Digest => Hash, Time => Time, GameId => Game }
