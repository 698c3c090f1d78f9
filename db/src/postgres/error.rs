//! PostgreSQL's errors, in the terms of the store.

use deadpool_postgres::PoolError;
use tokio_postgres::error::SqlState;

pub(super) use crate::engine::failure::{Failure, Outcome};
use crate::error::StoreError;

impl From<PoolError> for Failure {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::Timeout(_) => StoreError::Busy.into(),
            PoolError::Closed => StoreError::Closed.into(),
            PoolError::Backend(error) => error.into(),
            other => Self::lost(other.to_string()),
        }
    }
}

impl From<tokio_postgres::Error> for Failure {
    fn from(error: tokio_postgres::Error) -> Self {
        let Some(found) = error.as_db_error() else { return of_client(&error) };
        let text = || format!("{} ({})", found.message(), found.code().code());
        if found.message().starts_with("unsupported startup parameter") {
            return StoreError::Unfit(format!("{}; {STARTUP}", found.message())).into();
        }
        let class = &found.code().code()[..2];
        match *found.code() {
            SqlState::T_R_SERIALIZATION_FAILURE | SqlState::T_R_DEADLOCK_DETECTED => Self::again(&text()),
            SqlState::DISK_FULL => StoreError::Full.into(),
            // Longer than it may take, or more than the server takes.
            SqlState::QUERY_CANCELED | SqlState::LOCK_NOT_AVAILABLE => StoreError::Busy.into(),
            SqlState::DATA_CORRUPTED | SqlState::INDEX_CORRUPTED => StoreError::Corrupt(text()).into(),
            // The server ends or starts, or is one that only reads: another connection may lead to another.
            SqlState::READ_ONLY_SQL_TRANSACTION | SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT => {
                Self::lost(text())
            }
            _ => match class {
                "53" => StoreError::Busy.into(),
                "08" | "57" => Self::lost(text()),
                "22" | "23" | "54" => StoreError::Invalid(text()).into(),
                _ => StoreError::Io(text()).into(),
            },
        }
    }
}

/// What a pooler has to be told that takes no options of a session.
const STARTUP: &str = "tell PgBouncer: ignore_startup_parameters = options, statement_timeout, \
                       idle_in_transaction_session_timeout, lock_timeout; and give the role these limits";

/// What goes wrong on this side of the connection. The library keeps the kinds to itself, but not their texts.
fn of_client(error: &tokio_postgres::Error) -> Failure {
    let source = std::error::Error::source(error).map(|source| format!(": {source}")).unwrap_or_default();
    let text = format!("{error}{source}");
    if text.starts_with("error serializing") {
        return StoreError::Invalid(text).into();
    }
    if text.starts_with("error deserializing") || text.starts_with("invalid column") {
        return StoreError::Corrupt(text).into();
    }
    Failure::lost(text)
}
