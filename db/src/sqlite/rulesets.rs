//! Rulesets, each stored once.

use rusqlite::{Connection, OptionalExtension, params};

use super::column;
use super::error::{Outcome, corrupt, invalid};
use crate::engine::rulesets::seal;
use crate::model::{Digest, RulesetRecord};

/// A ruleset by its hash.
pub(super) const GET: &str = "SELECT game, rules_version, options, seal FROM rulesets WHERE hash = ?1";

/// Stores a ruleset unless its hash is known.
pub(super) fn put(conn: &Connection, ruleset: &RulesetRecord) -> Outcome<()> {
    let known: Option<String> = conn
        .prepare_cached("SELECT game FROM rulesets WHERE hash = ?1")?
        .query_row([ruleset.hash.0], |row| row.get(0))
        .optional()?;
    match known {
        Some(game) if game == ruleset.game => Ok(()),
        Some(_) => Err(invalid("the ruleset's hash is known for another game")),
        None => insert(conn, ruleset),
    }
}

fn insert(conn: &Connection, ruleset: &RulesetRecord) -> Outcome<()> {
    conn.prepare_cached(
        "INSERT INTO rulesets (hash, game, rules_version, options, seal) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?
    .execute(params![
        ruleset.hash.0,
        ruleset.game,
        ruleset.rules_version,
        ruleset.options.as_str(),
        seal(ruleset).0
    ])?;
    Ok(())
}

/// The ruleset of this hash, if it is known.
pub(super) fn get(conn: &Connection, hash: &Digest) -> Outcome<Option<RulesetRecord>> {
    let mut statement = conn.prepare_cached(GET)?;
    let mut rows = statement.query([hash.0])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let ruleset = RulesetRecord {
        hash: *hash,
        game: row.get("game")?,
        rules_version: column::number(row, "rules_version")?,
        options: row.get::<_, String>("options")?.into(),
    };
    if column::digest(row, "seal")? != seal(&ruleset) {
        return Err(corrupt("a ruleset"));
    }
    Ok(Some(ruleset))
}

/// Hands every ruleset to `each`, verified.
pub(super) fn for_each(conn: &Connection, mut each: impl FnMut(RulesetRecord) -> Outcome<()>) -> Outcome<()> {
    let mut statement = conn.prepare("SELECT hash FROM rulesets")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let ruleset = get(conn, &column::digest(row, "hash")?)?;
        each(ruleset.ok_or_else(|| corrupt("a ruleset cannot be found"))?)?;
    }
    Ok(())
}
