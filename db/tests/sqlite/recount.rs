//! The rollups against plain SQL over the facts, which shares nothing with the code that makes them.

use rusqlite::Connection;
use tapis_db::{ResultStore as _, ServedStore as _, StatisticsReader as _};

use crate::{open, populate};

fn rows(conn: &Connection, sql: &str) -> Vec<Vec<i64>> {
    let mut statement = conn.prepare(sql).unwrap();
    let columns = statement.column_count();
    let rows = statement.query_map([], |row| (0..columns).map(|at| row.get(at)).collect()).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}

/// Each rollup, and the same figures from the facts.
const SUMS: [(&str, &str); 9] = [
    (
        "SELECT population, n, tied FROM rollup_games ORDER BY 1",
        "SELECT population, COUNT(*), SUM(no IN (SELECT no FROM fact_seats WHERE win_units BETWEEN 1 AND 419)) \
         FROM fact_games GROUP BY 1 ORDER BY 1",
    ),
    (
        "SELECT population, seat, n, win_units, win_squares, sole_wins, shared_wins FROM rollup_seats ORDER BY 1, 2",
        "SELECT population, seat, COUNT(*), SUM(win_units), SUM(win_units * win_units), SUM(win_units = 420), \
         SUM(win_units BETWEEN 1 AND 419) FROM fact_seats JOIN fact_games USING (no) GROUP BY 1, 2 ORDER BY 1, 2",
    ),
    (
        "SELECT population, seat, n, total, squares FROM rollup_moments \
         JOIN measures ON id = measure WHERE name = 'score' ORDER BY 1, 2",
        "SELECT population, seat, COUNT(*), SUM(score), SUM(score * score) \
         FROM fact_seats JOIN fact_games USING (no) GROUP BY 1, 2 ORDER BY 1, 2",
    ),
    (
        "SELECT population, seat, value, n FROM rollup_values \
         JOIN measures ON id = measure WHERE name = 'turns' ORDER BY 1, 2, 3",
        "SELECT population, seat, turns, COUNT(*) \
         FROM fact_seats JOIN fact_games USING (no) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3",
    ),
    (
        "SELECT population, seat, value, n FROM rollup_values \
         JOIN measures ON id = measure WHERE name = 'length' ORDER BY 1, 2, 3",
        "SELECT population, -1, length, COUNT(*) FROM fact_games GROUP BY 1, 3 ORDER BY 1, 2, 3",
    ),
    (
        "SELECT population, measure, n, total, squares FROM rollup_moments \
         JOIN measures ON id = measure WHERE name = 'lead_changes' ORDER BY 1, 2",
        "SELECT population, measure, COUNT(*), SUM(value), SUM(value * value) \
         FROM fact_measures JOIN fact_games USING (no) GROUP BY 1, 2 ORDER BY 1, 2",
    ),
    (
        "SELECT population, seat, feature, n, win_units, win_squares, score_total, score_squares \
         FROM rollup_features ORDER BY 1, 2, 3",
        "SELECT population, seat, feature, COUNT(*), SUM(win_units), SUM(win_units * win_units), SUM(score), \
         SUM(score * score) FROM fact_features JOIN fact_seats USING (no, seat) JOIN fact_games USING (no) \
         GROUP BY 1, 2, 3 ORDER BY 1, 2, 3",
    ),
    (
        "SELECT population, day, n, tied, length_total, length_squares FROM rollup_days ORDER BY 1, 2",
        "SELECT population, strftime('%Y', ended_at) * 10000 + strftime('%m', ended_at) * 100 + strftime('%d', ended_at), \
         COUNT(*), SUM(no IN (SELECT no FROM fact_seats WHERE win_units BETWEEN 1 AND 419)), SUM(length), \
         SUM(length * length) FROM fact_games GROUP BY 1, 2 ORDER BY 1, 2",
    ),
    (
        "SELECT population, day, seat, n, win_units, win_squares, sole_wins, shared_wins FROM rollup_day_seats \
         ORDER BY 1, 2, 3",
        "SELECT population, strftime('%Y', ended_at) * 10000 + strftime('%m', ended_at) * 100 + strftime('%d', ended_at), \
         seat, COUNT(*), SUM(win_units), SUM(win_units * win_units), SUM(win_units = 420), \
         SUM(win_units BETWEEN 1 AND 419) FROM fact_seats JOIN fact_games USING (no) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3",
    ),
];

#[test]
fn rollups_are_the_sums_of_the_facts() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    let store = open(&path).unwrap();
    populate(&store);
    store.close().unwrap();
    let conn = Connection::open(&path).unwrap();
    for (rollup, facts) in SUMS {
        let found = rows(&conn, rollup);
        assert!(!found.is_empty(), "{rollup}");
        assert_eq!(found, rows(&conn, facts), "{rollup}");
    }
}

#[test]
fn a_spoilt_rollup_is_noticed_and_rebuilt() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    let store = open(&path).unwrap();
    populate(&store);
    let before = crate::report::report(&store);
    store.close().unwrap();
    let conn = Connection::open(&path).unwrap();
    conn.execute("UPDATE rollup_seats SET win_units = win_units + 1 WHERE seat = 0", []).unwrap();
    conn.execute("DELETE FROM rollup_features WHERE seat = 1", []).unwrap();
    conn.close().unwrap();
    let store = open(&path).unwrap();
    assert!(!store.verify_rollups().unwrap());
    store.rebuild_rollups().unwrap();
    assert!(store.verify_rollups().unwrap());
    assert_eq!(crate::report::report(&store), before);
}

/// Facts that are not what was written are noticed by whoever reads them.
#[test]
fn a_series_reads_no_facts() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    let store = open(&path).unwrap();
    populate(&store);
    let filter = crate::build::from(tapis_db::model::Source::Played);
    let before = store.summary_by_day(&filter).unwrap();
    assert_eq!(before.iter().map(|(_, strata)| strata.len()).sum::<usize>(), 1);
    store.close().unwrap();
    let conn = Connection::open(&path).unwrap();
    conn.execute("UPDATE fact_games SET length = length + 1", []).unwrap();
    conn.close().unwrap();
    let store = open(&path).unwrap();
    assert_eq!(store.summary_by_day(&filter), Ok(before));
    assert_eq!(store.verify_rollups(), Ok(false));
}
