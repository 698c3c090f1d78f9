//! How far a game is: what every event changes.

use super::{Columns, Record, Row as _, Value};
use crate::engine::failure::Outcome;
use crate::engine::stored;
use crate::error::Result;
use crate::model::{Digest, GameId, Time};

/// The head of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) game: GameId,
    pub(crate) version: u64,
    pub(crate) turn: Option<u8>,
    pub(crate) updated_at: Time,
    pub(crate) deadline: Option<Time>,
    /// The chain hash of the newest event.
    pub(crate) chain: Digest,
}

impl Record for Head {
    const TABLE: &'static str = "heads";
    const COLUMNS: &'static [&'static str] = &["game", "version", "turn", "updated_at", "deadline", "chain"];

    fn values(&self) -> Result<Vec<Value<'_>>> {
        let &Self { game, version, turn, updated_at, deadline, chain } = self;
        Ok(vec![
            game.into(),
            stored(version)?.into(),
            turn.into(),
            updated_at.into(),
            deadline.into(),
            chain.into(),
        ])
    }

    /// From columns as [`super::games`] names them.
    fn read(row: &dyn Columns) -> Outcome<Self> {
        Ok(Self {
            game: row.id("head_game")?,
            version: row.number("head_version")?,
            turn: row.optional_number("head_turn")?,
            updated_at: row.at("head_updated_at")?,
            deadline: row.time("head_deadline")?,
            chain: row.digest("head_chain")?,
        })
    }
}
