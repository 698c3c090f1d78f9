//! What can go wrong in a store, without a library's types.

use crate::model::IdempotencyRecord;

/// The result of a store call.
pub type Result<T, E = StoreError> = std::result::Result<T, E>;

/// Why a store did not do what it was asked. A failed write has left nothing behind, with one exception:
/// after [`StoreError::Io`] the write may or may not have become durable, so a retry needs its idempotency key or
/// its expected version.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StoreError {
    /// There is no such thing.
    #[error("not found")]
    NotFound,
    /// A game of this id, or the result of this game, is already stored; or others wait at another game already.
    #[error("already stored")]
    Exists,
    /// The game is at another version than expected.
    #[error("the game is at version {current_version}")]
    Conflict {
        /// The version the game is at now.
        current_version: u64,
    },
    /// The idempotency key was used before: here is what it did. Compare the fingerprint, then answer the same.
    #[error("the idempotency key was used before")]
    KeyUsed(Box<IdempotencyRecord>),
    /// The seat has used all its metered hints.
    #[error("all {used} hints are used")]
    HintsUsed {
        /// The hints counted so far.
        used: u32,
    },
    /// The caller asked for something that can never be stored: a mistake in the caller.
    #[error("invalid: {0}")]
    Invalid(String),
    /// Too many requests are waiting, or the file was locked for too long. Retry shortly.
    #[error("the store is busy")]
    Busy,
    /// No space is left. Reads go on; writes resume when there is space. Retry later.
    #[error("no space is left for the database")]
    Full,
    /// No space is left to open the database. Nothing is lost.
    #[error(
        "no space is left to open {file}: free at least {missing} KiB on its disk, for example old backups, and start again"
    )]
    NoSpaceToOpen {
        /// The database.
        file: String,
        /// How much has to be freed, in KiB.
        missing: u64,
    },
    /// Reading or writing failed. Retry later.
    #[error("the database cannot be read or written: {0}")]
    Io(String),
    /// The stored data is damaged; nothing of it is served.
    #[error("the stored data is damaged: {0}")]
    Corrupt(String),
    /// The file belongs to another program, or is no database.
    #[error("not a database of this program: {0}")]
    Foreign(String),
    /// The database, or its server, is not as this program needs it.
    #[error("{0}")]
    Unfit(String),
    /// The database was written by a newer version of this program.
    #[error("the database has schema version {found}, this program supports up to {supported}")]
    TooNew {
        /// The schema version of the file.
        found: i64,
        /// The newest schema version this program knows.
        supported: i64,
    },
    /// The database was written by a build that was no release. It is left as it is.
    #[error(
        "a build that was no release wrote the database (schema version {found}), and nothing reads it any more: move it away or \
         give --database another name, and a new one is made"
    )]
    Unreleased {
        /// The schema version of the database.
        found: i64,
    },
    /// The database was written by an older version of this program, which only the service brings up to date.
    #[error("the database has schema version {found}, not {needed}; start the service on it once")]
    OldSchema {
        /// The schema version of the file.
        found: i64,
        /// The schema version this call needs.
        needed: i64,
    },
    /// Another process serves the database.
    #[error("the database is in use by {by}")]
    Owned {
        /// Which process, as far as it is known.
        by: String,
    },
    /// The database has more than one name. It is left as it is.
    #[error("{0}")]
    Linked(String),
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
}

impl StoreError {
    /// Whether the same call may succeed later without any change (503 with `Retry-After`).
    pub fn is_unavailable(&self) -> bool {
        matches!(self, Self::Busy | Self::Full | Self::Io(_) | Self::Closed)
    }
}
