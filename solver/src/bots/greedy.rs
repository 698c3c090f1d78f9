//! The greedy bot searches one ply deep.

use rand::Rng;
use tapis_games::game::{InformationSet, Observed, Turn};
use tapis_games::random::below;

use super::BotPosition;
use crate::heuristics::{Heuristics, draw};
use crate::report::TOLERANCE;

/// The number of worlds over which an evaluation is averaged.
const WORLDS: usize = 4;

/// The index of the move with the best evaluation of the position after it. Ties are broken by move score, then at
/// random.
pub(super) fn choose<G: Observed + Heuristics, R: Rng>(situation: &BotPosition<'_, G>, rng: &mut R) -> usize {
    let BotPosition { rules, knowledge, moves, .. } = situation;
    let worlds: Vec<_> = (0..WORLDS).map(|_| knowledge.sample_world(rules, rng)).collect();
    let scores: Vec<(f64, i32)> = moves
        .iter()
        .map(|&mv| {
            let value: f64 = worlds.iter().map(|world| evaluate_move(situation, world, mv, rng)).sum();
            (value, rules.move_score(situation.world, mv))
        })
        .collect();
    let best = scores.iter().map(|score| score.0).fold(f64::NEG_INFINITY, f64::max);
    let good = |score: &(f64, i32)| score.0 >= best - TOLERANCE;
    let most = scores.iter().filter(|score| good(score)).map(|score| score.1).max();
    let equals: Vec<usize> =
        (0..moves.len()).filter(|&i| good(&scores[i]) && Some(scores[i].1) == most).collect();
    equals.get(below(rng, equals.len() as u32) as usize).copied().unwrap_or(0)
}

/// The evaluation for the seat of the position after `mv`.
fn evaluate_move<G: Observed + Heuristics, R: Rng>(
    situation: &BotPosition<'_, G>,
    world: &G::State,
    mv: G::Move,
    rng: &mut R,
) -> f64 {
    let rules = situation.rules;
    let mut state = world.clone();
    rules.play_unchecked(&mut state, mv);
    while rules.turn(&state) == Turn::Chance && draw(rules, &mut state, rng).is_some() {}
    if rules.turn(&state) == Turn::Over {
        return rules.payoffs(&state).shares.get(situation.seat).copied().unwrap_or(0.0);
    }
    rules.evaluate(&state).get(situation.seat).map_or(0.0, |evaluation| evaluation.share)
}
