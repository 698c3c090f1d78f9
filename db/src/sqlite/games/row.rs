//! A game without its log: fixed columns, columns that few events change, and the head, which every event changes: a row of its
//! own, small so that many games share a page.

use rusqlite::{Connection, Row, params};

use crate::engine::game::{self, head_seal, open_seats, text};
use crate::engine::stored;
use crate::error::StoreError;
use crate::model::{Digest, GameId, GameSummary};
use crate::sqlite::column;
use crate::sqlite::error::{Outcome, corrupt};

/// The columns [`GameRow::read`] wants.
pub(super) const COLUMNS: &str = "games.id, games.ruleset, games.game, games.visibility, games.hints, games.practice, \
     games.commitment, games.created_at, games.anchor, games.status, games.seats, games.assisted, games.hints_used, \
     games.seal, heads.no, heads.newest, heads.version, heads.turn, heads.updated_at, heads.deadline, heads.chain, \
     heads.seal AS head_seal";

/// The tables of [`COLUMNS`]. A game whose head cannot be found is damaged, not absent.
pub(super) const TABLES: &str = "games LEFT JOIN heads ON heads.game_id = games.id";

/// The row of a game.
pub(in crate::sqlite) fn find_sql() -> String {
    format!("SELECT {COLUMNS} FROM {TABLES} WHERE games.id = ?1")
}

/// What events call the game, and where the newest of them lies.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LogPosition {
    pub no: i64,
    pub newest: Option<i64>,
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
        let id = column::parsed(row, "id")?;
        let missing = || corrupt(format!("game {id} has no head"));
        let no = row.get::<_, Option<i64>>("no")?.ok_or_else(missing)?;
        let summary = GameSummary {
            id,
            ruleset: column::digest(row, "ruleset")?,
            game: row.get("game")?,
            status: column::parsed(row, "status")?,
            version: column::number(row, "version")?,
            turn: column::optional_number(row, "turn")?,
            deadline: column::optional_parsed(row, "deadline")?,
            seats: json(row, "seats")?,
            visibility: column::parsed(row, "visibility")?,
            hints: row.get("hints")?,
            practice: column::flag(row, "practice")?,
            assisted: column::flag(row, "assisted")?,
            commitment: row.get("commitment")?,
            created_at: column::parsed(row, "created_at")?,
            updated_at: column::parsed(row, "updated_at")?,
        };
        let read = Self {
            place: LogPosition { no, newest: row.get("newest")? },
            summary,
            hints_used: json(row, "hints_used")?,
            anchor: column::digest(row, "anchor")?,
            chain: column::digest(row, "chain")?,
        };
        if read.hints_used.len() != read.summary.seats.len() || read.seal()? != column::digest(row, "seal")? {
            return Err(corrupt(format!("the row of game {id}")));
        }
        if read.head_seal()? != column::digest(row, "head_seal")? {
            return Err(corrupt(format!("the head of game {id}")));
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

    /// Makes the row and its head, which does not say yet where the first event lies.
    pub(super) fn insert(&mut self, conn: &Connection) -> Outcome<()> {
        let summary = &self.summary;
        conn.prepare_cached(
            "INSERT INTO games (id, ruleset, game, visibility, hints, practice, commitment, created_at, anchor, \
             status, seats, open_seats, assisted, hints_used, seal) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
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
            summary.status.as_str(),
            text(&summary.seats)?,
            open_seats(&summary.seats),
            summary.assisted,
            text(&self.hints_used)?,
            self.seal()?.0,
        ])?;
        conn.prepare_cached(
            "INSERT INTO heads (game_id, version, turn, updated_at, deadline, chain, seal) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?
        .execute(params![
            summary.id.to_string(),
            stored(summary.version)?,
            summary.turn,
            summary.updated_at.to_string(),
            summary.deadline.map(|deadline| deadline.to_string()),
            self.chain.0,
            self.head_seal()?.0,
        ])?;
        self.place = LogPosition { no: conn.last_insert_rowid(), newest: None };
        Ok(())
    }

    /// Writes where the first event lies.
    pub(super) fn begin(&self, conn: &Connection) -> Outcome<()> {
        conn.prepare_cached("UPDATE heads SET newest = ?1 WHERE no = ?2")?
            .execute([self.place.newest, Some(self.place.no)])?;
        Ok(())
    }

    /// Writes what every event changes, if the game is still at `expected_version`; answers whether it was.
    pub(super) fn update_head(&self, conn: &Connection, expected_version: u64) -> Outcome<bool> {
        let summary = &self.summary;
        let updated = conn
            .prepare_cached(
                "UPDATE heads SET version = ?1, turn = ?2, updated_at = ?3, deadline = ?4, chain = ?5, seal = ?6, \
                 newest = ?7 WHERE no = ?8 AND version = ?9",
            )?
            .execute(params![
                stored(summary.version)?,
                summary.turn,
                summary.updated_at.to_string(),
                summary.deadline.map(|deadline| deadline.to_string()),
                self.chain.0,
                self.head_seal()?.0,
                self.place.newest,
                self.place.no,
                stored(expected_version)?,
            ])?;
        Ok(updated == 1)
    }

    /// Writes what some events and hints change.
    pub(super) fn update(&self, conn: &Connection) -> Outcome<()> {
        conn.prepare_cached("UPDATE games SET assisted = ?1, hints_used = ?2, seal = ?3 WHERE id = ?4")?
            .execute(params![
                self.summary.assisted,
                text(&self.hints_used)?,
                self.seal()?.0,
                self.summary.id.to_string(),
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
        Ok(game::seal(&self.summary, self.anchor, &self.hints_used)?)
    }

    fn head_seal(&self) -> Outcome<Digest> {
        let &GameSummary { id, version, turn, updated_at, deadline, .. } = &self.summary;
        Ok(head_seal(id, version, turn, updated_at, deadline, self.chain)?)
    }
}

fn json<T: serde::de::DeserializeOwned>(row: &Row<'_>, name: &str) -> Outcome<T> {
    let value = row.get_ref(name)?;
    let text = value.as_str().map_err(|error| corrupt(format!("{name}: {error}")))?;
    serde_json::from_str(text).map_err(|_| corrupt(format!("{name} is unreadable")))
}
