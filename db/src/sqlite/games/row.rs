//! A game without its log as rows: that of `games`, and the head, which every event changes: small, so that many games share a
//! page.

use rusqlite::Connection;

use crate::engine::record::{self, Columns as _, GameRecord, GameRow, Head, Row as _};
use crate::engine::rows;
use crate::engine::sql::Sql;
use crate::error::StoreError;
use crate::model::GameId;
use crate::sqlite::error::{Outcome, corrupt};

/// The tables of [`select`]. A game whose head cannot be found is damaged, not absent.
const TABLES: &str = "games LEFT JOIN heads ON heads.game = games.id";

/// Games with their heads.
pub(super) fn select() -> String {
    format!("SELECT {}, heads.no, heads.newest FROM {TABLES}", record::games())
}

/// A game by its id.
pub(in crate::sqlite) fn find_sql() -> String {
    format!("{} WHERE games.id = ?1", select())
}

/// What events call a game, and where the newest of them lies.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LogPosition {
    pub no: i64,
    pub newest: Option<i64>,
}

/// A game, and where its events are found.
#[derive(Clone, Debug)]
pub(super) struct PlacedGame {
    pub row: GameRow,
    pub place: LogPosition,
}

impl PlacedGame {
    /// Reads a row of [`select`].
    pub(super) fn read(row: &rusqlite::Row<'_>) -> Outcome<Self> {
        let missing = |id: GameId| corrupt(format!("game {id} has no head"));
        let Some(no) = row.int("no")? else { return Err(missing(row.id("id")?)) };
        let place = LogPosition { no, newest: row.int("newest")? };
        Ok(Self { row: GameRow::read(row)?, place })
    }

    /// The game `id`.
    pub(super) fn find(conn: &Connection, id: GameId) -> Outcome<Self> {
        let mut statement = conn.prepare_cached(&find_sql())?;
        let mut rows = statement.query([id.to_string()])?;
        let read = Self::read(rows.next()?.ok_or(StoreError::NotFound)?)?;
        if read.row.id() == id { Ok(read) } else { Err(corrupt(format!("the row of game {id}"))) }
    }

    /// Stores a new game without its log.
    pub(super) fn insert(conn: &Connection, row: GameRow) -> Outcome<Self> {
        rows::insert(conn, &row.game, "")?;
        rows::insert(conn, &row.head, "")?;
        Ok(Self { row, place: LogPosition { no: conn.last_insert_rowid(), newest: None } })
    }

    /// Writes where the first event lies.
    pub(super) fn begin(&self, conn: &Connection) -> Outcome<()> {
        let values = [self.place.newest.into(), self.place.no.into()];
        Sql::execute(conn, "UPDATE heads SET newest = $1 WHERE no = $2", &values).map(drop)
    }

    /// Writes what every event changes, if the game is still at `expected_version`; answers whether it was.
    pub(super) fn update_head(&self, conn: &Connection, expected_version: i64) -> Outcome<bool> {
        let changed = ["version", "turn", "updated_at", "deadline", "chain"];
        let set: Vec<_> = (1..).zip(changed).map(|(place, column)| format!("{column} = ${place}")).collect();
        let sql = format!("UPDATE heads SET {}, newest = $6 WHERE no = $7 AND version = $8", set.join(", "));
        let mut values = record::picked::<Head>(&self.row.head, &changed)?;
        values.extend([self.place.newest.into(), self.place.no.into(), expected_version.into()]);
        Ok(Sql::execute(conn, &sql, &values)? == 1)
    }

    /// Writes what some events and hints change.
    pub(super) fn update(&self, conn: &Connection) -> Outcome<()> {
        rows::update::<GameRecord>(conn, &self.row.game, &["assisted", "hints_at", "id"])
    }

    /// As [`PlacedGame::update`], with status and seats. Apart from it because it touches most indexes.
    pub(super) fn update_table(&self, conn: &Connection) -> Outcome<()> {
        let changed = ["status", "seats", "open_seats", "assisted", "hints_at", "id"];
        rows::update::<GameRecord>(conn, &self.row.game, &changed)
    }
}
