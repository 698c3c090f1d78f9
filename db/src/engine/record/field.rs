//! Fields that are columns: how each type is stored and read.

use super::{Columns, Row as _, Value, thousandths};
use crate::engine::failure::Outcome;
use crate::engine::stored;
use crate::error::Result;
use crate::model::{Digest, ExperimentState, GameId, Json, KeyScope, LineUp, Secret, Source, Time};

/// A field of a record that is a column.
pub(crate) trait Field: Sized {
    /// As it is stored.
    fn value(&self) -> Result<Value<'_>>;

    /// As it was before it was stored.
    fn read(row: &dyn Columns, name: &str) -> Outcome<Self>;
}

macro_rules! fields {
    (|$it:ident, $row:ident, $name:ident| $($of:ty => $value:expr, $read:expr;)*) => {$(
        impl Field for $of {
            fn value(&self) -> Result<Value<'_>> {
                let $it = self;
                Ok(Value::from($value))
            }

            fn read($row: &dyn Columns, $name: &str) -> Outcome<Self> {
                $read
            }
        }
    )*};
}

fields! { |it, row, name|
    bool => *it, row.flag(name);
    u8 => *it, row.number(name);
    Option<u8> => *it, row.optional_number(name);
    u32 => *it, row.number(name);
    Option<u32> => *it, row.optional_number(name);
    u64 => stored(*it)?, row.number(name);
    i64 => *it, row.number(name);
    f64 => thousandths(*it)?, row.number::<i64>(name).map(|thousandths| thousandths as f64 / 1000.0);
    String => it, row.word(name);
    Option<String> => it.as_ref(), row.text(name);
    Json => it, row.word(name).map(Json::from);
    Vec<u8> => it.as_slice(), row.there(name, row.blob(name)?);
    Time => *it, row.at(name);
    Option<Time> => *it, row.time(name);
    GameId => *it, row.id(name);
    Digest => *it, row.digest(name);
    Secret => Digest(it.0), Ok(Secret(row.digest(name)?.0));
    Option<Secret> => it.map(|it| Digest(it.0)), Ok(row.optional_digest(name)?.map(|found| Secret(found.0)));
    ExperimentState => it.to_string(), row.parsed(name);
    KeyScope => <&str>::from(it), row.parsed(name);
    LineUp => it.to_string(), row.parsed(name);
    Source => it.to_string(), row.parsed(name);
}
