//! What a move changed in the worlds that its seat believed possible.

use rand::Rng;
use rand::rngs::ChaCha8Rng;
use tapis_games::belief::pick;
use tapis_games::erased::knowledge;
use tapis_games::game::{InformationSet, Published, Turn};
use tapis_games::log::ObservationLog;
use tapis_games::seat::{BySeat, Seat};

use super::rounds::Rounds;
use super::{Expected, ReferenceError, Sampling, mean, policy};
use crate::control::Control;
use crate::heuristics::Heuristics;
use crate::sampling::stream::keyed;

/// Worlds from which one is chosen by how well it explains what the others announced, where a game models that.
const CANDIDATES: usize = 8;
/// The streams of the plays; below it are those of the worlds.
const PLAYS: u64 = 1 << 32;

/// The mean change of each seat's value by the move `notation` over `sampling.outcomes` worlds that agree with all that `log` says, as
/// likely as its seat has reason to believe. Both positions of a world are played with the same random numbers.
///
/// # Errors
/// The log or the move does not fit the rules; [`ReferenceError::Cancelled`].
pub(super) fn change<G: Published + Heuristics>(
    (rules, rounds): (&G, Option<&Rounds>),
    log: &ObservationLog,
    notation: &str,
    sampling: Sampling,
    control: &Control,
) -> Result<BySeat<Expected>, ReferenceError> {
    let knowledge = knowledge(rules, log)?;
    let seat = log.seat.unwrap_or_default();
    let mut changes = Vec::with_capacity(sampling.outcomes as usize);
    for number in 0..u64::from(sampling.outcomes.max(1)) {
        if control.cancel.is_cancelled() {
            return Err(ReferenceError::Cancelled);
        }
        let before = world(rules, &knowledge, seat, &mut keyed(sampling.seed, number));
        let mut after = before.clone();
        let mv = rules.parse(&before, notation).map_err(|error| unreadable(log, &error))?;
        rules.play(&mut after, mv)?;
        let mut seeds = keyed(sampling.seed, PLAYS + number);
        let seeds: Vec<u64> = (0..sampling.plays.max(1)).map(|_| seeds.next_u64()).collect();
        let [before, after] = [before, after].map(|state| value(rules, rounds, &state, &seeds));
        changes.push(BySeat::from_fn(rules.seats(), |seat| after[seat].value - before[seat].value));
    }
    Ok(mean::of_changes(rules.seats(), &changes))
}

/// One world, by the chance of the deal and by what the others announced.
fn world<G: Published + Heuristics>(
    rules: &G,
    knowledge: &G::Knowledge,
    seat: Seat,
    rng: &mut ChaCha8Rng,
) -> G::State {
    let first = knowledge.sample_world(rules, rng);
    let Some(likelihood) = rules.log_likelihood(&first, seat) else { return first };
    let mut worlds = vec![(first, likelihood)];
    worlds.resize_with(CANDIDATES, || {
        let world = knowledge.sample_world(rules, rng);
        let likelihood = rules.log_likelihood(&world, seat).unwrap_or(f64::NEG_INFINITY);
        (world, likelihood)
    });
    let most = worlds.iter().map(|(_, likelihood)| *likelihood).fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = worlds.iter().map(|(_, likelihood)| (likelihood - most).exp()).collect();
    worlds.swap_remove(pick(&weights, rng).unwrap_or(0)).0
}

fn value<G: Published + Heuristics>(
    rules: &G,
    rounds: Option<&Rounds>,
    state: &G::State,
    seeds: &[u64],
) -> BySeat<Expected> {
    if rules.turn(state) == Turn::Over {
        return mean::of_end(&rules.payoffs(state).shares);
    }
    let plays: Vec<_> =
        seeds.iter().map(|&seed| policy::shares(rules, rounds, state.clone(), seed)).collect();
    mean::of_games(rules.seats(), &plays)
}

fn unreadable(log: &ObservationLog, error: &impl ToString) -> ReferenceError {
    tapis_games::erased::LogError { ply: log.plies.len() as u32, reason: error.to_string() }.into()
}
