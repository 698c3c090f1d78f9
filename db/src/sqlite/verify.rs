//! Checks a whole database, see [`ReadOnlyDatabase::verify`](super::ReadOnlyDatabase::verify).

use rusqlite::Connection;

use super::error::{Outcome, corrupt};
use super::readers::read_consistently;
use super::{games, inspect, schema, statistics};
use crate::engine::record::Row as _;
use crate::engine::tables::check;
use crate::error::StoreError;
use crate::model::{GameId, Verification};

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
    for table in check::ALL {
        report.findings.extend(table(&*conn)?);
    }
    let mut ids = Vec::new();
    let unreadable = check::unreadable(&*conn, "games", "SELECT id FROM games", &mut |row| {
        ids.push(row.id("id")?);
        Ok(())
    });
    report.findings.extend(unreadable?);
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
