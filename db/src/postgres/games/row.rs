//! A game without its log: fixed columns, columns that few events change, and the head, which every event changes.

use deadpool_postgres::Client;
use tokio_postgres::Row;

use crate::engine::corrupt;
use crate::engine::game::{self, head_seal, open_seats, text};
use crate::error::{Result, StoreError};
use crate::model::{Digest, GameId, GameSummary};
use crate::postgres::column::{self, Text};
use crate::postgres::error::Outcome;

/// The columns [`GameRow::read`] wants.
pub(super) const COLUMNS: &str = "games.id, games.ruleset, games.game, games.visibility, games.hints, games.practice, \
     games.commitment, games.created_at, games.anchor, games.status, games.seats, games.assisted, games.hints_used, \
     games.seal, games.changes, heads.version, heads.turn, heads.updated_at, heads.deadline, heads.chain, heads.seal AS head_seal";

/// The tables of [`COLUMNS`].
pub(super) const TABLES: &str = "games JOIN heads ON heads.game = games.id";

const UPDATE: &str = "UPDATE games SET status = $2, seats = $3, open_seats = $4, assisted = $5, hints_used = $6, \
                      seal = $7, changes = changes + 1 WHERE id = $1";

/// A game's row and its head, taken apart.
#[derive(Clone, Debug)]
pub(super) struct GameRow {
    pub summary: GameSummary,
    /// How many hints each seat was given.
    pub hints_used: Vec<u32>,
    /// How often it was changed: see [`crate::model::GameVersion::beside`].
    pub changes: u64,
    /// The hash where the chain of events starts.
    pub anchor: Digest,
    /// The chain hash of the newest event.
    pub chain: Digest,
}

impl GameRow {
    /// Reads a row of [`COLUMNS`] and verifies its seals.
    pub(super) fn read(row: &Row) -> Outcome<Self> {
        let summary = GameSummary {
            id: column::game(row, "id")?,
            ruleset: column::digest(row, "ruleset")?,
            game: column::text(row, "game")?,
            status: column::parsed(row, "status")?,
            version: column::version(row, "version")?,
            turn: column::seat(row, "turn")?,
            deadline: column::optional_time(row, "deadline")?,
            seats: column::json(row, "seats")?,
            visibility: column::parsed(row, "visibility")?,
            hints: column::text(row, "hints")?,
            practice: row.try_get("practice")?,
            assisted: row.try_get("assisted")?,
            commitment: column::text(row, "commitment")?,
            created_at: column::time(row, "created_at")?,
            updated_at: column::time(row, "updated_at")?,
        };
        let read = Self {
            summary,
            hints_used: column::json(row, "hints_used")?,
            changes: column::number(row, "changes")?,
            anchor: column::digest(row, "anchor")?,
            chain: column::digest(row, "chain")?,
        };
        let id = read.summary.id;
        if read.hints_used.len() != read.summary.seats.len() || read.seal()? != column::digest(row, "seal")? {
            return Err(corrupt(format!("the row of game {id}")).into());
        }
        if read.head_seal()? != column::digest(row, "head_seal")? {
            return Err(corrupt(format!("the head of game {id}")).into());
        }
        Ok(read)
    }

    /// The row of the game `id`.
    pub(super) async fn find(client: &Client, id: GameId) -> Outcome<Self> {
        Self::select(client, id, "").await
    }

    /// The row of the game `id`, which nobody else changes until the transaction ends; its head may go on.
    pub(super) async fn lock(client: &Client, id: GameId) -> Outcome<Self> {
        Self::select(client, id, " FOR UPDATE OF games").await
    }

    async fn select(client: &Client, id: GameId, lock: &str) -> Outcome<Self> {
        let sql = format!("SELECT {COLUMNS} FROM {TABLES} WHERE games.id = $1{lock}");
        let statement = client.prepare_cached(&sql).await?;
        let row = client.query_opt(&statement, &[&column::uuid(id)]).await?.ok_or(StoreError::NotFound)?;
        Self::read(&row)
    }

    /// Writes what few events change.
    pub(super) async fn update(&self, client: &Client) -> Outcome<()> {
        let (summary, statement) = (&self.summary, client.prepare_cached(UPDATE).await?);
        let (seats, hints_used) = (text(&summary.seats)?, text(&self.hints_used)?);
        client
            .execute(
                &statement,
                &[
                    &column::uuid(summary.id),
                    &summary.status.as_str(),
                    &Text(&seats),
                    &open_seats(&summary.seats),
                    &summary.assisted,
                    &hints_used,
                    &self.seal()?.0.as_slice(),
                ],
            )
            .await?;
        Ok(())
    }

    pub(super) fn head_seal(&self) -> Result<Digest> {
        let &GameSummary { id, version, turn, updated_at, deadline, .. } = &self.summary;
        head_seal(id, version, turn, updated_at, deadline, self.chain)
    }

    /// Of all columns but those of the head: they change apart.
    pub(super) fn seal(&self) -> Result<Digest> {
        game::seal(&self.summary, self.anchor, &self.hints_used)
    }
}
