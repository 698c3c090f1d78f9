//! Records as PostgreSQL has them.

use std::error::Error;

use bytes::BytesMut;
use deadpool_postgres::Client;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};
use uuid::Uuid;

use super::column::{Said, Text, uuid};
use super::error::{Failure, Outcome};
use crate::engine::record::{self, Record, Row, Value};
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

impl Row for tokio_postgres::Row {
    type Error = Failure;

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

/// Runs a statement; answers how many rows it changed.
pub(super) async fn execute(client: &Client, sql: &str, values: &[Value<'_>]) -> Outcome<u64> {
    let statement = client.prepare_cached(sql).await?;
    Ok(client.execute(&statement, &borrowed(values)).await?)
}

/// The records of a table that `tail` takes in.
pub(super) async fn all<T: Record>(client: &Client, tail: &str, values: &[Value<'_>]) -> Outcome<Vec<T>> {
    let statement = client.prepare_cached(&format!("{} {tail}", record::select::<T>())).await?;
    client.query(&statement, &borrowed(values)).await?.iter().map(T::read).collect()
}

/// The one of [`all`], if there is one.
pub(super) async fn one<T: Record>(client: &Client, tail: &str, values: &[Value<'_>]) -> Outcome<Option<T>> {
    let statement = client.prepare_cached(&format!("{} {tail}", record::select::<T>())).await?;
    client.query_opt(&statement, &borrowed(values)).await?.as_ref().map(T::read).transpose()
}

/// Stores a record; answers whether it was stored. `tail` says what becomes of it where there is one of the same key.
pub(super) async fn insert<T: Record>(client: &Client, record: &T, tail: &str) -> Outcome<bool> {
    let sql = format!("{} {tail}", record::insert::<T>());
    Ok(execute(client, &sql, &record.values()?).await? == 1)
}

/// Writes some columns of a record, the last of which says which row it is.
pub(super) async fn update<T: Record>(client: &Client, record: &T, columns: &[&str]) -> Outcome<()> {
    execute(client, &record::update::<T>(columns), &record::picked(record, columns)?).await.map(drop)
}
