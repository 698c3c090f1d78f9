//! Reading columns into types, whatever the engine's types are: anything unexpected is damage.

use std::str::FromStr;

use serde::de::DeserializeOwned;

use crate::engine::corrupt;
use crate::engine::failure::{Failure, Outcome};
use crate::model::{Digest, GameId, Json, Time};

/// The columns of a row that was found.
pub(crate) trait Columns {
    /// A whole number, or NULL.
    fn int(&self, name: &str) -> Outcome<Option<i64>>;
    /// Yes or no.
    fn flag(&self, name: &str) -> Outcome<bool>;
    /// A text, or NULL.
    fn text(&self, name: &str) -> Outcome<Option<String>>;
    /// Bytes, or NULL.
    fn blob(&self, name: &str) -> Outcome<Option<Vec<u8>>>;
    /// A time, or NULL.
    fn time(&self, name: &str) -> Outcome<Option<Time>>;
    /// The id of a game, or NULL.
    fn game(&self, name: &str) -> Outcome<Option<GameId>>;
}

impl<T: Columns + ?Sized> Row for T {}

/// What columns say.
pub(crate) trait Row: Columns {
    /// What a column says that is never NULL.
    fn there<T>(&self, name: &str, value: Option<T>) -> Outcome<T> {
        value.ok_or_else(|| unreadable(name))
    }

    /// A text.
    fn word(&self, name: &str) -> Outcome<String> {
        self.there(name, self.text(name)?)
    }

    /// A time that is never NULL.
    fn at(&self, name: &str) -> Outcome<Time> {
        self.there(name, self.time(name)?)
    }

    /// The id of a game, never NULL.
    fn id(&self, name: &str) -> Outcome<GameId> {
        self.there(name, self.game(name)?)
    }

    /// A whole number in the range of `T`.
    fn number<T: TryFrom<i64>>(&self, name: &str) -> Outcome<T> {
        self.there(name, self.optional_number(name)?)
    }

    /// A whole number in the range of `T`, or NULL.
    fn optional_number<T: TryFrom<i64>>(&self, name: &str) -> Outcome<Option<T>> {
        self.int(name)?.map(|value| T::try_from(value).map_err(|_| unreadable(name))).transpose()
    }

    /// A text parsed as `T`.
    fn parsed<T: FromStr>(&self, name: &str) -> Outcome<T> {
        self.word(name)?.parse().map_err(|_| unreadable(name))
    }

    /// A text of our own JSON.
    fn json<T: DeserializeOwned>(&self, name: &str) -> Outcome<T> {
        serde_json::from_str(&self.word(name)?).map_err(|_| unreadable(name))
    }

    /// JSON as a caller wrote it, or NULL.
    fn optional_json(&self, name: &str) -> Outcome<Option<Json>> {
        Ok(self.text(name)?.map(Json::from))
    }

    /// 32 bytes.
    fn digest(&self, name: &str) -> Outcome<Digest> {
        self.there(name, self.optional_digest(name)?)
    }

    /// 32 bytes, or NULL.
    fn optional_digest(&self, name: &str) -> Outcome<Option<Digest>> {
        let bytes = self.blob(name)?.map(<[u8; 32]>::try_from).transpose();
        bytes.map(|bytes| bytes.map(Digest)).map_err(|_| unreadable(name))
    }
}

fn unreadable(name: &str) -> Failure {
    corrupt(format!("{name} is unreadable")).into()
}
