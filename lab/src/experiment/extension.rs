//! Plans that ask the same of more games.

use std::collections::HashSet;

use serde_json::Value;
use tapis_common::rulesets::Rulesets;
use tapis_db::{Store, StoreError};

use super::plan::{Compare, Goal, Plan, PlannedArm, Stop, seed_of};

/// So many of the newest experiments are looked through.
const MOST_LOOKED_THROUGH: usize = 10_000;

impl Plan {
    /// The plan as it stands among those of the store. One that differs from earlier ones in nothing but its number of games and
    /// when it stops looks at the same deals once more: it `extends` them, so that it spends only what they left.
    ///
    /// # Errors
    /// The store cannot tell.
    pub fn among(&self, rulesets: &Rulesets, store: &dyn Store) -> Result<Self, StoreError> {
        if store.experiment(&self.id())?.is_some() {
            return Ok(self.clone());
        }
        let mut records = store.experiments(MOST_LOOKED_THROUGH)?;
        records.reverse();
        let question = self.question(rulesets, store);
        let known = records.iter().filter_map(|record| record.plan.read::<Self>().ok());
        // Rules take some time to read: only where all else may be the same.
        let known = known.filter(|known| known.game == self.game && known.metric == self.metric);
        let earlier: Vec<Self> = known.filter(|known| known.question(rulesets, store) == question).collect();
        let by_itself = |plan: &Self| Self { extends: Vec::new(), ..plan.clone() };
        if let Some(same) = earlier.iter().find(|earlier| by_itself(earlier) == by_itself(self)) {
            return Ok(same.clone());
        }
        let mut seen = HashSet::new();
        let games = earlier.iter().map(|earlier| earlier.games).chain(self.extends.iter().copied());
        let extends = games.filter(|games| seen.insert(*games)).collect();
        Ok(Self { extends, ..self.clone() })
    }

    /// What is asked of the deals, whatever it is called, however many there are and whenever it ends.
    /// Arms, strengths and values in another order ask the same: what is looked at is the same differences, with the other sign. An
    /// arm is known by its rules, however its options are written.
    fn question(&self, rulesets: &Rulesets, store: &dyn Store) -> Self {
        let unnamed = |arm: &PlannedArm| {
            let arm = PlannedArm { name: String::new(), ..arm.clone() };
            match arm.rules(self, rulesets, store) {
                Ok(rules) => PlannedArm { options: None, ruleset: Some(rules.ruleset().hash.clone()), ..arm },
                Err(_) => arm,
            }
        };
        let mut arms: Vec<PlannedArm> = self.arms.iter().map(unnamed).collect();
        arms.sort_by_cached_key(|arm| serde_json::to_string(arm).unwrap_or_default());
        let mut levels = self.levels.clone();
        levels.sort_unstable();
        let mut search = self.search.clone();
        for values in search.values_mut().filter_map(Value::as_array_mut) {
            values.sort_by_cached_key(Value::to_string);
        }
        Self {
            arms,
            levels,
            search,
            compare: Compare::default(),
            goal: Goal::default(),
            games: 0,
            seed: hex::encode(seed_of(&self.seed)),
            minimum_effect: 0.0,
            confidence: 0.0,
            stop: Stop::default(),
            extends: Vec::new(),
            ..self.clone()
        }
    }
}
