//! A ruleset: a game plus its options, and the hash that names it.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use crate::json;
use crate::locale::Said;

/// A ruleset.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Ruleset {
    /// The game's id.
    pub game: String,
    /// The version of the rules text.
    pub rules_version: u32,
    /// All options, defaults filled in, sorted, decks expanded. Of the numbers printed in the rules those that were changed.
    #[schema(value_type = Object)]
    pub options: Value,
    /// Lower-case hex SHA-256 of the RFC 8785 canonical JSON of `{game, options, rules_version}`.
    pub hash: String,
}

impl Ruleset {
    /// Names the ruleset of `game` with complete `options`.
    pub fn new(game: &str, rules_version: u32, options: Value) -> Self {
        let mut ruleset =
            Self { game: game.to_owned(), rules_version, options: sorted(options), hash: String::new() };
        ruleset.hash = ruleset.computed_hash();
        ruleset
    }

    /// The ruleset by its name and hash, without its options.
    pub fn reference(&self) -> RulesetReference {
        let Self { game, rules_version, hash, .. } = self.clone();
        RulesetReference { game, rules_version, hash, options: None }
    }

    /// The hash as it should be.
    pub fn computed_hash(&self) -> String {
        let named = serde_json::json!({
            "game": self.game, "rules_version": self.rules_version, "options": self.options,
        });
        hex::encode(canonical_sha256(&named))
    }
}

/// A reference to a ruleset: its options are at `GET /v1/rulesets/{game}/{hash}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"game": "richelieu", "rules_version": 1,
    "hash": "3f0c2a4d9e8b7c6a5f4e3d2c1b0a99887766554433221100ffeeddccbbaa9988"}))]
pub struct RulesetReference {
    /// The game's id.
    pub game: String,
    /// The version of its rules text.
    pub rules_version: u32,
    /// Lower-case hex SHA-256 of the RFC 8785 canonical JSON of `{game, options, rules_version}`.
    pub hash: String,
    /// All options, where they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub options: Option<Value>,
}

/// SHA-256 of the RFC 8785 canonical JSON of `value`.
///
/// # Panics
/// `value` has no canonical form: a number that is not finite, or a map whose keys are no texts.
pub fn canonical_sha256<T: Serialize>(value: &T) -> [u8; 32] {
    Sha256::digest(json::canonical(value).expect("what is hashed has canonical JSON")).into()
}

/// As [`canonical_sha256`], for a value that declares its members in canonical order: its JSON is canonical as it is
/// written. The conformance suite compares both.
pub(crate) fn declared_sha256<T: Serialize>(value: &T) -> [u8; 32] {
    Sha256::digest(serde_json::to_vec(value).expect("what is hashed has JSON")).into()
}

fn sorted(value: Value) -> Value {
    match value {
        Value::Object(map) => {
            let mut entries: Vec<_> = map.into_iter().map(|(key, value)| (key, sorted(value))).collect();
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            Value::Object(entries.into_iter().collect())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(sorted).collect()),
        other => other,
    }
}

/// Whether a number of the options is as printed. Such a number stands in no ruleset: rulesets that say nothing of it keep their
/// names.
pub(crate) fn printed<const N: u8>(number: &u8) -> bool {
    *number == N
}

/// More faults of options than these are neither looked for nor told: a list may be as long as a request.
pub(crate) const MOST_FAULTS: usize = 100;

/// One thing wrong with options or a deck.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{detail}", place(.pointer))]
pub struct Fault {
    /// JSON pointer (RFC 6901) to the fault, within the options.
    pub pointer: String,
    /// What is wrong and what would be right.
    pub detail: Said,
}

/// The place before what is wrong; nothing where the whole is.
fn place(pointer: &str) -> String {
    if pointer.is_empty() { String::new() } else { format!("{pointer}: ") }
}

impl Fault {
    /// A fault at `pointer`.
    pub fn new(pointer: impl Into<String>, detail: impl Into<Said>) -> Self {
        Self { pointer: pointer.into(), detail: detail.into() }
    }

    /// Nothing, where there are no faults.
    ///
    /// # Errors
    /// The faults.
    pub fn none(faults: impl IntoIterator<Item = Self>) -> Result<(), Vec<Self>> {
        let faults: Vec<_> = faults.into_iter().collect();
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }
}
