//! Whether what stands in tables can be read at all: most rows have no hash, but whoever starts on them wants to read them.

use crate::engine::failure::{Failure, Outcome};
use crate::engine::record::{self, Chunk, Columns, Record, Row as _};
use crate::engine::sql::Sql;
use crate::model::{
    Absence, ApiKey, ExperimentRecord, GameId, IdempotencyRecord, PlayerRating, PushKey, PushSubscription,
    ReviewRecord, RulesetRecord, SeatedPlayer, WatchedGame, Webhook, Wish,
};

/// Reads a table; answers what of it cannot be read.
pub(crate) type Check = fn(&dyn Sql) -> Outcome<Vec<String>>;

/// A check of each table that is not read with a game or with the statistics.
pub(crate) const ALL: [Check; 14] = [
    each::<RulesetRecord>,
    each::<IdempotencyRecord>,
    each::<ExperimentRecord>,
    each::<Chunk>,
    each::<ApiKey>,
    each::<ReviewRecord>,
    each::<Webhook>,
    each::<WatchedGame>,
    each::<PushKey>,
    each::<PushSubscription>,
    each::<SeatedPlayer>,
    each::<Wish>,
    each::<PlayerRating>,
    each::<Absence>,
];

fn each<T: Record>(db: &dyn Sql) -> Outcome<Vec<String>> {
    unreadable(db, T::TABLE, &record::select::<T>(), &mut |row| T::read(row).map(drop))
}

/// The ids of all games, and what of them cannot be read.
pub(crate) fn game_ids(db: &dyn Sql) -> Outcome<(Vec<GameId>, Vec<String>)> {
    let mut ids = Vec::new();
    let wrong = unreadable(db, "games", "SELECT id FROM games ORDER BY id", &mut |row| {
        ids.push(row.id("id")?);
        Ok(())
    })?;
    Ok((ids, wrong))
}

/// Hands every row of a table to `read`; answers what cannot be read.
fn unreadable(
    db: &dyn Sql,
    table: &str,
    sql: &str,
    read: &mut dyn FnMut(&dyn Columns) -> Outcome<()>,
) -> Outcome<Vec<String>> {
    let mut found = Vec::new();
    let mut note = |what: &str, failure: Failure| match failure.damage() {
        Some(damage) => {
            found.push(format!("{what} {table}: {damage}"));
            Ok(())
        }
        None => Err(failure),
    };
    let all = db.scan(sql, &[], &mut |row| read(row).or_else(|failure| note("a row of", failure)));
    all.or_else(|failure| note("the table", failure))?;
    Ok(found)
}
