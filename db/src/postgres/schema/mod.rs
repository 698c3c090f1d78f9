//! The schema, as migrations that are only ever appended to, and what a server must be like.

use deadpool_postgres::Client;
use tokio_postgres::error::SqlState;

use super::connection::{NO_LIMIT, transaction};
use super::error::{Failure, Outcome};
use super::options::{PostgresOptions, Stay};
use super::stay;
use crate::engine::record::Row as _;
use crate::engine::schema::{LATEST, VERSIONS, seen};
use crate::engine::{invalid, other_secret};
use crate::error::StoreError;
use crate::model::Digest;

/// The migrations, one a release. A released one never changes.
const MIGRATIONS: [&str; VERSIONS.len()] = [include_str!("0001.sql"), include_str!("0002.sql")];

/// The oldest server: older ones lack what is asked for here.
const OLDEST: i64 = 130_000;

/// Our row of the only table that other programs' databases have not: the version, the fingerprint of the nodes' secret, and a
/// number that readiness checks write.
const MAKE: &str = "CREATE TABLE IF NOT EXISTS tapis (id smallint NOT NULL PRIMARY KEY, version bigint NOT NULL, \
                    secret bytea, probe bigint NOT NULL)";
const FIRST: &str =
    "INSERT INTO tapis (id, version, secret, probe) VALUES (1, 0, NULL, 0) ON CONFLICT (id) DO NOTHING";
const LOCK: &str = "SELECT version FROM tapis WHERE id = 1 FOR UPDATE";
const ADVANCE: &str = "UPDATE tapis SET version = $1 WHERE id = 1";
const TABLES: &str = "SELECT table_name::text AS name FROM information_schema.tables \
                      WHERE table_schema = current_schema() AND table_name IN ('tapis', 'games', 'events')";
const CLAIM: &str = "UPDATE tapis SET secret = $1 WHERE id = 1 AND secret IS NULL";
const RECLAIM: &str = "UPDATE tapis SET secret = $1 WHERE id = 1";
const SECRET: &str = "SELECT secret FROM tapis WHERE id = 1";

/// Nodes of an older release write rows that are none any more, and read columns that are gone.
const OLDER_NODES: &str = "nodes of an older release serve the database, or did until less than 10 s ago; stop all of them, then start \
                           the first node of this release";

/// Looks at the server, and brings the schema up to date: one node at a time, by a lock on one row. Where there are no tables they
/// are made, if the options say so. Nothing is changed for a node with another secret than the others, for whom somebody at the
/// database keeps out, or for who does not serve it.
pub(super) async fn prepare(client: &Client, options: &PostgresOptions) -> Outcome<()> {
    check_server(client).await?;
    let mut tables = Vec::new();
    for row in client.query(TABLES, &[]).await? {
        tables.push(row.word("name")?);
    }
    if !tables.iter().any(|table| table == "tapis") {
        if !tables.is_empty() {
            let text = "it has tables of this program's names, but not its table tapis; give it a database of its own";
            return Err(StoreError::Foreign(text.to_owned()).into());
        }
        if !options.create {
            return Err(nothing_in_it());
        }
        // Two nodes that start at once may both try: one of them is refused, and finds the table below.
        if let Err(error) = client.batch_execute(MAKE).await {
            tracing::debug!(%error, "another node makes the tables");
        }
    }
    client.execute(FIRST, &[]).await?;
    transaction(client, migrate(client, options)).await
}

async fn migrate(client: &Client, options: &PostgresOptions) -> Outcome<()> {
    // A large table may take long, and the nodes that start meanwhile wait for it.
    client.batch_execute(NO_LIMIT).await?;
    let row = client.query_one(LOCK, &[]).await?;
    let found: i64 = row.try_get(0)?;
    if let Some(ours) = &options.secret {
        let known = known_secret(client).await?;
        known.is_none_or(|known| known == ours.0).then_some(()).ok_or_else(refused)?;
    }
    let seen = match found {
        // Whoever made the table was killed before it made the others.
        0 if !options.create => return Err(nothing_in_it()),
        0 => 0,
        found => seen(found)?,
    };
    if (1..VERSIONS.len()).contains(&seen) {
        stay::look(client, options.stay).await?;
        // Who serves a database brings it up to date, and nobody else.
        if options.stay != Stay::Node {
            return Err(StoreError::OldSchema { found, needed: LATEST }.into());
        }
        if stay::has_nodes(client).await? {
            return Err(unfit(OLDER_NODES.to_owned()));
        }
    }
    for (version, sql) in VERSIONS.iter().zip(MIGRATIONS).skip(seen) {
        client.batch_execute(sql).await.map_err(|error| unlike(found, error))?;
        client.execute(ADVANCE, &[version]).await?;
    }
    Ok(())
}

/// What a server says where something is there that a migration makes, or is not there that it changes.
const UNLIKE: [SqlState; 6] = [
    SqlState::DUPLICATE_TABLE,
    SqlState::DUPLICATE_COLUMN,
    SqlState::DUPLICATE_OBJECT,
    SqlState::UNDEFINED_TABLE,
    SqlState::UNDEFINED_COLUMN,
    SqlState::UNDEFINED_OBJECT,
];

/// Why a migration failed from the version `found`, which may not be that of the tables.
fn unlike(found: i64, error: tokio_postgres::Error) -> Failure {
    match error.as_db_error().filter(|said| UNLIKE.contains(said.code())) {
        Some(said) => unfit(format!(
            "its table tapis says schema version {found}, but its tables are not of that version ({}): somebody has changed one or the \
             other; set the version back to what it was, or restore a backup",
            said.message()
        )),
        None => error.into(),
    }
}

async fn check_server(client: &Client) -> Outcome<()> {
    let encoding = setting(client, "server_encoding").await?;
    if !["UTF8", "UTF-8"].contains(&encoding.to_uppercase().as_str()) {
        return Err(unfit(format!(
            "its encoding is {encoding}; create it with ENCODING 'UTF8' TEMPLATE template0"
        )));
    }
    let version = setting(client, "server_version_num").await?;
    if version.parse::<i64>().unwrap_or(0) < OLDEST {
        let shown = setting(client, "server_version").await?;
        return Err(unfit(format!("the server is of version {shown}; it takes PostgreSQL 13 or newer")));
    }
    if setting(client, "synchronous_commit").await? == "off" {
        return Err(unfit(
            "synchronous_commit is off, so moves that were answered could be lost; set it to on".to_owned(),
        ));
    }
    Ok(())
}

async fn setting(client: &Client, name: &str) -> Outcome<String> {
    let row = client.query_one(&format!("SHOW {name}"), &[]).await?;
    Ok(row.try_get(0)?)
}

/// Writes the fingerprint of the nodes' secret, or compares it.
pub(super) async fn claim(client: &Client, fingerprint: &Digest, is_new: bool) -> Outcome<()> {
    let ours = fingerprint.0.as_slice();
    client.execute(if is_new { RECLAIM } else { CLAIM }, &[&ours]).await?;
    let is_ours = known_secret(client).await?.is_some_and(|known| known == ours);
    is_ours.then_some(()).ok_or_else(refused)
}

async fn known_secret(client: &Client) -> Outcome<Option<Vec<u8>>> {
    Ok(client.query_one(SECRET, &[]).await?.try_get(0)?)
}

fn refused() -> Failure {
    let right = "give all nodes of one database the same TAPIS_SECRET, and other nodes a database of their own; with all nodes \
                 stopped, --new-secret starts the first with another, which makes all tokens given out before worthless";
    other_secret(right).into()
}

fn nothing_in_it() -> Failure {
    invalid("there is nothing in it: no service ever ran on this database").into()
}

fn unfit(why: String) -> Failure {
    StoreError::Unfit(why).into()
}
