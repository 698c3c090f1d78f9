//! The games written last, as the writer's transaction has them: to read and verify a game's row for each of its moves
//! costs more than to write it.

use std::collections::HashMap;

use rusqlite::Connection;

use super::event;
use super::row::GameRow;
use crate::model::{Digest, GameId, Time};
use crate::sqlite::error::Outcome;

/// The most games of a generation.
const REMEMBERED: usize = 1024;

/// Games remembered, in two generations: when the young are many, the old are forgotten and the young are the old.
#[derive(Debug, Default)]
pub(in crate::sqlite) struct Newest {
    young: HashMap<GameId, Known>,
    old: HashMap<GameId, Known>,
}

/// What is known of a game.
#[derive(Debug)]
pub(super) struct Known {
    pub row: GameRow,
    /// The keys its events were made with, and when each is free again.
    pub keys: HashMap<Digest, Time>,
}

impl Newest {
    /// Takes a game out, from the database if need be. Who changes the game puts it back when that went well, and
    /// does not when it failed.
    pub(super) fn take(&mut self, conn: &Connection, id: GameId) -> Outcome<Known> {
        match self.remove(id) {
            Some(known) => Ok(known),
            None => {
                let row = GameRow::find(conn, id)?;
                let keys = event::keys(conn, &row)?;
                Ok(Known { row, keys })
            }
        }
    }

    /// Remembers a game as it is now.
    pub(super) fn put(&mut self, known: Known) {
        if self.young.len() >= REMEMBERED {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(known.row.summary.id, known);
    }

    /// Forgets a game, which is read anew then.
    pub(super) fn remove(&mut self, id: GameId) -> Option<Known> {
        // Both: a game that was young twice is among the old as it was.
        let (young, old) = (self.young.remove(&id), self.old.remove(&id));
        young.or(old)
    }

    /// Forgets everything: the transaction may have been taken back.
    pub(in crate::sqlite) fn forget(&mut self) {
        self.young.clear();
        self.old.clear();
    }
}
