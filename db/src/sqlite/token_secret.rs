//! With which secret the tokens of the games are made.

use rusqlite::{Connection, OptionalExtension};

use super::error::{Failure, Outcome};
use crate::engine::other_secret;
use crate::model::Digest;

const GET: &str = "SELECT fingerprint FROM token_secret WHERE id = 1";
const PUT: &str = "INSERT INTO token_secret (id, fingerprint) VALUES (1, ?1) \
                   ON CONFLICT (id) DO UPDATE SET fingerprint = excluded.fingerprint";

/// See [`crate::ServedStore::claim`].
pub(super) fn claim(conn: &Connection, ours: &Digest, is_new: bool) -> Outcome<()> {
    match known(conn)? {
        Some(known) if known == ours.0 => Ok(()),
        Some(_) if !is_new => Err(refused()),
        _ => {
            conn.execute(PUT, [ours.0])?;
            Ok(())
        }
    }
}

/// Refuses a secret that is not the one of the database, of whatever version its schema is.
pub(super) fn compare(conn: &Connection, ours: &Digest) -> Outcome<()> {
    if !conn.table_exists(None, "token_secret")? {
        return Ok(());
    }
    match known(conn)? {
        Some(known) if known != ours.0 => Err(refused()),
        _ => Ok(()),
    }
}

fn known(conn: &Connection) -> Outcome<Option<Vec<u8>>> {
    Ok(conn.query_row(GET, [], |row| row.get(0)).optional()?)
}

fn refused() -> Failure {
    let right = "put back the TAPIS_SECRET or the .secret file that it was served with, or start with --new-secret, which makes \
                 all tokens given out before worthless";
    other_secret(right).into()
}
