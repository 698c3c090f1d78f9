//! Rulesets, each stored once.

use std::collections::HashMap;

use crate::engine::failure::Outcome;
use crate::engine::record::{GameRecord, Row as _};
use crate::engine::sql::Sql;
use crate::engine::{corrupt, invalid, rows};
use crate::model::{Digest, RulesetRecord};

/// A ruleset by its hash.
pub(crate) const BY_HASH: &str = "WHERE hash = $1";

/// The rulesets by which games were counted.
pub(crate) const COUNTED: &str =
    "SELECT hash, game FROM rulesets WHERE hash IN (SELECT ruleset FROM populations)";

/// Stores a ruleset unless its hash is known.
pub(crate) fn put(db: &dyn Sql, ruleset: &RulesetRecord) -> Outcome<()> {
    let known = match get(db, &ruleset.hash)? {
        Some(known) => known,
        None => {
            rows::insert(db, ruleset, "ON CONFLICT (hash) DO NOTHING")?;
            get(db, &ruleset.hash)?.ok_or_else(|| corrupt("a ruleset cannot be found"))?
        }
    };
    if known.game != ruleset.game {
        return Err(invalid("the ruleset's hash is known for another game").into());
    }
    Ok(())
}

/// The ruleset of this hash, if it is known.
pub(crate) fn get(db: &dyn Sql, hash: &Digest) -> Outcome<Option<RulesetRecord>> {
    rows::first(db, BY_HASH, &[(*hash).into()])
}

/// The ruleset of a game.
pub(crate) fn of_game(db: &dyn Sql, game: &GameRecord) -> Outcome<RulesetRecord> {
    let found = get(db, &game.ruleset)?.filter(|ruleset| ruleset.game == game.game);
    Ok(found.ok_or_else(|| corrupt(format!("the ruleset of game {}", game.id)))?)
}

/// The games of the rulesets by which games were counted. Statistics ask for them again and again: whoever stores rulesets, and long
/// ones, makes nobody wait.
pub(crate) fn counted(db: &dyn Sql) -> Outcome<HashMap<Digest, String>> {
    let mut games = HashMap::new();
    db.each(COUNTED, &[], &mut |row| {
        games.insert(row.digest("hash")?, row.word("game")?);
        Ok(())
    })?;
    Ok(games)
}

/// All rulesets.
pub(crate) fn all(db: &dyn Sql) -> Outcome<Vec<RulesetRecord>> {
    rows::all(db, "", &[])
}
