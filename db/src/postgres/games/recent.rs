//! The games written last: to read a game's row and keys for each of its moves costs more than to write it.

use std::collections::HashMap;

use parking_lot::Mutex;

use crate::engine::record::{MadeEvent, Row as _};
use crate::engine::remember::remember;
use crate::engine::request::Request;
use crate::engine::sql::Sql;
use crate::engine::stored;
use crate::engine::tables::games::FoundGame;
use crate::model::{Digest, GameId, Time};
use crate::postgres::error::Outcome;

/// The most games remembered. Beyond it all are forgotten.
const REMEMBERED: usize = 8192;

const KEYS: &str =
    "SELECT request FROM events WHERE game = $1 AND version > $2 AND request IS NOT NULL ORDER BY version";

/// The games written last, by id. Only the lane of a game takes it out.
#[derive(Default)]
pub(in crate::postgres) struct RecentGames(Mutex<HashMap<GameId, RecentGame>>);

/// What is known of a game: all there is, as long as its head has this version.
#[derive(Debug)]
pub(super) struct RecentGame {
    pub game: FoundGame,
    /// The keys its events were made with, and when each is free again.
    pub keys: HashMap<Digest, Time>,
}

impl RecentGames {
    /// Takes a game out. Who changes the game puts it back when that went well.
    pub(super) fn take(&self, id: GameId) -> Option<RecentGame> {
        self.0.lock().remove(&id)
    }

    /// Remembers a game as it is now.
    pub(super) fn put(&self, game: RecentGame) {
        remember(&mut self.0.lock(), REMEMBERED, game.game.row.id(), game);
    }

    /// Goes on with a game that another node has changed, where it is remembered as it was at the version `known`: `log` is what
    /// came after it.
    pub(super) fn go_on(&self, known: u64, game: &FoundGame, log: &[MadeEvent]) -> Outcome<()> {
        let mut games = self.0.lock();
        let recent = games.get_mut(&game.row.id()).filter(|recent| recent.game.row.head.version == known);
        let Some(recent) = recent else { return Ok(()) };
        for request in log.iter().filter_map(|(_, request)| request.as_deref()) {
            let request = Request::read(request)?;
            recent.keys.insert(request.key, request.expires_at);
        }
        recent.game = game.clone();
        Ok(())
    }
}

impl RecentGame {
    /// A game as it is in the database, with the keys that are `known` already.
    pub(super) fn read(db: &dyn Sql, id: GameId, known: Option<Self>) -> Outcome<Self> {
        let (after, mut keys) =
            known.map_or((0, HashMap::new()), |known| (known.game.row.head.version, known.keys));
        let game = FoundGame::find(db, id)?;
        // After the row: no key of its log is missed. A key of an event after it does no harm.
        db.each(KEYS, &[id.into(), stored(after)?.into()], &mut |row| {
            let request = Request::read(&row.there("request", row.blob("request")?)?)?;
            keys.insert(request.key, request.expires_at);
            Ok(())
        })?;
        Ok(Self { game, keys })
    }
}
