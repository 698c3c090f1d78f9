//! Rollups from facts: to repair them, and to prove them.

use strum::VariantArray as _;

use super::dictionary::Known;
use super::rollup::{Rollup, sums};
use super::rows;
use super::tally::{StandardMeasures, Tally};
use crate::engine::failure::{Failure, Outcome};
use crate::engine::sql::Sql;

/// What a check of the statistics found.
#[derive(Debug)]
pub(crate) struct Audit {
    /// Results from which the rollups were added up again.
    pub(crate) results: u64,
    /// What is not what the facts add up to.
    pub(crate) findings: Vec<String>,
}

/// See [`crate::ServedStore::rebuild_rollups`].
pub(crate) fn rebuild(db: &dyn Sql) -> Outcome<()> {
    let tally = add_up(db, Err)?;
    db.execute("DELETE FROM rollups", &[])?;
    db.add(&tally)
}

/// Compares the rollups with the facts.
pub(crate) fn audit(db: &dyn Sql) -> Outcome<Audit> {
    let mut findings = Vec::new();
    let tally = add_up(db, |failure| match failure.damage() {
        Some(damage) => {
            findings.push(format!("the statistics: {damage}"));
            Ok(())
        }
        None => Err(failure),
    })?;
    let results = tally.rows(Rollup::Games, &[]).map(|(_, sums)| sums[0].unsigned_abs()).sum();
    for &rollup in Rollup::VARIANTS {
        findings.extend(compare(db, rollup, &tally)?);
    }
    Ok(Audit { results, findings })
}

/// What all facts add up to but those that are damaged, where `damaged` has them left out.
fn add_up(db: &dyn Sql, mut damaged: impl FnMut(Failure) -> Outcome<()>) -> Outcome<Tally> {
    let mut known = Known::read(db)?;
    let (standard, mut tally) = (StandardMeasures::of(&mut known), Tally::default());
    rows::for_each(db, &mut known, |facts| {
        let standard = standard.clone()?;
        facts.and_then(|facts| Ok(tally.count(&facts, standard)?)).or_else(&mut damaged)
    })?;
    Ok(tally)
}

/// What is wrong where the rows of a rollup are not what the facts add up to.
fn compare(db: &dyn Sql, rollup: Rollup, expected: &Tally) -> Outcome<Option<String>> {
    let found = sums(db, &[rollup], "", &[])?;
    let of = |tally: &Tally, (key, sums)| tally.0.get(&(rollup, key)) == Some(&sums);
    let changed = found.rows(rollup, &[]).filter(|(key, sums)| !of(expected, (**key, **sums)));
    let missing = expected.rows(rollup, &[]).filter(|(key, _)| !found.0.contains_key(&(rollup, **key)));
    let wrong: Vec<_> = changed.chain(missing).map(|(key, _)| key).collect();
    Ok(wrong.first().map(|first| {
        let (table, first, count) = (rollup.name(), rollup.describe(first), wrong.len());
        format!("{table}: rows that are not what the facts add up to: {count}, the first that of {first}")
    }))
}
