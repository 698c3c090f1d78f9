//! A game without its log: its row, and the head, which every event changes.

use deadpool_postgres::Client;

use crate::engine::record::{self, GameRow, Row};
use crate::error::StoreError;
use crate::model::GameId;
use crate::postgres::column::uuid;
use crate::postgres::error::Outcome;
use crate::postgres::rows;

/// Games with their heads.
pub(super) fn select() -> String {
    format!("SELECT {}, games.changes FROM games JOIN heads ON heads.game = games.id", record::games())
}

fn by_id(lock: &str) -> String {
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
    pub(super) fn read(row: &tokio_postgres::Row) -> Outcome<Self> {
        Ok(Self { row: GameRow::read(row)?, changes: row.number("changes")? })
    }

    /// The game `id`.
    pub(super) async fn find(client: &Client, id: GameId) -> Outcome<Self> {
        Self::select(client, id, "").await
    }

    /// Prepares what [`SharedGame::find`] asks.
    pub(super) async fn prepare(client: &Client) -> Outcome<()> {
        client.prepare_cached(&by_id("")).await?;
        Ok(())
    }

    /// The game `id`, whose row nobody else changes until the transaction ends; its head may go on.
    pub(super) async fn lock(client: &Client, id: GameId) -> Outcome<Self> {
        Self::select(client, id, " FOR UPDATE OF games").await
    }

    async fn select(client: &Client, id: GameId, lock: &str) -> Outcome<Self> {
        let statement = client.prepare_cached(&by_id(lock)).await?;
        let row = client.query_opt(&statement, &[&uuid(id)]).await?.ok_or(StoreError::NotFound)?;
        Self::read(&row)
    }

    /// Writes what few events change.
    pub(super) async fn update(&self, client: &Client) -> Outcome<()> {
        let changed = ["status", "seats", "open_seats", "assisted", "hints_at"];
        let set: Vec<_> = (1..).zip(changed).map(|(place, column)| format!("{column} = ${place}")).collect();
        let sql = format!("UPDATE games SET {}, changes = changes + 1 WHERE id = $6", set.join(", "));
        let mut values = record::picked(&self.row.game, &changed)?;
        values.push(self.row.id().into());
        rows::execute(client, &sql, &values).await.map(drop)
    }
}
