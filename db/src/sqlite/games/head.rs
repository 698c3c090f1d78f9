//! How far a game's log is: the one row that every event writes again, small so that many games share a page.

use rusqlite::{Connection, Row, params};

use crate::engine::game::head_seal;
use crate::engine::stored;
use crate::model::{Digest, GameId, GameSummary, Time};
use crate::sqlite::column;
use crate::sqlite::error::{Outcome, corrupt};

/// What every event changes about a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    version: u64,
    turn: Option<u8>,
    updated_at: Time,
    /// Said here only: the row of the game has no place for it.
    deadline: Option<Time>,
    chain: Digest,
}

/// A game's row of `heads`: what events call the game, and where the newest of them lies.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LogPosition {
    pub no: i64,
    pub newest: Option<i64>,
}

/// Makes the row of a game that says nothing yet; answers the game's number.
pub(super) fn insert(conn: &Connection, game: GameId) -> Outcome<i64> {
    conn.prepare_cached("INSERT INTO heads (game_id) VALUES (?1)")?.execute([game.to_string()])?;
    Ok(conn.last_insert_rowid())
}

impl LogPosition {
    /// Writes where the newest event lies, which alone a new game's row says.
    pub(super) fn update(self, conn: &Connection) -> Outcome<()> {
        conn.prepare_cached("UPDATE heads SET newest = ?1 WHERE no = ?2")?
            .execute([self.newest, Some(self.no)])?;
        Ok(())
    }
}

impl Head {
    /// The head of a game as it is now.
    pub(super) fn of(summary: &GameSummary, chain: Digest) -> Self {
        let &GameSummary { version, turn, updated_at, deadline, .. } = summary;
        Self { version, turn, updated_at, deadline, chain }
    }

    /// Reads the columns named `head_…` and verifies their seal; `None` when the row says nothing.
    pub(super) fn read(row: &Row<'_>, game: GameId) -> Outcome<Option<Self>> {
        let Some(version) = column::optional_number(row, "head_version")? else { return Ok(None) };
        let head = Self {
            version,
            turn: column::optional_number(row, "head_turn")?,
            updated_at: column::parsed(row, "head_updated_at")?,
            deadline: column::optional_parsed(row, "head_deadline")?,
            chain: column::digest(row, "head_chain")?,
        };
        if head.seal(game)? != column::digest(row, "head_seal")? {
            return Err(corrupt(format!("the head of game {game}")));
        }
        Ok(Some(head))
    }

    /// Brings what the row of the game says up to date; answers the newest chain hash.
    pub(super) fn apply(self, summary: &mut GameSummary) -> Outcome<Digest> {
        if self.version < summary.version {
            return Err(corrupt(format!("the head of game {}", summary.id)));
        }
        (summary.version, summary.turn) = (self.version, self.turn);
        (summary.updated_at, summary.deadline) = (self.updated_at, self.deadline);
        Ok(self.chain)
    }

    /// Writes the row of a game, if it is still at `expected_version`; answers whether it was.
    pub(super) fn update(
        &self,
        conn: &Connection,
        place: LogPosition,
        game: GameId,
        expected_version: u64,
    ) -> Outcome<bool> {
        let updated = conn
            .prepare_cached(
                "UPDATE heads SET version = ?1, turn = ?2, updated_at = ?3, chain = ?4, seal = ?5, \
                 newest = ?6, deadline = ?9 WHERE no = ?7 AND COALESCE(version, ?8) = ?8",
            )?
            .execute(params![
                stored(self.version)?,
                self.turn,
                self.updated_at.to_string(),
                self.chain.0,
                self.seal(game)?.0,
                place.newest,
                place.no,
                stored(expected_version)?,
                self.deadline.map(|deadline| deadline.to_string()),
            ])?;
        Ok(updated == 1)
    }

    fn seal(&self, game: GameId) -> Outcome<Digest> {
        let &Self { version, turn, updated_at, deadline, chain } = self;
        Ok(head_seal(game, version, turn, updated_at, deadline, chain)?)
    }
}
