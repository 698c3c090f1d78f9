//! Checks a file and its schema, see [`ReadOnlyDatabase::verify`](super::ReadOnlyDatabase::verify).

use rusqlite::Connection;

use super::error::corrupt;
use super::{inspect, schema};
use crate::error::{Result, StoreError};
use crate::model::Verification;
use crate::verify::undamaged;

/// The most findings about the structure of the file.
const STRUCTURE_FINDINGS: u32 = 100;

/// Checks what lies below the tables.
pub(super) fn check(conn: &Connection, report: &mut Verification) -> Result<()> {
    let structure = inspect::structure(conn, STRUCTURE_FINDINGS).map_err(StoreError::from);
    let structure = undamaged(report, "the file", structure)?;
    report.findings.extend(structure.unwrap_or_default().into_iter().map(|text| format!("the file: {text}")));
    let intact = inspect::identify(conn)
        .and_then(|seen| schema::is_intact(conn, seen))
        .and_then(|intact| if intact { Ok(()) } else { Err(corrupt("it is not what this program made")) });
    undamaged(report, "the schema", intact.map_err(StoreError::from)).map(drop)
}
