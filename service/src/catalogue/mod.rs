//! What the service tells about the games it plays: made once, at start.

mod about;
pub mod schema;

use bytes::Bytes;
use serde::Serialize;
use sha2::{Digest, Sha256};
use tapis_solver::registry::Registry;

pub use about::{
    BudgetBounds, ExactnessLevel, GameAbout, GameItem, GameList, Players, Range, SolverInfo, Variant,
};

use crate::settings::AdviceSettings;

/// The games, described.
pub struct Catalogue {
    list: Document,
    games: Vec<(&'static str, Document)>,
}

/// A body, JSON if nothing else is said, with a name for its bytes.
#[derive(Clone, Debug)]
pub struct Document {
    /// The body.
    pub body: Bytes,
    /// The first 32 hex digits of its SHA-256.
    pub hash: String,
}

impl Document {
    /// The JSON of `value`.
    ///
    /// # Panics
    /// It has none.
    pub fn of<T: Serialize>(value: &T) -> Self {
        Self::of_bytes(serde_json::to_vec(value).expect("a document has JSON"))
    }

    /// A body in another form than JSON.
    pub fn of_bytes(body: Vec<u8>) -> Self {
        let mut hash = hex::encode(Sha256::digest(&body));
        hash.truncate(32);
        Self { hash, body: body.into() }
    }
}

impl Catalogue {
    /// Describes `games`.
    pub fn new(games: &Registry, settings: &AdviceSettings) -> Self {
        let abouts: Vec<GameAbout> = games.games().filter_map(|game| GameAbout::of(game, settings)).collect();
        let list = GameList { items: abouts.iter().map(|about| about.item.clone()).collect() };
        let games = abouts.iter().map(|about| (about.item.game, Document::of(about))).collect();
        Self { list: Document::of(&list), games }
    }

    /// All games, in short.
    pub fn list(&self) -> &Document {
        &self.list
    }

    /// One game, in full.
    pub fn game(&self, id: &str) -> Option<&Document> {
        self.games.iter().find(|(game, _)| *game == id).map(|(_, document)| document)
    }
}
