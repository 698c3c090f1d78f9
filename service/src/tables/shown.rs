//! What every look at a game has in it, written once.

use tapis_games::json::{Made, NoJson};
use tapis_games::ruleset::Ruleset;

/// A ruleset and its JSON, which every look at the game has in it.
pub struct ShownRuleset {
    ruleset: Ruleset,
    /// Its JSON.
    pub text: Made,
}

impl ShownRuleset {
    /// Writes the JSON of a ruleset once.
    ///
    /// # Errors
    /// It has none; does not happen.
    pub fn new(ruleset: Ruleset) -> Result<Self, NoJson> {
        Ok(Self { text: Made::of(&ruleset)?, ruleset })
    }
}

impl std::ops::Deref for ShownRuleset {
    type Target = Ruleset;

    fn deref(&self) -> &Ruleset {
        &self.ruleset
    }
}
