//! The rollups against plain SQL over the facts, which shares nothing with the code that makes them.

use rusqlite::Connection;
use tapis_db::{ServedStore as _, StatisticsReader as _};

use crate::{open, populate};

fn rows(conn: &Connection, sql: &str) -> Vec<Vec<i64>> {
    let mut statement = conn.prepare(sql).unwrap();
    let columns = statement.column_count();
    let rows = statement.query_map([], |row| (0..columns).map(|at| row.get(at)).collect()).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}

/// The rollups by their names, and the facts as tables.
const VIEWS: &str = "
    CREATE TEMP VIEW rollup_games AS SELECT population, s1 AS n, s2 AS tied FROM rollups WHERE kind = 1;
    CREATE TEMP VIEW rollup_seats AS SELECT population, k1 AS seat, s1 AS n, s2 AS win_units, s3 AS win_squares, s4 AS sole_wins, s5 AS shared_wins FROM rollups WHERE kind = 2;
    CREATE TEMP VIEW rollup_moments AS SELECT population, k1 AS seat, k2 AS measure, s1 AS n, s2 AS total, s3 AS squares FROM rollups WHERE kind = 3;
    CREATE TEMP VIEW rollup_values AS SELECT population, k1 AS seat, k2 AS measure, k3 AS value, s1 AS n FROM rollups WHERE kind = 4;
    CREATE TEMP VIEW rollup_features AS SELECT population, k1 AS seat, k2 AS feature, s1 AS n, s2 AS win_units, s3 AS win_squares, s4 AS score_total, s5 AS score_squares FROM rollups WHERE kind = 5;
    CREATE TEMP VIEW rollup_days AS SELECT population, k1 AS day, s1 AS n, s2 AS tied, s3 AS length_total, s4 AS length_squares FROM rollups WHERE kind = 6;
    CREATE TEMP VIEW rollup_day_seats AS SELECT population, k1 AS day, k2 AS seat, s1 AS n, s2 AS win_units, s3 AS win_squares, s4 AS sole_wins, s5 AS shared_wins FROM rollups WHERE kind = 7;
    CREATE TEMP VIEW fact_games AS SELECT no, population, ended_at, json_extract(body, '$.length') AS length FROM facts;
    CREATE TEMP VIEW fact_seats AS SELECT no, seats.key AS seat, json_extract(seats.value, '$.score') AS score,
        json_extract(seats.value, '$.win_units') AS win_units, json_extract(seats.value, '$.turns') AS turns
        FROM facts, json_each(body, '$.seats') AS seats;
    CREATE TEMP VIEW fact_measures AS SELECT no, json_extract(one.value, '$[1]') AS value,
        (SELECT id FROM measures WHERE name = json_extract(one.value, '$[0]')) AS measure
        FROM facts, json_each(body, '$.measures') AS one;
    CREATE TEMP VIEW fact_features AS SELECT no, seats.key AS seat, (SELECT id FROM feature_values
        WHERE name = json_extract(one.value, '$[0]') AND number = json_extract(one.value, '$[1]') AND kind = 'number')
        AS feature FROM facts, json_each(body, '$.seats') AS seats, json_each(seats.value, '$.numbers') AS one
        UNION ALL SELECT no, seats.key, (SELECT id FROM feature_values
        WHERE name = json_extract(one.value, '$[0]') AND category = json_extract(one.value, '$[1]') AND kind = 'category')
        FROM facts, json_each(body, '$.seats') AS seats, json_each(seats.value, '$.words') AS one;
";

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
    conn.execute_batch(VIEWS).unwrap();
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
    conn.execute("UPDATE rollups SET s2 = s2 + 1 WHERE kind = 2 AND k1 = 0", []).unwrap();
    conn.execute("DELETE FROM rollups WHERE kind = 5 AND k1 = 1", []).unwrap();
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
    conn.execute(
        "UPDATE facts SET body = json_set(body, '$.length', json_extract(body, '$.length') + 1)",
        [],
    )
    .unwrap();
    conn.close().unwrap();
    let store = open(&path).unwrap();
    assert_eq!(store.summary_by_day(&filter), Ok(before));
    assert_eq!(store.verify_rollups(), Ok(false));
}
