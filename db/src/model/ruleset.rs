//! Rulesets as they are stored.

use super::{Digest, Json};

/// A ruleset, stored once under its hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesetRecord {
    /// The hash that names it, computed by the caller.
    pub hash: Digest,
    /// The game's id: `richelieu`.
    pub game: String,
    /// The version of the rules text.
    pub rules_version: u32,
    /// All options, as canonical JSON.
    pub options: Json,
}
