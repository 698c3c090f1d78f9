//! Takes results back, with all they have added to the rollups.

use rusqlite::Connection;

use super::dictionary::measure_names;
use super::facts;
use super::rebuild::standard_measures;
use super::tally;
use crate::engine::statistics::rollup::Rollup;
use crate::engine::statistics::tally::Tally;
use crate::sqlite::error::Outcome;

/// Takes at most `most` games of a population back; answers how many. The last ones take the population along.
pub(in crate::sqlite) fn take_back(conn: &Connection, population: i64, most: usize) -> Outcome<u64> {
    let standard = standard_measures(&measure_names(conn)?);
    let mut tally = Tally::default();
    let mut numbers: Vec<i64> = Vec::new();
    let mut games = conn.prepare_cached(
        "SELECT no, game, population, length, ended_at FROM fact_games WHERE population = ?1 LIMIT ?2",
    )?;
    let mut rows = games.query([population, most as i64])?;
    while let Some(row) = rows.next()? {
        tally.count(&facts::read(conn, row)?, standard.clone()?)?;
        numbers.push(row.get("no")?);
    }
    for table in ["fact_features", "fact_measures", "fact_seats", "fact_games"] {
        let mut delete = conn.prepare_cached(&format!("DELETE FROM {table} WHERE no = ?1"))?;
        numbers.iter().try_for_each(|no| delete.execute([no]).map(drop))?;
    }
    tally::write(&tally.taken_back(), conn)?;
    // The first sum of every rollup counts: where it is 0, nothing is left.
    for rollup in Rollup::ALL {
        let [counts, ..] = rollup.sum_columns() else { continue };
        let emptied = format!("DELETE FROM {} WHERE population = ?1 AND {counts} = 0", rollup.table());
        conn.prepare_cached(&emptied)?.execute([population])?;
    }
    if numbers.len() < most {
        conn.prepare_cached("DELETE FROM populations WHERE id = ?1")?.execute([population])?;
    }
    Ok(numbers.len() as u64)
}
