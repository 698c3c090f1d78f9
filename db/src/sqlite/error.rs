//! SQLite's errors, in the terms of the store.

use rusqlite::ErrorCode;

use crate::error::StoreError;

/// A [`StoreError`] on its way out. It keeps the conversions from library errors out of the public interface.
#[derive(Clone, Debug)]
pub(crate) struct Failure(StoreError);

/// The result of everything in this engine.
pub(super) type Outcome<T> = Result<T, Failure>;

impl Failure {
    /// The error as callers see it.
    pub(super) fn error(&self) -> &StoreError {
        &self.0
    }
}

/// A failure because stored data is damaged.
pub(super) fn corrupt(what: impl std::fmt::Display) -> Failure {
    Failure(StoreError::Corrupt(what.to_string()))
}

/// A failure because the caller asked for something impossible.
pub(super) fn invalid(what: impl std::fmt::Display) -> Failure {
    Failure(StoreError::Invalid(what.to_string()))
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self(error)
    }
}

impl From<Failure> for StoreError {
    fn from(failure: Failure) -> Self {
        failure.0
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self(match error.kind() {
            std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => StoreError::Full,
            _ => StoreError::Io(error.to_string()),
        })
    }
}

impl From<r2d2::Error> for Failure {
    /// No connection came free in time, or none could be opened: then its text ends with why.
    fn from(error: r2d2::Error) -> Self {
        tracing::debug!(%error, "no connection for a read");
        let text = error.to_string();
        Self(if text.contains(": ") { StoreError::Io(text) } else { StoreError::Busy })
    }
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::Error as Sql;
        Self(match &error {
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
        })
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
