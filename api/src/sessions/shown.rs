//! What every look at a game has in it, written once.

use serde_json::value::{RawValue, to_raw_value};
use tapis_games::ruleset::Ruleset;

/// A ruleset and its JSON, which every look at the game has in it.
pub struct ShownRuleset {
    ruleset: Ruleset,
    /// Its JSON.
    pub text: Box<RawValue>,
}

impl ShownRuleset {
    /// Writes the JSON of a ruleset once.
    ///
    /// # Errors
    /// It has none; does not happen.
    pub fn new(ruleset: Ruleset) -> serde_json::Result<Self> {
        Ok(Self { text: to_raw_value(&ruleset)?, ruleset })
    }
}

impl std::ops::Deref for ShownRuleset {
    type Target = Ruleset;

    fn deref(&self) -> &Ruleset {
        &self.ruleset
    }
}
