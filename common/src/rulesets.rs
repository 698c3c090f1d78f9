//! Rulesets by hash: made once, kept while they are in use, stored in the database.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use parking_lot::RwLock;
use serde_json::Value;
use tapis_db::model::{Digest, Json, RulesetRecord};
use tapis_db::{Store, StoreError};
use tapis_games::erased::AnyRuleset;
use tapis_games::locale::{Said, said};
use tapis_games::ruleset::{Fault, Ruleset};
use tapis_games::text;
use tapis_solver::registry::{RegisteredGame, Registry};

use crate::kept::Kept;
use crate::serving;
use crate::{FieldError, ServiceError};

/// Most rulesets kept at once.
const CAPACITY: usize = 512;
/// Most bytes of options of which is kept what was said of them; a ruleset uses some times as much.
const WANTED_BYTES: usize = 4 << 20;

/// What comes of options: the rules they make, or everything wrong with them.
type Judged = Result<Arc<dyn AnyRuleset>, Vec<Fault>>;

/// The rulesets in use.
pub struct Rulesets {
    games: Registry,
    in_use: RwLock<HashMap<String, Arc<dyn AnyRuleset>>>,
    /// By game.
    defaults: HashMap<String, Arc<dyn AnyRuleset>>,
    /// What was said of options that somebody wrote, by their hash.
    wanted: Kept<[u8; 32], Judged>,
    /// The hashes of the default rulesets, for every number of players.
    default_hashes: OnceLock<HashSet<String>>,
}

/// Why there is no such ruleset.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", self.said())]
pub enum RulesetError {
    /// No game of that id.
    UnknownGame(String),
    /// No ruleset of that hash.
    UnknownHash,
    /// The options are not options of the game.
    Faults(Vec<Fault>),
    /// The ruleset is of a version of the rules that this program no longer plays.
    Retired {
        /// The ruleset's version.
        found: u32,
        /// The version played now.
        played: u32,
    },
    /// What is stored is not what its hash says.
    Damaged(String),
    /// The store cannot tell.
    Store(#[from] StoreError),
}

impl RulesetError {
    /// In words.
    pub fn said(&self) -> Said {
        match self {
            Self::UnknownGame(game) => said("no_game").with("game", game),
            Self::UnknownHash => said("no_ruleset"),
            Self::Faults(_) => said("options_invalid"),
            Self::Retired { found, played } => said("retired").with("found", found).with("played", played),
            Self::Damaged(why) => Said::foreign(format!("the stored ruleset is damaged: {why}")),
            Self::Store(error) => Said::foreign(error.to_string()),
        }
    }

    /// The refusal of a body that names no ruleset; `pointer` leads to the options.
    pub fn into_error(self, pointer: &str) -> ServiceError {
        match self {
            Self::Faults(faults) => {
                let at = |fault: Fault| FieldError::new(format!("{pointer}{}", fault.pointer), fault.detail);
                ServiceError::Invalid(faults.into_iter().map(at).collect())
            }
            Self::Store(error) => error.into(),
            other => ServiceError::internal(other),
        }
    }
}

impl Rulesets {
    /// The default rulesets of `games`.
    pub fn new(games: Registry) -> Self {
        let defaults = games.games().filter_map(|game| game.ruleset("{}").ok());
        let defaults: HashMap<_, _> = defaults.map(|rules| (rules.ruleset().game.clone(), rules)).collect();
        let in_use =
            defaults.values().map(|rules| (rules.ruleset().hash.clone(), Arc::clone(rules))).collect();
        Self {
            games,
            in_use: RwLock::new(in_use),
            defaults,
            wanted: Kept::new(WANTED_BYTES),
            default_hashes: OnceLock::new(),
        }
    }

    /// The games there are.
    pub fn games(&self) -> &Registry {
        &self.games
    }

    /// The ruleset of `game` with the options of this JSON text.
    ///
    /// # Errors
    /// The game is unknown, or the options have faults.
    pub fn by_options(&self, game: &str, options: &str) -> Result<Arc<dyn AnyRuleset>, RulesetError> {
        let game = self.games.game(game).ok_or_else(|| RulesetError::UnknownGame(game.to_owned()))?;
        serving::long("options");
        let found = game.ruleset(options);
        let found = found.map_err(RulesetError::Faults);
        Ok(self.keep(found?))
    }

    /// As [`Rulesets::by_options`], of options that somebody writes now: their texts are checked, see
    /// [`text`]. What was stored before that check was there is taken as it is.
    ///
    /// # Errors
    /// As there.
    pub fn wanted(&self, game: &str, options: &str) -> Result<Arc<dyn AnyRuleset>, RulesetError> {
        if let Some(known) = self.known(game, options) {
            return known;
        }
        let said = match self.by_options(game, options) {
            Ok(ruleset) => {
                let written: Value = serde_json::from_str(options).unwrap_or_default();
                match text::faults(&written, "") {
                    faults if faults.is_empty() => Ok(ruleset),
                    faults => Err(faults),
                }
            }
            Err(RulesetError::Faults(faults)) => Err(faults),
            Err(other) => return Err(other),
        };
        self.wanted.keep(written_as(game, options), said.clone(), options.len());
        said.map_err(RulesetError::Faults)
    }

    /// What [`Rulesets::wanted`] said of the same options before, if it is known yet: at once.
    pub fn known(&self, game: &str, options: &str) -> Option<Result<Arc<dyn AnyRuleset>, RulesetError>> {
        Some(self.wanted.get(&written_as(game, options))?.map_err(RulesetError::Faults))
    }

    /// The default ruleset of a game, where it has one: at once.
    pub fn default_of(&self, game: &str) -> Option<Arc<dyn AnyRuleset>> {
        self.defaults.get(game).map(Arc::clone)
    }

    /// The ruleset of this hash if it is in use: at once.
    pub fn in_use(&self, hash: &str) -> Option<Arc<dyn AnyRuleset>> {
        self.in_use.read().get(hash).map(Arc::clone)
    }

    /// Whether a ruleset is what its game is played by when nothing is chosen but how many play.
    pub fn is_default(&self, ruleset: &Ruleset) -> bool {
        let options = |players| format!(r#"{{"players": {players}}}"#);
        let defaults = self.default_hashes.get_or_init(|| {
            let of_game = |game: &'static dyn RegisteredGame| {
                let about = game.about();
                let counted = (about.min_players..=about.max_players).map(options);
                counted.chain(["{}".to_owned()]).filter_map(move |options| game.ruleset(&options).ok())
            };
            self.games.games().flat_map(of_game).map(|rules| rules.ruleset().hash.clone()).collect()
        });
        defaults.contains(&ruleset.hash)
    }

    /// The ruleset of this hash: one in use, a default one, or a stored one. Reads the store when it is neither.
    ///
    /// # Errors
    /// See [`RulesetError`].
    pub fn by_hash(&self, hash: &str, store: &dyn Store) -> Result<Arc<dyn AnyRuleset>, RulesetError> {
        if let Some(ruleset) = self.in_use.read().get(hash) {
            return Ok(Arc::clone(ruleset));
        }
        let digest: Digest = hash.parse().map_err(|_| RulesetError::UnknownHash)?;
        let record = store.ruleset(&digest)?.ok_or(RulesetError::UnknownHash)?;
        self.by_record(&record)
    }

    /// The ruleset of this hash with its options, also of a version of the rules that is no longer played; `None` when
    /// there is none. Reads the store when it is not in use.
    ///
    /// # Errors
    /// It is damaged, or the store cannot tell.
    pub fn described(&self, hash: &str, store: &dyn Store) -> Result<Option<Ruleset>, RulesetError> {
        match self.by_hash(hash, store) {
            Ok(rules) => Ok(Some(rules.ruleset().clone())),
            Err(RulesetError::UnknownHash) => Ok(None),
            Err(RulesetError::Retired { .. } | RulesetError::UnknownGame(_)) => {
                let digest: Digest = hash.parse().map_err(|_| RulesetError::UnknownHash)?;
                store.ruleset(&digest)?.map(|record| of_record(&record)).transpose()
            }
            Err(error) => Err(error),
        }
    }

    /// The ruleset of a stored record.
    ///
    /// # Errors
    /// It is of another version of the rules, or damaged.
    pub fn by_record(&self, record: &RulesetRecord) -> Result<Arc<dyn AnyRuleset>, RulesetError> {
        let hash = record.hash.to_string();
        if let Some(ruleset) = self.in_use.read().get(&hash) {
            return Ok(Arc::clone(ruleset));
        }
        let game =
            self.games.game(&record.game).ok_or_else(|| RulesetError::UnknownGame(record.game.clone()))?;
        if game.rules_version() != record.rules_version {
            let (found, played) = (record.rules_version, game.rules_version());
            return Err(RulesetError::Retired { found, played });
        }
        serving::long("a stored ruleset");
        let ruleset = game.hashed(record.options.as_str()).map_err(RulesetError::Faults)?;
        if ruleset.ruleset().hash != hash {
            return Err(other_hash());
        }
        Ok(self.keep(ruleset))
    }

    /// Keeps a ruleset under its hash; equal ones are shared.
    fn keep(&self, ruleset: Arc<dyn AnyRuleset>) -> Arc<dyn AnyRuleset> {
        let mut kept = self.in_use.write();
        if kept.len() >= CAPACITY {
            kept.retain(|_, ruleset| Arc::strong_count(ruleset) > 1);
        }
        if kept.len() >= CAPACITY {
            return ruleset;
        }
        Arc::clone(kept.entry(ruleset.ruleset().hash.clone()).or_insert(ruleset))
    }
}

/// The name of options as somebody wrote them.
fn written_as(game: &str, options: &str) -> [u8; 32] {
    let mut hash = blake3::Hasher::new();
    hash.update(game.as_bytes()).update(&[0]).update(options.as_bytes());
    hash.finalize().into()
}

/// The ruleset of a record, whatever version of the rules it is of.
///
/// # Errors
/// Its options are no JSON, or its hash is not that of what it says.
pub fn of_record(record: &RulesetRecord) -> Result<Ruleset, RulesetError> {
    let ruleset = Ruleset {
        game: record.game.clone(),
        rules_version: record.rules_version,
        options: record.options.read().map_err(|error| RulesetError::Damaged(error.to_string()))?,
        hash: record.hash.to_string(),
    };
    if ruleset.computed_hash() == ruleset.hash { Ok(ruleset) } else { Err(other_hash()) }
}

fn other_hash() -> RulesetError {
    RulesetError::Damaged("its hash is another".to_owned())
}

/// The record of a ruleset, as it is stored.
pub fn record(ruleset: &Ruleset) -> RulesetRecord {
    RulesetRecord {
        hash: ruleset.hash.parse().expect("the hash of a ruleset is a hash"),
        game: ruleset.game.clone(),
        rules_version: ruleset.rules_version,
        options: Json::of(&ruleset.options),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_that_was_changed_is_damaged() {
        let sound = record(&Ruleset::new("whist", 1, serde_json::json!({"players": 2})));
        assert_eq!(of_record(&sound).unwrap().hash, sound.hash.to_string());
        for changed in [
            RulesetRecord { options: Json::from("{}"), ..sound.clone() },
            RulesetRecord { options: Json::from("{"), ..sound.clone() },
            RulesetRecord { rules_version: 2, ..sound.clone() },
            RulesetRecord { game: "malin".to_owned(), ..sound.clone() },
        ] {
            assert!(matches!(of_record(&changed), Err(RulesetError::Damaged(_))), "{changed:?}");
        }
    }

    #[test]
    fn a_stored_ruleset_keeps_its_hash_in_whatever_order_it_was_written() {
        let rulesets = Rulesets::new(Registry::standard());
        let deck = serde_json::json!([{"id": "parry", "copies": 8}, {"id": "boost", "copies": 8}]);
        let written = serde_json::json!({"malheur_deck": deck}).to_string();
        let now = rulesets.by_options("malin", &written).unwrap();
        let mut options = now.ruleset().options.clone();
        options["malheur_deck"] = deck;
        let stored = record(&Ruleset::new("malin", now.ruleset().rules_version, options));
        assert_ne!(stored.hash.to_string(), now.ruleset().hash, "what is written now is put in order");
        assert_eq!(rulesets.by_record(&stored).unwrap().ruleset().hash, stored.hash.to_string());
    }
}
