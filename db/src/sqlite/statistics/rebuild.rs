//! Rollups from facts: to repair them, and to prove them.

use std::collections::HashMap;

use rusqlite::Connection;

use super::dictionary::measure_names;
use super::{facts, rollup, tally};
use crate::engine::statistics::rollup::{Key, Rollup};
use crate::engine::statistics::tally::{StandardMeasures, Tally};
use crate::engine::statistics::{LENGTH, SCORE, TURNS};
use crate::sqlite::error::{Failure, Outcome, corrupt};

/// What a check of the statistics found.
#[derive(Debug)]
pub(in crate::sqlite) struct Audit {
    /// Results from which the rollups were added up again.
    pub results: u64,
    /// What is not what the facts add up to.
    pub findings: Vec<String>,
}

/// See [`crate::ResultStore::rebuild_rollups`].
pub(in crate::sqlite) fn rebuild(conn: &Connection) -> Outcome<()> {
    let tally = add_up(conn, Err)?;
    for rollup in Rollup::ALL {
        conn.execute(&format!("DELETE FROM {}", rollup.table()), [])?;
    }
    tally::write(&tally, conn)
}

/// Compares the rollups with the facts.
pub(in crate::sqlite) fn audit(conn: &Connection) -> Outcome<Audit> {
    let mut findings = Vec::new();
    let tally = add_up(conn, |failure| match failure.damage() {
        Some(damage) => {
            findings.push(format!("the statistics: {damage}"));
            Ok(())
        }
        None => Err(failure),
    })?;
    let results = tally.by_key(Rollup::Games).values().map(|sums| sums[0].unsigned_abs()).sum();
    let mut audit = Audit { results, findings };
    for rollup in Rollup::ALL {
        audit.findings.extend(compare(conn, rollup, &tally)?);
    }
    Ok(audit)
}

/// What all facts add up to but those that are damaged, where `damaged` has them left out.
fn add_up(conn: &Connection, mut damaged: impl FnMut(Failure) -> Outcome<()>) -> Outcome<Tally> {
    let standard = standard_measures(&measure_names(conn)?);
    let mut tally = Tally::default();
    facts::for_each(conn, |facts| {
        let standard = standard.clone()?;
        facts.and_then(|facts| Ok(tally.count(&facts, standard)?)).or_else(&mut damaged)
    })?;
    Ok(tally)
}

/// The ids of the measures every game has.
pub(super) fn standard_measures(names: &HashMap<i64, String>) -> Outcome<StandardMeasures> {
    let id = |name: &str| names.iter().find(|(_, known)| *known == name).map(|(id, _)| *id);
    let missing = |name: &str| corrupt(format!("the measure {name} is missing"));
    let id = |name| id(name).ok_or_else(|| missing(name));
    Ok(StandardMeasures { score: id(SCORE)?, turns: id(TURNS)?, length: id(LENGTH)? })
}

/// What is wrong where the rows of a rollup are not what the facts add up to.
fn compare(conn: &Connection, rollup: Rollup, tally: &Tally) -> Outcome<Option<String>> {
    let mut expected = tally.by_key(rollup);
    let mut wrong = Vec::new();
    for (key, sums) in rollup::rows(conn, rollup, "", [])? {
        if expected.remove(&key) != Some(sums) {
            wrong.push(key);
        }
    }
    wrong.extend(expected.keys().min());
    let count = wrong.len() + expected.len().saturating_sub(1);
    Ok(wrong.first().map(|first| {
        let (table, first) = (rollup.table(), describe(rollup, first));
        format!("{table}: rows that are not what the facts add up to: {count}, the first that of {first}")
    }))
}

/// `population 3, seat 1`.
fn describe(rollup: Rollup, key: &Key) -> String {
    let columns = rollup.key_columns().iter().zip(key).map(|(name, value)| format!("{name} {value}"));
    columns.collect::<Vec<_>>().join(", ")
}
