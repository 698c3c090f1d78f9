//! Checks a whole database, see [`ReadOnlyDatabase::verify`](super::ReadOnlyDatabase::verify).

use rusqlite::{Connection, Row};

use super::error::{Outcome, corrupt};
use super::readers::read_consistently;
use super::{games, inspect, schema, statistics};
use crate::engine::record::{self, Chunk, Record, Row as _};
use crate::error::StoreError;
use crate::model::{
    ApiKey, ExperimentRecord, GameId, IdempotencyRecord, PlayerRating, PushKey, PushSubscription,
    ReviewRecord, RulesetRecord, SeatedPlayer, Verification, WatchedGame, Webhook,
};

/// The most findings about the structure of the file.
const STRUCTURE_FINDINGS: u32 = 100;

/// Checks everything. Each game is read in a transaction of its own, so that the log of a running service does not grow
/// all the while.
pub(super) fn verify(conn: &mut Connection) -> Outcome<Verification> {
    let mut report = Verification::default();
    let structure = inspect::structure(conn, STRUCTURE_FINDINGS);
    let structure = undamaged(&mut report, "the file", structure)?;
    report.findings.extend(structure.unwrap_or_default().into_iter().map(|text| format!("the file: {text}")));
    let intact = inspect::identify(conn)
        .and_then(|seen| schema::is_intact(conn, seen))
        .and_then(|intact| if intact { Ok(()) } else { Err(corrupt("it is not what this program made")) });
    undamaged(&mut report, "the schema", intact)?;
    each::<RulesetRecord>(conn, &mut report)?;
    each::<IdempotencyRecord>(conn, &mut report)?;
    each::<ExperimentRecord>(conn, &mut report)?;
    each::<Chunk>(conn, &mut report)?;
    each::<ApiKey>(conn, &mut report)?;
    each::<ReviewRecord>(conn, &mut report)?;
    each::<Webhook>(conn, &mut report)?;
    each::<WatchedGame>(conn, &mut report)?;
    each::<PushKey>(conn, &mut report)?;
    each::<PushSubscription>(conn, &mut report)?;
    each::<SeatedPlayer>(conn, &mut report)?;
    each::<PlayerRating>(conn, &mut report)?;
    let mut ids = Vec::new();
    each_row(conn, &mut report, "games", "SELECT id FROM games", |row| {
        ids.push(row.id("id")?);
        Ok(())
    })?;
    for id in ids {
        check_game(conn, &mut report, id)?;
    }
    let audit = read_consistently(conn, statistics::audit);
    if let Some(audit) = undamaged(&mut report, "the statistics", audit)? {
        report.results = audit.results;
        report.findings.extend(audit.findings);
    }
    Ok(report)
}

fn check_game(conn: &mut Connection, report: &mut Verification, id: GameId) -> Outcome<()> {
    let game = match read_consistently(conn, |conn| games::load(conn, id)) {
        Err(failure) if *failure.error() == StoreError::NotFound => Err(corrupt("its row cannot be found")),
        game => game,
    };
    report.games += 1;
    let game = undamaged(report, &format!("game {id}"), game)?;
    report.events += game.map_or(0, |game| game.events.len() as u64);
    Ok(())
}

/// Checks every row of a table of records.
fn each<T: Record>(conn: &Connection, report: &mut Verification) -> Outcome<()> {
    each_row(conn, report, T::TABLE, &record::select::<T>(), |row| record::verified::<T, _>(row).map(drop))
}

/// Checks every row of a query, as far as they can be read.
fn each_row(
    conn: &Connection,
    report: &mut Verification,
    table: &str,
    sql: &str,
    mut check: impl FnMut(&Row<'_>) -> Outcome<()>,
) -> Outcome<()> {
    let mut read = || -> Outcome<()> {
        let mut statement = conn.prepare(sql)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let checked = check(row);
            undamaged(report, &format!("a row of {table}"), checked)?;
        }
        Ok(())
    };
    let read = read();
    undamaged(report, &format!("the table {table}"), read).map(drop)
}

/// What was read, or nothing when it is damaged: then that is a finding.
fn undamaged<T>(report: &mut Verification, what: &str, read: Outcome<T>) -> Outcome<Option<T>> {
    match read {
        Ok(read) => Ok(Some(read)),
        Err(failure) => match failure.error() {
            StoreError::Corrupt(text) => {
                report.findings.push(format!("{what}: {text}"));
                Ok(None)
            }
            _ => Err(failure),
        },
    }
}
