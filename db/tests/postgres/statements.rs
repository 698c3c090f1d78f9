//! The SQL keeps to what PostgreSQL, YugabyteDB and CockroachDB all document. Keywords are written in capitals, functions
//! without a space before their parenthesis: whatever is not on the lists below is named by the test, and looked up in the
//! documentation of all three before it comes on a list.

use std::path::{Path, PathBuf};

/// What statements are made of, feature by feature.
const KEYWORDS: [&str; 15] = [
    // queries, and rows by a list of keys
    "SELECT FROM WHERE AND OR NOT IN IS NULL BETWEEN ANY AS ON JOIN DISTINCT",
    // a value by a condition
    "CASE WHEN THEN ELSE END",
    // a truth value
    "FALSE",
    // pages
    "ORDER BY DESC LIMIT",
    // sums
    "GROUP CAST",
    // rows, counted or handed back
    "INSERT INTO VALUES UPDATE SET DELETE RETURNING",
    // rows that may be there already
    "CONFLICT DO NOTHING",
    // statements that change several tables, each once
    "WITH",
    // a row that nobody else changes until the transaction ends
    "FOR OF",
    // transactions
    "BEGIN COMMIT ROLLBACK ISOLATION LEVEL READ COMMITTED REPEATABLE",
    // settings of a session, or of a transaction
    "SHOW LOCAL",
    // tables
    "CREATE TABLE IF EXISTS PRIMARY KEY ALTER ADD DROP COLUMN DEFAULT",
    // tables emptied at once
    "TRUNCATE",
    // partial indexes
    "INDEX",
    // rows numbered in an order
    "OVER",
];

const FUNCTIONS: [&str; 12] = [
    "count",
    "sum",
    "min",
    "max",
    "least",
    "greatest",
    "coalesce",
    "unnest",
    "current_schema",
    "now",
    "clock_timestamp",
    "row_number",
];

/// A text that has one of these is SQL, or a piece of it.
const VERBS: [&str; 16] = [
    "SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "WHERE", "FROM", "AND", "ORDER", "BEGIN", "COMMIT",
    "ROLLBACK", "SET", "SHOW", "CREATE", "ALTER",
];

/// What of a statement is on no list.
fn unlisted(sql: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (word, is_called) in words(sql) {
        let is_keyword = word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase() || c == '_');
        let is_listed = KEYWORDS.iter().flat_map(|feature| feature.split(' ')).any(|listed| listed == word);
        if (is_keyword && !is_listed) || (!is_keyword && is_called && !FUNCTIONS.contains(&word.as_str())) {
            found.push(word);
        }
    }
    // JSON and arrays have operators of their own; texts are compared as they are.
    let operators = ["->", "@>", "<@", "?|", "~", "||", "ILIKE"];
    found.extend(
        operators.iter().filter(|operator| sql.contains(**operator)).map(|operator| (*operator).to_owned()),
    );
    found
}

/// The words outside of quotes, comments and braces, which stand for pieces that are looked at where they are, and whether a parenthesis follows at once.
fn words(sql: &str) -> Vec<(String, bool)> {
    let unquoted: String = without_comments(sql).split('\'').step_by(2).collect::<Vec<_>>().join(" ");
    let pieces = unquoted.split('{').map(|piece| piece.rsplit('}').next().unwrap_or(piece));
    let unquoted = pieces.collect::<Vec<_>>().join(" ");
    let mut words: Vec<(String, bool)> = Vec::new();
    let mut word = String::new();
    for c in unquoted.chars().chain([' ']) {
        if c.is_ascii_alphanumeric() || c == '_' {
            word.push(c);
        } else if !word.is_empty() {
            words.push((std::mem::take(&mut word), c == '('));
        }
    }
    // The place of a value.
    words.retain(|(word, _)| !word.starts_with(|c: char| c.is_ascii_digit()));
    words
}

fn without_comments(sql: &str) -> String {
    sql.lines().map(|line| line.split("--").next().unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

/// The texts in a source file, without those in comments and tests.
fn texts(source: &str) -> Vec<String> {
    let source = source.split("#[cfg(test)]").next().unwrap_or(source);
    let lines = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    let source = lines.collect::<Vec<_>>().join("\n").replace("'\"'", "");
    source.split('"').skip(1).step_by(2).map(|text| text.replace("\\\n", " ")).collect()
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

#[test]
fn every_statement_is_one_that_all_engines_of_this_wire_document() {
    let mut paths = Vec::new();
    for folder in ["src/postgres", "src/engine/tables", "src/engine/statistics"] {
        files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut paths);
    }
    let (mut statements, mut wrong) = (0, Vec::new());
    for path in paths {
        let content = std::fs::read_to_string(&path).unwrap();
        let is_sql = |text: &String| words(text).iter().any(|(word, _)| VERBS.contains(&word.as_str()));
        let all = match path.extension().and_then(|name| name.to_str()) {
            Some("sql") => without_comments(&content).split(';').map(str::to_owned).collect(),
            _ => texts(&content),
        };
        for sql in all.iter().filter(|text| is_sql(text)) {
            statements += 1;
            let unlisted = unlisted(sql);
            if !unlisted.is_empty() {
                wrong.push(format!("{}: {unlisted:?} in {sql}", path.display()));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(statements > 60, "only {statements} statements were found");
}

#[test]
fn what_is_on_no_list_is_named() {
    for (sql, named) in [
        ("SELECT pg_advisory_lock(1)", "pg_advisory_lock"),
        ("SELECT nextval('numbers')", "nextval"),
        ("LISTEN games", "LISTEN"),
        ("CREATE TABLE t (id bigint REFERENCES games (id))", "REFERENCES"),
        ("CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS ''", "FUNCTION"),
        ("SELECT a FROM t WHERE b -> 'c' = 1", "->"),
        ("INSERT INTO t (a) VALUES ($1) ON CONFLICT (a) DO UPDATE SET a = nullif(t.a, 1)", "nullif"),
        ("SELECT a FROM t FOR UPDATE SKIP LOCKED", "SKIP"),
    ] {
        assert!(unlisted(sql).iter().any(|word| word == named), "{sql}: {:?}", unlisted(sql));
    }
}
