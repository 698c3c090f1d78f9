//! Rollups from facts: to repair them, and to prove them.

use std::collections::HashMap;

use rusqlite::Connection;

use super::dictionary::measure_names;
use super::{facts, rollup, tally};
use crate::engine::record::{self, Record};
use crate::engine::statistics::dictionary::Population;
use crate::engine::statistics::facts::Facts;
use crate::engine::statistics::rollup::{Key, Rollup};
use crate::engine::statistics::tally::{StandardMeasures, Tally};
use crate::engine::statistics::{LENGTH, SCORE, TURNS};
use crate::error::StoreError;
use crate::model::FeatureFact;
use crate::sqlite::error::{Failure, Outcome, corrupt};

/// What a check of the statistics found.
#[derive(Debug, Default)]
pub(in crate::sqlite) struct Audit {
    /// Results from which the rollups were added up again.
    pub results: u64,
    /// What is not what was written, or not what the facts add up to.
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

/// Checks every fact and name of the statistics, and the rollups against the facts.
pub(in crate::sqlite) fn audit(conn: &Connection) -> Outcome<Audit> {
    let mut audit = Audit::default();
    check_names(conn, &mut audit)?;
    let tally = add_up(conn, |damage| audit.note(damage))?;
    audit.results = tally.by_key(Rollup::Games).values().map(|sums| sums[0].unsigned_abs()).sum();
    for rollup in Rollup::ALL {
        compare(conn, rollup, &tally, &mut audit)?;
    }
    Ok(audit)
}

impl Audit {
    /// Makes damage a finding. Another failure stays one.
    fn note(&mut self, failure: Failure) -> Outcome<()> {
        match failure.error() {
            StoreError::Corrupt(text) => {
                self.findings.push(format!("{text}: not what was written"));
                Ok(())
            }
            _ => Err(failure),
        }
    }
}

fn check_names(conn: &Connection, audit: &mut Audit) -> Outcome<()> {
    check_table::<Population>(conn, audit)?;
    check_table::<FeatureFact>(conn, audit)
}

fn check_table<T: Record>(conn: &Connection, audit: &mut Audit) -> Outcome<()> {
    let mut statement = conn.prepare(&record::select::<T>())?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        record::verified::<T, _>(row).map(drop).or_else(|damage| audit.note(damage))?;
    }
    Ok(())
}

/// What all facts add up to. `damaged` says what becomes of facts that are not what was written.
fn add_up(conn: &Connection, mut damaged: impl FnMut(Failure) -> Outcome<()>) -> Outcome<Tally> {
    let standard = standard_measures(&measure_names(conn)?);
    let mut tally = Tally::default();
    let count = |facts: Outcome<Facts>| match facts {
        Ok(facts) => Ok(tally.count(&facts, standard.clone()?)?),
        Err(failure) => damaged(failure),
    };
    facts::for_each(conn, count)?;
    Ok(tally)
}

/// The ids of the measures every game has.
pub(super) fn standard_measures(names: &HashMap<i64, String>) -> Outcome<StandardMeasures> {
    let id = |name: &str| names.iter().find(|(_, known)| *known == name).map(|(id, _)| *id);
    let missing = |name: &str| corrupt(format!("the measure {name} is missing"));
    let id = |name| id(name).ok_or_else(|| missing(name));
    Ok(StandardMeasures { score: id(SCORE)?, turns: id(TURNS)?, length: id(LENGTH)? })
}

/// Compares the rows of a rollup with what the facts add up to.
fn compare(conn: &Connection, rollup: Rollup, tally: &Tally, audit: &mut Audit) -> Outcome<()> {
    let mut expected = tally.by_key(rollup);
    let (mut wrong, mut first) = (0_u64, None);
    let mut statement = conn.prepare(&rollup::select(rollup))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let key = match rollup::read(rollup, row) {
            Ok((key, sums)) if expected.remove(&key) == Some(sums) => continue,
            Ok((key, _)) => Some(key),
            Err(failure) if matches!(failure.error(), StoreError::Corrupt(_)) => {
                rollup::read_key(rollup, row).ok()
            }
            Err(failure) => return Err(failure),
        };
        if let Some(key) = key {
            expected.remove(&key);
        }
        wrong += 1;
        first = first.or(key);
    }
    wrong += expected.len() as u64;
    if wrong > 0 {
        let first = first.or_else(|| expected.keys().min().copied());
        let first =
            first.map_or_else(String::new, |key| format!(", the first that of {}", describe(rollup, &key)));
        let table = rollup.table();
        audit.findings.push(format!("{table}: rows that are not what the facts add up to: {wrong}{first}"));
    }
    Ok(())
}

/// `population 3, seat 1`.
fn describe(rollup: Rollup, key: &Key) -> String {
    let columns = rollup.key_columns().iter().zip(key).map(|(name, value)| format!("{name} {value}"));
    columns.collect::<Vec<_>>().join(", ")
}
