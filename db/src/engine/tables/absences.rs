//! When nobody served the database. No clock of a game runs then; see docs/clocks.md.

use crate::engine::failure::Outcome;
use crate::engine::rows;
use crate::engine::sql::Sql;
use crate::model::Absence;

/// All that are known, in their order.
pub(crate) fn all(db: &dyn Sql) -> Outcome<Vec<Absence>> {
    rows::all(db, "ORDER BY since", &[])
}
