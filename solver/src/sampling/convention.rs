//! Decisions that follow a convention, for bots with a learned evaluation: an announcement is judged on worlds in which the seats
//! that follow keep to the convention.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tapis_games::game::{Observed, Turn};
use tapis_games::seat::BySeat;

use super::playout::MAX_PLIES;
use super::setup::Question;
use super::stream;
use super::temperature;
use super::tuning::Tuning;
use super::worker::SearchContext;
use crate::heuristics::Heuristics;
use crate::learned::inputs_of;

/// Worlds in which each announcement is judged.
const WORLDS: u64 = 100;

/// The index of the announcement with the best mean utility over [`WORLDS`] worlds, or of one drawn by the bot's temperature. `None` where the position follows no
/// convention or the game has no learned evaluation.
pub(crate) fn announcement<G: Observed + Heuristics>(
    question: &Question<'_, G>,
    tuning: Tuning,
) -> Option<usize> {
    let rules = question.rules;
    rules.conventional_move(question.world)?;
    let context = question.context(None, WORLDS, tuning);
    context.network?;
    let mut sums = vec![0.0; question.moves.len()];
    let mut rng = stream::keyed(question.seed, stream::FACTS);
    let mut place = 0;
    for world in 0..WORLDS {
        let state = context.determinizer.next(rules, question.knowledge, question.seat, &mut place, &mut rng);
        for (sum, &mv) in sums.iter_mut().zip(question.moves) {
            let mut after = state.clone();
            rules.play_unchecked(&mut after, mv);
            // The same random numbers for every announcement.
            *sum += utility(&context, after, &mut Xoshiro256PlusPlus::seed_from_u64(world));
        }
    }
    sums.iter_mut().for_each(|sum| *sum /= WORLDS as f64);
    Some(temperature::draw(&sums, tuning.temperature, &mut rng))
}

/// The utility to the seat advised once the others have announced by convention and the position is quiet.
fn utility<G: Observed + Heuristics>(
    context: &SearchContext<'_, G>,
    mut state: G::State,
    rng: &mut Xoshiro256PlusPlus,
) -> f64 {
    let SearchContext { rules, goal, network, .. } = context;
    for _ in 0..MAX_PLIES {
        if !matches!(rules.turn(&state), Turn::Player(_)) || rules.is_quiet(&state) {
            break;
        }
        let mv = rules.conventional_move(&state).or_else(|| rules.playout_move(&state, rng));
        let Some(mv) = mv.or_else(|| rules.random_move(&state, rng)) else { break };
        rules.play_unchecked(&mut state, mv);
    }
    let leaf = match network.filter(|_| rules.is_quiet(&state)) {
        Some(network) => {
            let inputs = inputs_of(*rules, &state);
            let outputs = BySeat::from_fn(rules.seats(), |seat| network.outputs(&inputs[seat]));
            goal.evaluated_leaf(&rules.outlook(&state, &outputs))
        }
        None => goal.leaf(*rules, &state),
    };
    f64::from(leaf.utility(goal.seat))
}
