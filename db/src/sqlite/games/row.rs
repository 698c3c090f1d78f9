//! The row of a game: fixed columns, columns that few events change, and the hashes over both. What every event changes
//! is in the game's head; this row says it, too, as it was when the row was last written.

use rusqlite::{Connection, Row, params};

use super::head::{self, Head, LogPosition};
use crate::engine::game::{fixed, open_seats, text};
use crate::engine::seal::Seal;
use crate::engine::stored;
use crate::error::StoreError;
use crate::model::{Digest, GameId, GameSummary};
use crate::sqlite::column;
use crate::sqlite::error::{Outcome, corrupt};

/// The columns [`GameRow::read`] wants.
pub(super) const COLUMNS: &str = "games.id, games.ruleset, games.game, games.visibility, games.hints, games.practice, \
     games.commitment, games.created_at, games.anchor, games.version, games.status, games.turn, games.seats, \
     games.assisted, games.hints_used, games.updated_at, games.chain, games.seal, heads.no, \
     heads.newest, heads.version AS head_version, heads.turn AS head_turn, heads.updated_at AS head_updated_at, \
     heads.deadline AS head_deadline, heads.chain AS head_chain, heads.seal AS head_seal";

/// The tables of [`COLUMNS`].
pub(super) const TABLES: &str = "games LEFT JOIN heads ON heads.game_id = games.id";

/// The row of a game.
pub(in crate::sqlite) fn find_sql() -> String {
    format!("SELECT {COLUMNS} FROM {TABLES} WHERE games.id = ?1")
}

/// A row of `games` and its head, taken apart.
#[derive(Clone, Debug)]
pub(super) struct GameRow {
    /// Where its events are found.
    pub place: LogPosition,
    pub summary: GameSummary,
    /// How many hints each seat was given.
    pub hints_used: Vec<u32>,
    /// The hash where the chain of events starts.
    pub anchor: Digest,
    /// The chain hash of the newest event.
    pub chain: Digest,
}

impl GameRow {
    /// Reads a row and its head, and verifies both seals.
    pub(super) fn read(row: &Row<'_>) -> Outcome<Self> {
        let summary = GameSummary {
            id: column::parsed(row, "id")?,
            ruleset: column::digest(row, "ruleset")?,
            game: row.get("game")?,
            status: column::parsed(row, "status")?,
            version: column::number(row, "version")?,
            turn: column::optional_number(row, "turn")?,
            deadline: None,
            seats: json(row, "seats")?,
            visibility: column::parsed(row, "visibility")?,
            hints: row.get("hints")?,
            practice: column::flag(row, "practice")?,
            assisted: column::flag(row, "assisted")?,
            commitment: row.get("commitment")?,
            created_at: column::parsed(row, "created_at")?,
            updated_at: column::parsed(row, "updated_at")?,
        };
        let missing = || corrupt(format!("game {} has no head", summary.id));
        let mut read = Self {
            place: LogPosition {
                no: row.get::<_, Option<i64>>("no")?.ok_or_else(missing)?,
                newest: row.get("newest")?,
            },
            summary,
            hints_used: json(row, "hints_used")?,
            anchor: column::digest(row, "anchor")?,
            chain: column::digest(row, "chain")?,
        };
        if read.hints_used.len() != read.summary.seats.len() || read.seal()? != column::digest(row, "seal")? {
            return Err(corrupt(format!("the row of game {}", read.summary.id)));
        }
        if let Some(head) = Head::read(row, read.summary.id)? {
            read.chain = head.apply(&mut read.summary)?;
        }
        Ok(read)
    }

    /// The row of the game `id`.
    pub(super) fn find(conn: &Connection, id: GameId) -> Outcome<Self> {
        let mut statement = conn.prepare_cached(&find_sql())?;
        let mut rows = statement.query([id.to_string()])?;
        let row = rows.next()?.ok_or(StoreError::NotFound)?;
        let read = Self::read(row)?;
        if read.summary.id == id { Ok(read) } else { Err(corrupt(format!("the row of game {id}"))) }
    }

    /// Makes the row and its head.
    pub(super) fn insert(&mut self, conn: &Connection) -> Outcome<()> {
        let summary = &self.summary;
        conn.prepare_cached(
            "INSERT INTO games (id, ruleset, game, visibility, hints, practice, commitment, created_at, anchor, \
             version, status, turn, seats, open_seats, assisted, hints_used, updated_at, chain, seal) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)",
        )?
        .execute(params![
            summary.id.to_string(),
            summary.ruleset.0,
            summary.game,
            summary.visibility.as_str(),
            summary.hints,
            summary.practice,
            summary.commitment,
            summary.created_at.to_string(),
            self.anchor.0,
            stored(summary.version)?,
            summary.status.as_str(),
            summary.turn,
            text(&summary.seats)?,
            open_seats(&summary.seats),
            summary.assisted,
            text(&self.hints_used)?,
            summary.updated_at.to_string(),
            self.chain.0,
            self.seal()?.0,
        ])?;
        self.place = LogPosition { no: head::insert(conn, summary.id)?, newest: None };
        Ok(())
    }

    /// Writes where the first event lies, and what of a new game the head alone says.
    pub(super) fn begin_head(&self, conn: &Connection) -> Outcome<()> {
        match self.summary.deadline {
            None => self.place.update(conn),
            Some(_) => self.update_head(conn, self.summary.version).map(|_| ()),
        }
    }

    /// Writes what every event changes, if the game is still at `expected_version`; answers whether it was.
    pub(super) fn update_head(&self, conn: &Connection, expected_version: u64) -> Outcome<bool> {
        let (id, head) = (self.summary.id, Head::of(&self.summary, self.chain));
        head.update(conn, self.place, id, expected_version)
    }

    /// Writes what some events and hints change, and how far the game is: the seal is over all of it.
    pub(super) fn update(&self, conn: &Connection) -> Outcome<()> {
        let summary = &self.summary;
        conn.prepare_cached(
            "UPDATE games SET version = ?1, turn = ?2, assisted = ?3, hints_used = ?4, updated_at = ?5, \
             chain = ?6, seal = ?7 WHERE id = ?8",
        )?
        .execute(params![
            stored(summary.version)?,
            summary.turn,
            summary.assisted,
            text(&self.hints_used)?,
            summary.updated_at.to_string(),
            self.chain.0,
            self.seal()?.0,
            summary.id.to_string(),
        ])?;
        Ok(())
    }

    /// As [`GameRow::update`], with status and seats. Apart from it because it touches most indexes.
    pub(super) fn update_table(&self, conn: &Connection) -> Outcome<()> {
        let summary = &self.summary;
        conn.prepare_cached("UPDATE games SET status = ?1, seats = ?2, open_seats = ?3 WHERE id = ?4")?
            .execute(params![
                summary.status.as_str(),
                text(&summary.seats)?,
                open_seats(&summary.seats),
                summary.id.to_string(),
            ])?;
        self.update(conn)
    }

    fn seal(&self) -> Outcome<Digest> {
        let summary = &self.summary;
        Ok(fixed(Seal::new("game"), summary)
            .blob(&self.anchor.0)
            .int(stored(summary.version)?)
            .text(summary.status.as_str())
            .optional_int(summary.turn.map(i64::from))
            .text(&text(&summary.seats)?)
            .int(summary.assisted.into())
            .text(&text(&self.hints_used)?)
            .text(&summary.updated_at.to_string())
            .blob(&self.chain.0)
            .finish())
    }
}

fn json<T: serde::de::DeserializeOwned>(row: &Row<'_>, name: &str) -> Outcome<T> {
    let value = row.get_ref(name)?;
    let text = value.as_str().map_err(|error| corrupt(format!("{name}: {error}")))?;
    serde_json::from_str(text).map_err(|_| corrupt(format!("{name} is unreadable")))
}
