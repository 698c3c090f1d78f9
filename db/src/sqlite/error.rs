//! SQLite's errors, in the terms of the store.

use rusqlite::ErrorCode;

pub(super) use crate::engine::failure::{Failure, Outcome};
use crate::error::StoreError;

/// A failure because stored data is damaged.
pub(super) fn corrupt(what: impl std::fmt::Display) -> Failure {
    crate::engine::corrupt(what).into()
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => StoreError::Full.into(),
            _ => StoreError::Io(error.to_string()).into(),
        }
    }
}

impl From<r2d2::Error> for Failure {
    /// Either no connection came free in time, or none could be opened. In the second case the text ends with the reason.
    fn from(error: r2d2::Error) -> Self {
        tracing::debug!(%error, "no connection for a read");
        let text = error.to_string();
        if text.contains(": ") { StoreError::Io(text).into() } else { StoreError::Busy.into() }
    }
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::Error as Sql;
        let error = match &error {
            Sql::SqliteFailure(failure, message) => from_code(failure, message.as_deref()),
            Sql::SqlInputError { error: failure, msg, .. } => from_code(failure, Some(msg)),
            // A column holds what this program never writes.
            Sql::FromSqlConversionFailure(..)
            | Sql::IntegralValueOutOfRange(..)
            | Sql::Utf8Error(..)
            | Sql::InvalidColumnType(..) => StoreError::Corrupt(error.to_string()),
            Sql::ToSqlConversionFailure(_) | Sql::NulError(_) | Sql::InvalidPath(_) => {
                StoreError::Invalid(error.to_string())
            }
            _ => StoreError::Io(error.to_string()),
        };
        error.into()
    }
}

fn from_code(failure: &rusqlite::ffi::Error, message: Option<&str>) -> StoreError {
    let text = message.map_or_else(|| failure.to_string(), str::to_owned);
    match failure.code {
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => StoreError::Busy,
        ErrorCode::DiskFull => StoreError::Full,
        // The index of the log, a file as well, cannot grow.
        _ if failure.extended_code == rusqlite::ffi::SQLITE_IOERR_SHMSIZE => StoreError::Full,
        ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => StoreError::Corrupt(text),
        ErrorCode::TooBig | ErrorCode::ConstraintViolation => StoreError::Invalid(text),
        _ => StoreError::Io(text),
    }
}
