//! With which secret the tokens of the games are made.

use rusqlite::{Connection, OptionalExtension};

use super::error::Outcome;
use crate::engine::other_secret;
use crate::model::Digest;

const GET: &str = "SELECT fingerprint FROM token_secret WHERE id = 1";
const PUT: &str = "INSERT INTO token_secret (id, fingerprint) VALUES (1, ?1) \
                   ON CONFLICT (id) DO UPDATE SET fingerprint = excluded.fingerprint";

/// See [`crate::ServedStore::claim`].
pub(super) fn claim(conn: &Connection, ours: &Digest, is_new: bool) -> Outcome<()> {
    let known: Option<Vec<u8>> = conn.query_row(GET, [], |row| row.get(0)).optional()?;
    match known {
        Some(known) if known == ours.0 => Ok(()),
        Some(_) if !is_new => Err(other_secret(
            "put back the TAPIS_SECRET or the .secret file that it was served with, or start with --new-secret, which makes \
             all tokens given out before worthless",
        )
        .into()),
        _ => {
            conn.execute(PUT, [ours.0])?;
            Ok(())
        }
    }
}
