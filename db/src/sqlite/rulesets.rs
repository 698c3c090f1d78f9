//! Rulesets, each stored once.

use rusqlite::Connection;

use super::error::{Outcome, invalid};
use super::rows;
use crate::model::{Digest, RulesetRecord};

/// A ruleset by its hash.
pub(super) const BY_HASH: &str = "WHERE hash = ?1";

/// Stores a ruleset unless its hash is known.
pub(super) fn put(conn: &Connection, ruleset: &RulesetRecord) -> Outcome<()> {
    match get(conn, &ruleset.hash)? {
        Some(known) if known.game == ruleset.game => Ok(()),
        Some(_) => Err(invalid("the ruleset's hash is known for another game")),
        None => rows::insert(conn, ruleset, "").map(drop),
    }
}

/// The ruleset of this hash, if it is known.
pub(super) fn get(conn: &Connection, hash: &Digest) -> Outcome<Option<RulesetRecord>> {
    rows::first(conn, BY_HASH, [hash.0])
}

/// All rulesets.
pub(super) fn all(conn: &Connection) -> Outcome<Vec<RulesetRecord>> {
    rows::all(conn, "", [])
}
