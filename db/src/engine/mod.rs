//! What every engine does alike: hashes over rows and logs, what may be refused, what is counted and how it is added up.
//!
//! An engine stores rows and asks for them; what is in a row and what follows from it is said here, once.

pub(crate) mod answer;
pub(crate) mod checks;
pub(crate) mod counters;
pub(crate) mod failure;
pub(crate) mod ratings;
pub(crate) mod record;
pub(crate) mod remember;
pub(crate) mod request;
pub(crate) mod rows;
pub(crate) mod schema;
pub(crate) mod seal;
pub(crate) mod sql;
pub(crate) mod statistics;
pub(crate) mod tables;

use crate::error::{Result, StoreError};

/// An error because stored data is damaged.
pub(crate) fn corrupt(what: impl std::fmt::Display) -> StoreError {
    StoreError::Corrupt(what.to_string())
}

/// An error because the caller asked for something impossible.
pub(crate) fn invalid(what: impl std::fmt::Display) -> StoreError {
    StoreError::Invalid(what.to_string())
}

/// A number of the caller's as engines have it.
pub(crate) fn stored(value: u64) -> Result<i64> {
    i64::try_from(value).map_err(|_| invalid("a number is too large"))
}

/// Why a database is not served with a secret; `what` would be right.
pub(crate) fn other_secret(what: &str) -> StoreError {
    StoreError::Unfit(format!(
        "the tokens of its games were made with another secret, so all of them would be refused: {what}"
    ))
}
