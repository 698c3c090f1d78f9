//! The options of Les 7 Blasons that matter for play.

use serde_json::Value;

use super::state::{Action, FAMILIES, MALANDRIN, TRICKS};
use crate::RulesError;
use crate::read::{fault, flag, number, printed, switch};

/// The switches of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// 3 to 7.
    pub players: usize,
    /// The bourgeoisie actions in play: variants 1 to 3.
    pub actions: Vec<Action>,
    /// Variant 4.
    pub religieux: bool,
    /// `ties: "cascade"`.
    pub cascade: bool,
    /// `magistrat_may_target_self`.
    pub magistrat_may_target_self: bool,
    /// Rounds of a game without ties.
    pub rounds: usize,
    /// `max_extra_rounds`.
    pub max_extra_rounds: usize,
    /// Families by seat, if the options name them.
    pub families: Option<Vec<usize>>,
    /// Printed values by character; the malandrin's counts 0.
    pub values: [i64; TRICKS],
}

impl Options {
    /// From complete options.
    ///
    /// # Errors
    /// A switch is missing or unknown.
    pub fn read(given: &Value) -> Result<Self, RulesError> {
        let variants = given["variants"].as_array().ok_or_else(|| fault("variants", given))?;
        let has = |name: &str| variants.iter().any(|variant| variant == name);
        let actions =
            [("consultent", Action::Consult), ("se_servent", Action::Serve), ("curieux", Action::Peek)];
        Ok(Self {
            players: number(given, "players")?,
            actions: actions.into_iter().filter(|(name, _)| has(name)).map(|(_, action)| action).collect(),
            religieux: has("religieux"),
            cascade: switch(given, "ties", ["one_step", "cascade"])?,
            magistrat_may_target_self: flag(given, "magistrat_may_target_self")?,
            rounds: printed(given, "rounds", 3)? as usize,
            max_extra_rounds: number(given, "max_extra_rounds")?,
            families: given["families"].as_array().map(|names| read_families(names)).transpose()?,
            values: read_values(&given["deck"]["values"])?,
        })
    }

    /// Whether a character has a power.
    pub fn has_power(&self, character: usize) -> bool {
        matches!(character, MALANDRIN | 1 | 2 | 3 | 5) || character == 4 && self.religieux
    }

    /// Bourgeoisie strengths in use, from the highest down: 3 players do without *haute*.
    pub fn strengths(&self) -> Vec<usize> {
        if self.actions.is_empty() { Vec::new() } else { (2..=self.players.min(4) + 1).rev().collect() }
    }
}

fn read_families(names: &[Value]) -> Result<Vec<usize>, RulesError> {
    let index =
        |name: &Value| FAMILIES.iter().position(|family| name == family).ok_or_else(|| fault("family", name));
    names.iter().map(index).collect()
}

fn read_values(values: &Value) -> Result<[i64; TRICKS], RulesError> {
    let read: Option<Vec<i64>> =
        values.as_array().and_then(|values| values.iter().map(Value::as_i64).collect());
    read.and_then(|read| read.try_into().ok()).ok_or_else(|| fault("deck", values))
}
