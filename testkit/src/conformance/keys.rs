//! Law: equal states have equal keys, however they came about; states with equal keys go on alike.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use tapis_games::game::Published;

use super::Trial;
use super::future::same_future;
use super::worlds::Worlds;

/// The states met in all games: by key, and the keys by how the state prints.
pub(super) struct Keys<S> {
    states: HashMap<u64, S>,
    keys: HashMap<String, u64>,
}

impl<S> Default for Keys<S> {
    fn default() -> Self {
        Self { states: HashMap::new(), keys: HashMap::new() }
    }
}

impl<S: Clone + PartialEq + std::fmt::Debug> Keys<S> {
    pub(super) fn check<G: Published<State = S>>(&mut self, trial: &Trial<G>) {
        for (ply, state) in trial.positions() {
            let key = trial.rules.key(state);
            let known = *self.keys.entry(format!("{state:?}")).or_insert(key);
            assert_eq!(known, key, "{}: one state, two keys: {state:?}", trial.at(ply));
            match self.states.entry(key) {
                Entry::Vacant(vacant) => drop(vacant.insert(state.clone())),
                Entry::Occupied(other) => {
                    let _compared = Worlds { rules: trial.rules, states: [other.get(), state] };
                    let alike = other.get() == state || same_future(trial, [other.get(), state]);
                    assert!(alike, "{}: one key, two states: {state:?} and {:?}", trial.at(ply), other.get());
                }
            }
        }
    }
}
