//! How the reference player plays.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tapis_games::game::{Ply, Published, Turn};
use tapis_games::random::{Seed, Stream, below};
use tapis_games::refusal::Refusal;
use tapis_games::seat::BySeat;

use super::rounds::Rounds;
use crate::heuristics::{Heuristics, draw};
use crate::sampling::MAX_PLIES;
use crate::simulation::game::Drawing;

/// A move is the best of this many random ones by its score: more make the player stronger, and its games more alike.
const DRAWS: usize = 8;

/// The move of the reference player; `None` where no seat is to move.
pub(super) fn pick<G: Heuristics>(
    rules: &G,
    state: &G::State,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<G::Move> {
    rules
        .forced_move(state)
        .or_else(|| rules.conventional_move(state))
        .or_else(|| rules.playout_move(state, rng))
        .or_else(|| best_of_some(rules, state, rng))
}

/// The best of some random moves. Of equals the one that was drawn first.
fn best_of_some<G: Heuristics>(rules: &G, state: &G::State, rng: &mut Xoshiro256PlusPlus) -> Option<G::Move> {
    let moves = rules.legal_moves(state);
    let mut best: Option<(i32, G::Move)> = None;
    for _ in 0..DRAWS.min(moves.len()) {
        let mv = moves[below(rng, moves.len() as u32) as usize];
        let score = rules.move_score(state, mv);
        if best.is_none_or(|(most, _)| score > most) {
            best = Some((score, mv));
        }
    }
    best.map(|(_, mv)| mv)
}

/// Plays from `state` to the end of the game; what each seat got. With `rounds` the round is played, and what follows it is drawn from them:
/// what each seat gets on average.
pub(super) fn shares<G: Heuristics>(
    rules: &G,
    rounds: Option<&Rounds>,
    mut state: G::State,
    seed: u64,
) -> BySeat<f64> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..MAX_PLIES {
        if let Some(mv) = pick(rules, &state, &mut rng) {
            rules.play_unchecked(&mut state, mv);
        } else if rules.turn(&state) != Turn::Chance {
            break;
        } else if let Some(rest) = rounds.and_then(|rounds| rounds.rest(rules, &state, seed)) {
            return rest;
        } else if draw(rules, &mut state, &mut rng).is_none() {
            break;
        }
    }
    rules.payoffs(&state).shares
}

/// What the first round of a game brings; `None` where rounds are not alike.
pub(super) fn round<G: Heuristics>(rules: &G, seed: u64) -> Option<BySeat<i32>> {
    let (mut state, mut rng) = (rules.start(), Xoshiro256PlusPlus::seed_from_u64(seed));
    for _ in 0..MAX_PLIES {
        if let Some(mv) = pick(rules, &state, &mut rng) {
            rules.play_unchecked(&mut state, mv);
        } else if let Some(brought) = rules.round_brought(&state) {
            return Some(brought);
        } else if rules.turn(&state) != Turn::Chance || draw(rules, &mut state, &mut rng).is_none() {
            break;
        }
    }
    None
}

/// A game of the reference player against itself.
///
/// # Errors
/// The rules refused a move.
pub(super) fn game<G: Published + Heuristics>(rules: &G, seed: &Seed) -> Result<Vec<Ply<G>>, Refusal> {
    let (mut state, mut drawing) = (rules.start(), Drawing::new((*seed).into()));
    let chance = drawing.resolve(rules, &mut state, Stream::Deal)?;
    let mut plies = vec![Ply { n: 0, action: None, chance }];
    for n in 1.. {
        let Turn::Player(seat) = rules.turn(&state) else { break };
        let mut rng = Xoshiro256PlusPlus::from_rng(&mut seed.stream(Stream::Bot(n)));
        let Some(mv) = pick(rules, &state, &mut rng) else { break };
        rules.play(&mut state, mv)?;
        let chance = drawing.resolve(rules, &mut state, Stream::Chance(n))?;
        plies.push(Ply { n, action: Some((seat, mv)), chance });
    }
    Ok(plies)
}
