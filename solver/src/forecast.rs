//! Estimates the size of the rest of a game.

use hashbrown::HashSet;
use rand::rngs::ChaCha8Rng;
use tapis_games::game::{Game, Hidden, InformationSet, Published, Turn, WorldCount};
use tapis_games::random::below;

use crate::heuristics::{Heuristics, draw};
use crate::request::{Concept, Objective};
use crate::task::Task;

/// The number of playouts.
const PLAYOUTS: u32 = 16;

/// Playouts stop after this many plies. A larger game is out of reach anyway.
const MAX_PLIES: u32 = 400;

/// Stream of the task's generator.
const STREAM: u64 = 1;

/// Maximal number of worlds listed to count the different ones.
const MAX_LISTED: usize = 1 << 12;

/// How the number of positions in an exhaustive search grows with the tree, as powers of ten: with the product of the
/// numbers of moves along a line, and with the product of the numbers of outcomes. Fitted to about 700 endgames of
/// Richelieu with open and with unknown discs, for two to four players. Single positions deviate by a factor of up to
/// ten.
///
/// The offset, and the factors of moves and of outcomes.
fn growth(objective: Objective, concept: Option<Concept>) -> [f64; 3] {
    match (concept, objective) {
        (None, Objective::WinShare) => [0.7, 0.32, 0.75],
        (None, _) => [1.0, 0.44, 0.95],
        (Some(Concept::Paranoid), Objective::WinShare) => [1.0, 0.37, 0.75],
        (Some(Concept::Paranoid), _) => [1.3, 0.5, 0.95],
        (Some(Concept::Maxn), Objective::WinShare) => [0.65, 0.58, 1.0],
        (Some(Concept::Maxn), _) => [1.1, 0.77, 1.0],
    }
}

/// The size of the rest of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// Expected positions of an exhaustive search of one world, as a power of ten.
    pub log10_nodes: f64,
    /// The number of worlds to solve, as a power of ten.
    pub log10_worlds: f64,
    /// How many worlds a list of all has; `None` where that is too long, or nobody knows what is hidden.
    pub listed: Option<usize>,
    /// Whether lines reach chance that can only be sampled: another deal.
    pub several_rounds: bool,
}

impl Forecast {
    /// Expected positions of an exhaustive search of all worlds, as a power of ten.
    pub fn log10_total(&self) -> f64 {
        self.log10_nodes + self.log10_worlds
    }
}

/// Forecasts the rest of the game of `task`. A function of its log, objective and concept alone.
pub fn forecast<G: Published + Heuristics>(task: &Task<'_, G>) -> Forecast {
    let mut rng = task.rng(STREAM);
    let mut sum = PlayoutSize::default();
    for _ in 0..PLAYOUTS {
        let world = task.knowledge.sample_world(task.rules, &mut rng);
        let size = playout(task.rules, world, &mut rng);
        sum.moves += size.moves;
        sum.outcomes += size.outcomes;
        sum.horizon |= size.horizon;
    }
    let mean = |sum: f64| sum / f64::from(PLAYOUTS);
    let to_the_end = if sum.horizon { Objective::RoundPayoff } else { Objective::WinShare };
    let [offset, moves, outcomes] = growth(task.request.objective.unwrap_or(to_the_end), task.concept);
    let (log10_worlds, listed) = worlds(task);
    Forecast {
        log10_nodes: offset + moves * mean(sum.moves) + outcomes * mean(sum.outcomes),
        log10_worlds,
        listed,
        several_rounds: sum.horizon,
    }
}

/// The number of different worlds to solve, as a power of ten, and how many were listed. Beyond the listing limit it is guessed from their
/// count: some differ only in chance or have equal values.
fn worlds<G: Published + Heuristics>(task: &Task<'_, G>) -> (f64, Option<usize>) {
    if task.knowledge.hidden(task.rules) != Hidden::Private {
        return (0.0, None);
    }
    let listed = task.knowledge.worlds(task.rules, MAX_LISTED);
    let different = match &listed {
        Some(worlds) => {
            let key = |(world, _): &(G::State, u64)| task.rules.value_key(world, task.objective);
            worlds.iter().map(key).collect::<HashSet<_>>().len() as f64
        }
        None => {
            let count = match task.knowledge.count_worlds(task.rules) {
                WorldCount::Exact(count) => count as f64,
                WorldCount::Estimate(count) => count,
            };
            count.powf(0.75).max(MAX_LISTED as f64)
        }
    };
    (different.max(1.0).log10(), listed.map(|worlds| worlds.len()))
}

/// The measurements of one playout.
#[derive(Default)]
struct PlayoutSize {
    /// The product of the numbers of moves, as a power of ten.
    moves: f64,
    /// The product of the numbers of outcomes, as a power of ten.
    outcomes: f64,
    /// Whether it ended at chance that can only be sampled.
    horizon: bool,
}

fn playout<G: Game>(rules: &G, mut state: G::State, rng: &mut ChaCha8Rng) -> PlayoutSize {
    let (mut size, mut plies) = (PlayoutSize::default(), 0);
    while plies < MAX_PLIES {
        match rules.turn(&state) {
            Turn::Over => break,
            Turn::Chance => {
                let Some(outcomes) = rules.chances(&state) else {
                    size.horizon = true;
                    break;
                };
                size.outcomes += (outcomes.len().max(1) as f64).log10();
                if draw(rules, &mut state, rng).is_none() {
                    break;
                }
            }
            Turn::Player(_) => {
                let moves = rules.legal_moves(&state);
                let Some(&mv) = moves.get(below(rng, moves.len() as u32) as usize) else { break };
                size.moves += (moves.len() as f64).log10();
                plies += 1;
                rules.play_unchecked(&mut state, mv);
            }
        }
    }
    size
}
