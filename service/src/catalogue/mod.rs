//! What the service tells about the games it plays: made once, at start.

mod about;
pub mod schema;

use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use serde::Serialize;
use sha2::{Digest, Sha256};
use tapis_games::locale::{Language, Languages};
use tapis_solver::registry::Registry;

pub use about::{
    BotAbout, BudgetBounds, ExactnessLevel, GameAbout, GameItem, Players, Range, RulesetList, SolverInfo,
    Variant,
};

use crate::settings::AdviceSettings;

/// The games, described.
pub struct Catalogue {
    list: Documents,
    games: Vec<(&'static str, Documents)>,
}

/// A document in the languages it is asked for in.
#[derive(Clone, Debug)]
pub struct Documents {
    all: Document,
    english: Document,
    french: Document,
}

impl Documents {
    /// The JSON of `value`.
    ///
    /// # Panics
    /// It has none.
    pub fn of<T: Serialize>(value: &T) -> Self {
        let of = |languages: Languages| {
            let mut json = serde_json::to_value(value).expect("a document has JSON");
            languages.leave(&mut json);
            Document::of(&json)
        };
        let [all, english, french] =
            [Languages::All, Languages::One(Language::English), Languages::One(Language::French)].map(of);
        Self { all, english, french }
    }

    /// The document in these languages.
    pub fn in_languages(&self, languages: Languages) -> &Document {
        match languages {
            Languages::All => &self.all,
            Languages::One(language) => language.say(&self.english, &self.french),
        }
    }
}

/// A body, JSON if nothing else is said, with a name for its bytes.
#[derive(Clone, Debug)]
pub struct Document {
    /// The body.
    pub body: Bytes,
    /// The first 32 hex digits of its SHA-256.
    pub hash: String,
    /// The body as it is packed for those who take it so.
    packed: Arc<OnceLock<Bytes>>,
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
    pub fn of_bytes(body: impl Into<Bytes>) -> Self {
        let body = body.into();
        let mut hash = hex::encode(Sha256::digest(&body));
        hash.truncate(32);
        Self { hash, body, packed: Arc::default() }
    }

    /// The body as `pack` makes it, which is asked once.
    pub fn packed(&self, pack: impl FnOnce(&[u8]) -> Vec<u8>) -> Bytes {
        self.packed.get_or_init(|| pack(&self.body).into()).clone()
    }
}

impl Catalogue {
    /// Describes `games`.
    pub fn new(games: &Registry, settings: &AdviceSettings) -> Self {
        let abouts: Vec<GameAbout> = games.games().filter_map(|game| GameAbout::of(game, settings)).collect();
        let list = RulesetList { items: abouts.iter().map(|about| about.item.clone()).collect() };
        let games = abouts.iter().map(|about| (about.item.game, Documents::of(about))).collect();
        Self { list: Documents::of(&list), games }
    }

    /// All games, in short.
    pub fn list(&self) -> &Documents {
        &self.list
    }

    /// One game, in full.
    pub fn game(&self, id: &str) -> Option<&Documents> {
        self.games.iter().find(|(game, _)| *game == id).map(|(_, document)| document)
    }
}
