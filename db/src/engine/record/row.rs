//! Reading columns into types, whatever the engine's types are: anything unexpected is damage.

use std::str::FromStr;

use serde::de::DeserializeOwned;

use crate::engine::corrupt;
use crate::error::StoreError;
use crate::model::{Digest, GameId, Json, Time};

/// A row that was found.
pub(crate) trait Row {
    /// Why a column cannot be read.
    type Error: From<StoreError>;

    /// A whole number, or NULL.
    fn int(&self, name: &str) -> Result<Option<i64>, Self::Error>;
    /// Yes or no.
    fn flag(&self, name: &str) -> Result<bool, Self::Error>;
    /// A text, or NULL.
    fn text(&self, name: &str) -> Result<Option<String>, Self::Error>;
    /// Bytes, or NULL.
    fn blob(&self, name: &str) -> Result<Option<Vec<u8>>, Self::Error>;
    /// A time, or NULL.
    fn time(&self, name: &str) -> Result<Option<Time>, Self::Error>;
    /// The id of a game, or NULL.
    fn game(&self, name: &str) -> Result<Option<GameId>, Self::Error>;

    /// What a column says that is never NULL.
    fn there<T>(&self, name: &str, value: Option<T>) -> Result<T, Self::Error> {
        value.ok_or_else(|| unreadable(name))
    }

    /// A text.
    fn word(&self, name: &str) -> Result<String, Self::Error> {
        self.there(name, self.text(name)?)
    }

    /// A time that is never NULL.
    fn at(&self, name: &str) -> Result<Time, Self::Error> {
        self.there(name, self.time(name)?)
    }

    /// The id of a game, never NULL.
    fn id(&self, name: &str) -> Result<GameId, Self::Error> {
        self.there(name, self.game(name)?)
    }

    /// A whole number in the range of `T`.
    fn number<T: TryFrom<i64>>(&self, name: &str) -> Result<T, Self::Error> {
        self.there(name, self.optional_number(name)?)
    }

    /// A whole number in the range of `T`, or NULL.
    fn optional_number<T: TryFrom<i64>>(&self, name: &str) -> Result<Option<T>, Self::Error> {
        self.int(name)?.map(|value| T::try_from(value).map_err(|_| unreadable(name))).transpose()
    }

    /// A text parsed as `T`.
    fn parsed<T: FromStr>(&self, name: &str) -> Result<T, Self::Error> {
        self.word(name)?.parse().map_err(|_| unreadable(name))
    }

    /// A text of our own JSON.
    fn json<T: DeserializeOwned>(&self, name: &str) -> Result<T, Self::Error> {
        serde_json::from_str(&self.word(name)?).map_err(|_| unreadable(name))
    }

    /// JSON as a caller wrote it, or NULL.
    fn optional_json(&self, name: &str) -> Result<Option<Json>, Self::Error> {
        Ok(self.text(name)?.map(Json::from))
    }

    /// 32 bytes.
    fn digest(&self, name: &str) -> Result<Digest, Self::Error> {
        self.there(name, self.optional_digest(name)?)
    }

    /// 32 bytes, or NULL.
    fn optional_digest(&self, name: &str) -> Result<Option<Digest>, Self::Error> {
        let bytes = self.blob(name)?.map(<[u8; 32]>::try_from).transpose();
        bytes.map(|bytes| bytes.map(Digest)).map_err(|_| unreadable(name))
    }
}

fn unreadable<E: From<StoreError>>(name: &str) -> E {
    corrupt(format!("{name} is unreadable")).into()
}

/// The row of a table among the columns of others: their names begin with a prefix.
pub(crate) struct Prefixed<'a, R>(pub &'static str, pub &'a R);

impl<R> Prefixed<'_, R> {
    fn full(&self, name: &str) -> String {
        format!("{}{name}", self.0)
    }
}

impl<R: Row> Row for Prefixed<'_, R> {
    type Error = R::Error;

    fn int(&self, name: &str) -> Result<Option<i64>, R::Error> {
        self.1.int(&self.full(name))
    }

    fn flag(&self, name: &str) -> Result<bool, R::Error> {
        self.1.flag(&self.full(name))
    }

    fn text(&self, name: &str) -> Result<Option<String>, R::Error> {
        self.1.text(&self.full(name))
    }

    fn blob(&self, name: &str) -> Result<Option<Vec<u8>>, R::Error> {
        self.1.blob(&self.full(name))
    }

    fn time(&self, name: &str) -> Result<Option<Time>, R::Error> {
        self.1.time(&self.full(name))
    }

    fn game(&self, name: &str) -> Result<Option<GameId>, R::Error> {
        self.1.game(&self.full(name))
    }
}
