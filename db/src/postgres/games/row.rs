//! A game without its log: its row, and the head, which every event changes.

use crate::engine::record::{self, Columns, GameRow, Row as _};
use crate::engine::rows;
use crate::engine::sql::Sql;
use crate::error::StoreError;
use crate::model::GameId;
use crate::postgres::error::Outcome;

/// Games with their heads.
pub(super) fn select() -> String {
    format!("SELECT {}, games.changes FROM games JOIN heads ON heads.game = games.id", record::games())
}

pub(super) fn by_id(lock: &str) -> String {
    format!("{} WHERE games.id = $1{lock}", select())
}

/// A game, and how often its row was changed: see [`crate::model::GameVersion::beside`].
#[derive(Clone, Debug)]
pub(super) struct SharedGame {
    pub row: GameRow,
    pub changes: u64,
}

impl SharedGame {
    /// Reads a row of [`select`].
    pub(super) fn read(row: &dyn Columns) -> Outcome<Self> {
        Ok(Self { row: GameRow::read(row)?, changes: row.number("changes")? })
    }

    /// The game `id`.
    pub(super) fn find(db: &dyn Sql, id: GameId) -> Outcome<Self> {
        Self::select(db, id, "")
    }

    /// The game `id`, whose row nobody else changes until the transaction ends; its head may go on.
    pub(super) fn lock(db: &dyn Sql, id: GameId) -> Outcome<Self> {
        Self::select(db, id, " FOR UPDATE OF games")
    }

    fn select(db: &dyn Sql, id: GameId, lock: &str) -> Outcome<Self> {
        Ok(rows::one(db, &by_id(lock), &[id.into()], Self::read)?.ok_or(StoreError::NotFound)?)
    }

    /// Writes what few events change.
    pub(super) fn update(&self, db: &dyn Sql) -> Outcome<()> {
        let changed = ["status", "seats", "open_seats", "assisted", "hints_at"];
        let set: Vec<_> = (1..).zip(changed).map(|(place, column)| format!("{column} = ${place}")).collect();
        let sql = format!("UPDATE games SET {}, changes = changes + 1 WHERE id = $6", set.join(", "));
        let mut values = record::picked(&self.row.game, &changed)?;
        values.push(self.row.id().into());
        db.execute(&sql, &values).map(drop)
    }
}
