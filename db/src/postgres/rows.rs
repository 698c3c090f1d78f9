//! Records as PostgreSQL has them.

use std::error::Error;

use bytes::BytesMut;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};
use uuid::Uuid;

use super::column::{Said, Text, uuid};
use super::error::Outcome;
use crate::engine::record::{Columns, Value};
use crate::model::{GameId, Time};

type Refused = Box<dyn Error + Sync + Send>;

impl ToSql for Value<'_> {
    fn to_sql(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Refused> {
        match self {
            Value::Null => Ok(IsNull::Yes),
            Value::Int(value) => match *ty {
                Type::INT2 => i16::try_from(*value)?.to_sql(ty, out),
                Type::INT4 => i32::try_from(*value)?.to_sql(ty, out),
                _ => value.to_sql_checked(ty, out),
            },
            Value::Flag(value) => value.to_sql_checked(ty, out),
            Value::Text(text) => Text(text).to_sql_checked(ty, out),
            Value::Blob(bytes) => bytes.as_ref().to_sql_checked(ty, out),
            Value::Hash(hash) => hash.0.as_slice().to_sql_checked(ty, out),
            Value::Time(time) => time.timestamp().to_sql_checked(ty, out),
            Value::Game(id) => uuid(*id).to_sql_checked(ty, out),
            Value::Games(ids) => ids.iter().copied().map(uuid).collect::<Vec<_>>().to_sql_checked(ty, out),
            Value::Ints(numbers) => numbers.to_sql_checked(ty, out),
            Value::Texts(texts) => {
                texts.iter().map(|text| Text(text)).collect::<Vec<_>>().to_sql_checked(ty, out)
            }
            Value::Times(times) => {
                times.iter().map(|time| time.timestamp()).collect::<Vec<_>>().to_sql_checked(ty, out)
            }
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

/// A whole number of any width.
struct Int(i64);

impl<'a> FromSql<'a> for Int {
    fn from_sql(ty: &Type, raw: &'a [u8]) -> Result<Self, Refused> {
        Ok(Self(match *ty {
            Type::INT2 => i16::from_sql(ty, raw)?.into(),
            Type::INT4 => i32::from_sql(ty, raw)?.into(),
            _ => i64::from_sql(ty, raw)?,
        }))
    }

    fn accepts(ty: &Type) -> bool {
        matches!(*ty, Type::INT2 | Type::INT4 | Type::INT8)
    }
}

impl Columns for tokio_postgres::Row {
    fn int(&self, name: &str) -> Outcome<Option<i64>> {
        Ok(self.try_get::<_, Option<Int>>(name)?.map(|int| int.0))
    }

    fn flag(&self, name: &str) -> Outcome<bool> {
        Ok(self.try_get(name)?)
    }

    fn text(&self, name: &str) -> Outcome<Option<String>> {
        Ok(self.try_get::<_, Option<Said>>(name)?.map(|said| said.0))
    }

    fn blob(&self, name: &str) -> Outcome<Option<Vec<u8>>> {
        Ok(self.try_get(name)?)
    }

    fn time(&self, name: &str) -> Outcome<Option<Time>> {
        Ok(self.try_get::<_, Option<jiff::Timestamp>>(name)?.map(Time::from))
    }

    fn game(&self, name: &str) -> Outcome<Option<GameId>> {
        Ok(self.try_get::<_, Option<Uuid>>(name)?.map(|id| GameId::from_u128(id.as_u128())))
    }
}

/// Values as the library wants them.
pub(super) fn borrowed<'a>(values: &'a [Value<'_>]) -> Vec<&'a (dyn ToSql + Sync)> {
    values.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}
