//! Writes the fixture of the newest schema version: `cargo run -p tapis-db --example fixture`.
//!
//! Run it once, when a version is released; fixtures of released versions never change.

#![allow(clippy::unwrap_used)] // a tool may fail by panicking
#![allow(dead_code)] // shared with the tests, which use more of it

#[path = "../tests/contract/build.rs"]
mod build;
#[path = "../tests/sqlite/populate.rs"]
mod populate;
#[path = "../tests/sqlite/report.rs"]
mod report;

use std::fmt::Write;
use std::path::Path;

use rusqlite::Connection;
use rusqlite::types::ValueRef;

fn main() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    let store = tapis_db::open(&format!("sqlite:{}", path.display())).unwrap();
    populate::populate(&*store);
    let report = report::report(&*store);
    store.close().unwrap();
    let conn = Connection::open(&path).unwrap();
    let version: i64 = conn.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    for (name, content) in [(format!("v{version}.sql"), dump(&conn)), (format!("v{version}.txt"), report)] {
        let path = fixtures.join(name);
        assert!(!path.exists(), "{} is released", path.display());
        std::fs::write(&path, content).unwrap();
        println!("{}", path.display());
    }
}

/// The SQL that makes the database again.
fn dump(conn: &Connection) -> String {
    let pragma = |name: &str| -> i64 { conn.pragma_query_value(None, name, |row| row.get(0)).unwrap() };
    let mut sql = format!(
        "PRAGMA application_id = {};\nPRAGMA user_version = {};\nBEGIN;\n",
        pragma("application_id"),
        pragma("user_version")
    );
    let objects = "SELECT name, type, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid";
    let mut statement = conn.prepare(objects).unwrap();
    let objects = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap();
    let objects: Vec<(String, String, String)> = objects.map(Result::unwrap).collect();
    objects.iter().for_each(|(_, _, create)| writeln!(sql, "{create};").unwrap());
    for (table, _, _) in objects.iter().filter(|(_, kind, _)| kind == "table") {
        let mut statement = conn.prepare(&format!("SELECT * FROM {table} ORDER BY 1, 2")).unwrap();
        let columns = statement.column_count();
        let mut rows = statement.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let values: Vec<_> = (0..columns).map(|at| literal(row.get_ref(at).unwrap())).collect();
            writeln!(sql, "INSERT INTO {table} VALUES ({});", values.join(", ")).unwrap();
        }
    }
    sql + "COMMIT;\n"
}

fn literal(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => "NULL".to_owned(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(text) => {
            format!("'{}'", String::from_utf8(text.to_vec()).unwrap().replace('\'', "''"))
        }
        ValueRef::Blob(bytes) => {
            format!("x'{}'", bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
        }
    }
}
