//! Chooses the worlds to solve, and their order.

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_games::game::{InformationSet, Published};
use tapis_games::random::shuffle;

use super::problem::World;
use crate::heuristics::Heuristics;
use crate::task::Task;

/// Maximal number of worlds to list without a limit in the request. A search never gets through more.
const MAX_LISTED: usize = 1 << 17;

/// Worlds drawn if there are too many to list.
const SAMPLE_SIZE: usize = 1 << 10;

/// The worlds of a task.
pub struct Worlds<S> {
    /// In random order, so that every solved prefix is a random sample. Equivalent worlds are merged.
    pub list: Vec<World<S>>,
    /// All worlds that agree with the knowledge before merging, in the order of the rules; `None` if `list` is a sample.
    pub unmerged: Option<Vec<World<S>>>,
}

/// All worlds of `task`, or a sample whose size the budget sets, drawn with the request's seed.
pub fn select<G: Published + Heuristics>(task: &Task<'_, G>) -> Worlds<G::State> {
    let mut rng = ChaCha8Rng::from_seed(task.request.seed);
    let budget =
        task.request.budget.worlds.map(|worlds| usize::try_from(worlds).unwrap_or(MAX_LISTED).max(1));
    match task.knowledge.worlds(task.rules, budget.unwrap_or(MAX_LISTED)) {
        Some(worlds) if !worlds.is_empty() => {
            let unmerged = World::list(worlds.clone());
            let mut list = merged(task, worlds);
            shuffle(&mut rng, &mut list);
            Worlds { list, unmerged: Some(unmerged) }
        }
        _ => {
            let draws = budget.unwrap_or(SAMPLE_SIZE).min(MAX_LISTED);
            let drawn = (0..draws).map(|_| (task.knowledge.sample_world(task.rules, &mut rng), 1));
            Worlds { list: merged(task, drawn), unmerged: None }
        }
    }
}

/// Merges worlds with the same value key.
fn merged<G: Published + Heuristics>(
    task: &Task<'_, G>,
    worlds: impl IntoIterator<Item = (G::State, u64)>,
) -> Vec<World<G::State>> {
    let mut list: Vec<World<G::State>> = Vec::new();
    let mut places: HashMap<u64, usize> = HashMap::new();
    for (state, weight) in worlds {
        let weight = weight as f64;
        match places.entry(task.rules.value_key(&state, task.objective)) {
            Entry::Occupied(place) => list[*place.get()].weight += weight,
            Entry::Vacant(place) => {
                place.insert(list.len());
                list.push(World { state, weight, number: list.len() });
            }
        }
    }
    list
}
