//! Which worlds are solved, and in which order.

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_games::game::Published;
use tapis_games::random::shuffle;

use super::problem::World;
use crate::heuristics::Heuristics;
use crate::task::Task;

/// Worlds that are listed where the request sets no limit: more than a search gets through.
const LISTED: usize = 1 << 17;

/// Worlds drawn where there are more than that.
const DRAWN: usize = 1 << 10;

/// The worlds of a task.
pub struct Worlds<S> {
    /// In the order to solve them: whatever part of them is solved in time is a random sample. Worlds that the rest of
    /// the game cannot tell apart are one.
    pub list: Vec<World<S>>,
    /// All worlds, look-alikes apart, in the order the rules list them; empty where some are missing.
    pub apart: Vec<World<S>>,
    /// Whether these are all worlds that agree with the knowledge.
    pub all: bool,
}

/// All worlds of `task`, or a sample of as many as its budget says, drawn with its seed.
pub fn select<G: Published + Heuristics>(task: &Task<'_, G>) -> Worlds<G::State> {
    let mut rng = ChaCha8Rng::from_seed(task.request.seed);
    let budget = task.request.budget.worlds.map(|worlds| usize::try_from(worlds).unwrap_or(LISTED).max(1));
    match task.rules.worlds(&task.knowledge, budget.unwrap_or(LISTED)) {
        Some(worlds) if !worlds.is_empty() => {
            let apart = World::list(worlds.clone());
            let mut list = merged(task, worlds);
            shuffle(&mut rng, &mut list);
            Worlds { list, apart, all: true }
        }
        _ => {
            let draws = budget.unwrap_or(DRAWN).min(LISTED);
            let drawn = (0..draws).map(|_| (task.rules.sample_world(&task.knowledge, &mut rng), 1));
            Worlds { list: merged(task, drawn), apart: Vec::new(), all: false }
        }
    }
}

/// Worlds with equal worths put together.
fn merged<G: Published + Heuristics>(
    task: &Task<'_, G>,
    worlds: impl IntoIterator<Item = (G::State, u64)>,
) -> Vec<World<G::State>> {
    let mut list: Vec<World<G::State>> = Vec::new();
    let mut places: HashMap<u64, usize> = HashMap::new();
    for (state, weight) in worlds {
        let weight = weight as f64;
        match places.entry(task.rules.worth_key(&state, task.objective)) {
            Entry::Occupied(place) => list[*place.get()].weight += weight,
            Entry::Vacant(place) => {
                place.insert(list.len());
                list.push(World { state, weight, number: list.len() });
            }
        }
    }
    list
}
