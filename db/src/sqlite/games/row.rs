//! What is written of a game beside its events: the row of `games`, and the head, which every event changes: small, so that many
//! games share a page.

use rusqlite::Connection;

use crate::engine::record::{self, GameRecord, Head};
use crate::engine::rows;
use crate::engine::sql::Sql;
use crate::engine::tables::games::FoundGame;
use crate::sqlite::error::Outcome;

/// Stores a new game without its log.
pub(super) fn insert(conn: &Connection, game: &mut FoundGame) -> Outcome<()> {
    rows::insert(conn, &game.row.game, "")?;
    rows::insert(conn, &game.row.head, "")?;
    game.place.no = conn.last_insert_rowid();
    Ok(())
}

/// Writes where the first event lies.
pub(super) fn begin(conn: &Connection, game: &FoundGame) -> Outcome<()> {
    let values = [game.place.newest.into(), game.place.no.into()];
    Sql::execute(conn, "UPDATE heads SET newest = $1 WHERE no = $2", &values).map(drop)
}

/// Writes what every event changes, if the game is still at `expected_version`; answers whether it was.
pub(super) fn update_head(conn: &Connection, game: &FoundGame, expected_version: i64) -> Outcome<bool> {
    let changed = ["version", "turn", "updated_at", "deadline", "chain"];
    let set: Vec<_> = (1..).zip(changed).map(|(place, column)| format!("{column} = ${place}")).collect();
    let sql = format!("UPDATE heads SET {}, newest = $6 WHERE no = $7 AND version = $8", set.join(", "));
    let mut values = record::picked::<Head>(&game.row.head, &changed)?;
    values.extend([game.place.newest.into(), game.place.no.into(), expected_version.into()]);
    Ok(Sql::execute(conn, &sql, &values)? == 1)
}

/// Writes what few events change: apart from the head because it touches most indexes.
pub(super) fn update_table(conn: &Connection, game: &FoundGame) -> Outcome<()> {
    let changed = ["status", "seats", "open_seats", "assisted", "hints_at", "id"];
    rows::update::<GameRecord>(conn, &game.row.game, &changed)
}
