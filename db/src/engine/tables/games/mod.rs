//! Games without their logs, as every engine finds, lists and changes them. How a log lies, and what a move costs, is each engine's own.

mod list;
mod load;
mod store;

pub(crate) use list::*;
pub(crate) use load::*;
pub(crate) use store::Games;

use crate::engine::failure::Outcome;
use crate::engine::record::{self, Columns, GameRow, Row as _};
use crate::engine::sql::Sql;
use crate::engine::{corrupt, invalid, rows};
use crate::error::StoreError;
use crate::model::GameId;

/// A game without its log, and what an engine knows of it beside.
#[derive(Clone, Debug)]
pub(crate) struct FoundGame {
    pub(crate) row: GameRow,
    /// How often its row was changed, where several processes do: see [`crate::model::GameVersion::beside`].
    pub(crate) changes: u64,
    pub(crate) place: LogPosition,
}

/// What events call a game in a file, and where the newest of them lies.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LogPosition {
    pub(crate) no: i64,
    pub(crate) newest: Option<i64>,
}

/// Games with their heads.
fn select(db: &dyn Sql) -> String {
    format!("SELECT {}, {}", record::games(), db.games())
}

/// A game by its id; `games` is what [`Sql::games`] says.
pub(crate) fn by_id(games: &str) -> String {
    format!("SELECT {}, {games} WHERE games.id = $1", record::games())
}

impl FoundGame {
    /// A new game, whose log is still to come.
    pub(crate) fn new(row: GameRow) -> Self {
        Self { row, changes: 0, place: LogPosition::default() }
    }

    /// Reads a row of [`by_id`].
    pub(crate) fn read(row: &dyn Columns) -> Outcome<Self> {
        let missing = |id: GameId| corrupt(format!("game {id} has no head"));
        let Some(no) = row.int("no")? else { return Err(missing(row.id("id")?).into()) };
        let place = LogPosition { no, newest: row.int("newest")? };
        Ok(Self { row: GameRow::read(row)?, changes: row.number("changes")?, place })
    }

    /// The game `id`.
    pub(crate) fn find(db: &dyn Sql, id: GameId) -> Outcome<Self> {
        let found =
            rows::one(db, &by_id(db.games()), &[id.into()], Self::read)?.ok_or(StoreError::NotFound)?;
        if found.row.id() == id { Ok(found) } else { Err(corrupt(format!("the row of game {id}")).into()) }
    }

    /// Changes what few events change of the game `id` in its row as it is now; answers how often that was changed before, and with this.
    pub(crate) fn change<T>(
        db: &dyn Sql,
        id: GameId,
        change: impl FnOnce(&mut GameRow) -> Outcome<T>,
    ) -> Outcome<(T, (u64, u64))> {
        // Nobody else changes the row until the transaction ends, but its head may go on.
        let sql = by_id(db.games()) + db.pick("", " FOR UPDATE OF games");
        let found = rows::one(db, &sql, &[id.into()], Self::read)?.ok_or(StoreError::NotFound)?;
        let Self { mut row, changes, .. } = found;
        let done = change(&mut row)?;
        let changed = ["status", "seats", "open_seats", "assisted", "hints_at"];
        let set: Vec<_> = (1..).zip(changed).map(|(place, column)| format!("{column} = ${place}")).collect();
        let counted = db.pick("", ", changes = changes + 1");
        let mut values = record::picked(&row.game, &changed)?;
        values.push(id.into());
        db.execute(&format!("UPDATE games SET {}{counted} WHERE id = $6", set.join(", ")), &values)?;
        Ok((done, (changes, if db.is_file() { 0 } else { changes + 1 })))
    }
}

/// See [`crate::GameStore::count_hint`].
pub(crate) fn count_hint(db: &dyn Sql, id: GameId, hint: (u8, u64), limit: Option<u32>) -> Outcome<u32> {
    Ok(FoundGame::change(db, id, |row| Ok(row.game.count_hint(hint, limit)?))?.0)
}

/// See [`crate::GameStore::put_seat_settings`].
pub(crate) fn put_seat_settings(
    db: &dyn Sql,
    id: GameId,
    seat: u8,
    settings: &Option<serde_json::Value>,
) -> Outcome<u64> {
    let ((), (_, now)) = FoundGame::change(db, id, |row| {
        let record = row.game.seats.get_mut(usize::from(seat));
        record.ok_or_else(|| invalid(format!("there is no seat {seat}")))?.settings.clone_from(settings);
        Ok(())
    })?;
    Ok(now)
}
