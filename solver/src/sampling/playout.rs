//! Random lines from a world, outside of any tree.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tapis_games::game::{Observed, Turn};

use super::goal::Goal;
use crate::heuristics::{Heuristics, draw};

/// Maximal length of a playout. No game of the registry comes near it.
pub(crate) const MAX_PLIES: u32 = 20_000;

/// Whether the game scores moves. Tested on all moves along a random line from `world`.
pub(crate) fn has_move_scores<G: Observed + Heuristics>(rules: &G, world: &G::State) -> bool {
    let mut found = false;
    random_line(rules, world, &mut Xoshiro256PlusPlus::seed_from_u64(1), |state| {
        found = found || rules.legal_moves(state).iter().any(|&mv| rules.move_score(state, mv) != 0);
        !found
    });
    found
}

/// The end of a random line from `world`, as defined by `goal`.
pub(crate) fn random_end<G: Heuristics>(
    rules: &G,
    goal: &Goal,
    world: &G::State,
    rng: &mut Xoshiro256PlusPlus,
) -> G::State {
    random_line(rules, world, rng, |state| !goal.is_end(rules, state, rules.turn(state)))
}

/// Random lines that tell how far the end is.
const PROBES: u64 = 8;

/// The mean number of plies that seats still make until lines end.
pub(crate) fn plies_left<G: Heuristics>(rules: &G, goal: &Goal, world: &G::State) -> f64 {
    let mut plies = 0_u32;
    for probe in 0..PROBES {
        random_line(rules, world, &mut Xoshiro256PlusPlus::seed_from_u64(probe), |state| {
            let turn = rules.turn(state);
            plies += u32::from(matches!(turn, Turn::Player(_)));
            !goal.is_end(rules, state, turn)
        });
    }
    f64::from(plies) / PROBES as f64
}

/// Plays at random from `world` while `go_on` holds, at most to the end.
fn random_line<G: Heuristics>(
    rules: &G,
    world: &G::State,
    rng: &mut Xoshiro256PlusPlus,
    mut go_on: impl FnMut(&G::State) -> bool,
) -> G::State {
    let mut state = world.clone();
    for _ in 0..MAX_PLIES {
        if !go_on(&state) {
            break;
        }
        match rules.playout_move(&state, rng).or_else(|| rules.random_move(&state, rng)) {
            Some(mv) => rules.play_unchecked(&mut state, mv),
            None if rules.turn(&state) == Turn::Chance && draw(rules, &mut state, rng).is_some() => {}
            None => break,
        }
    }
    state
}
