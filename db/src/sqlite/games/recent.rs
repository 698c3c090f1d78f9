//! The games written last, as the writer's transaction has them: to read and verify a game's row for each of its moves
//! costs more than to write it.

use std::collections::HashMap;

use rusqlite::Connection;

use super::event;
use crate::engine::remember::remember;
use crate::engine::tables::games::FoundGame;
use crate::model::{Digest, GameId, Time};
use crate::sqlite::error::Outcome;

/// The most games remembered. Beyond it all are forgotten.
const REMEMBERED: usize = 2048;

/// The games written last, by id.
#[derive(Debug, Default)]
pub(in crate::sqlite) struct RecentGames(HashMap<GameId, RecentGame>);

/// What is known of a game.
#[derive(Debug)]
pub(in crate::sqlite) struct RecentGame {
    pub game: FoundGame,
    /// The keys its events were made with, and when each is free again.
    pub keys: HashMap<Digest, Time>,
}

impl RecentGames {
    /// Takes a game out, from the database if need be. Who changes the game puts it back when that went well, and
    /// does not when it failed.
    pub(super) fn take(&mut self, conn: &Connection, id: GameId) -> Outcome<RecentGame> {
        match self.remove(id) {
            Some(known) => Ok(known),
            None => {
                let game = FoundGame::find(conn, id)?;
                let keys = event::keys(conn, &game)?;
                Ok(RecentGame { game, keys })
            }
        }
    }

    /// Remembers a game as it is now.
    pub(super) fn put(&mut self, game: RecentGame) {
        remember(&mut self.0, REMEMBERED, game.game.row.id(), game);
    }

    /// Forgets a game, which is read anew then.
    pub(in crate::sqlite) fn remove(&mut self, id: GameId) -> Option<RecentGame> {
        self.0.remove(&id)
    }

    /// Forgets everything: the transaction may have been taken back.
    pub(in crate::sqlite) fn forget(&mut self) {
        self.0.clear();
    }
}
