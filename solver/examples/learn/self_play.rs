//! Bots of different care play against each other; quiet positions are kept with what came of them.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;
use tapis_games::game::{Game, Published, Turn};
use tapis_games::log::Ply;
use tapis_games::seat::{BySeat, Seat};
use tapis_solver::bots::Bot;
use tapis_solver::control::Control;
use tapis_solver::heuristics::Heuristics;
use tapis_solver::learned::{Inputs, Network, POINTS_UNIT, inputs_of, softmax};
use tapis_solver::sampling::{Lines, Tuning};
use tapis_solver::simulation::{Seeds, deal_seed, log};

use crate::plan::Round;

/// A position and what came of it.
pub struct Position {
    /// The number of the game.
    pub game: u64,
    /// By seat.
    pub inputs: BySeat<Inputs>,
    /// What the outputs should have been.
    pub target: Target,
}

/// What came of a position.
#[derive(Clone)]
pub struct Target {
    /// By seat: the win share, or the strength.
    pub strengths: BySeat<f64>,
    /// Whether the strengths are win shares, so that the outputs are logarithms of odds.
    pub shares: bool,
    /// By seat, in units of [`POINTS_UNIT`].
    pub points: BySeat<f64>,
}

/// The temperatures of bots, which make them err.
const TEMPERATURES: [f64; 4] = [0.0, 0.02, 0.06, 0.2];
/// How much of a target comes from later positions, for each position in between.
const LAMBDA: f64 = 0.93;
/// One seat in this many is a greedy bot.
const GREEDY: u32 = 8;

/// Plays a round. The positions come in the order of the games.
pub fn play<G: Published + Heuristics>(
    rulesets: &[G],
    network: Option<&'static Network>,
    round: &Round,
    seed: u64,
) -> Vec<Position> {
    let mut experiment = [0; 32];
    experiment[..8].copy_from_slice(&seed.to_le_bytes());
    let game = |number: u64| {
        let rules = &rulesets[(number % rulesets.len() as u64) as usize];
        one_game(rules, network, round.lines, experiment, number)
    };
    (0..round.games).into_par_iter().map(game).collect::<Vec<_>>().into_iter().flatten().collect()
}

fn one_game<G: Published + Heuristics>(
    rules: &G,
    network: Option<&'static Network>,
    lines: u64,
    experiment: [u8; 32],
    number: u64,
) -> Vec<Position> {
    let seed = deal_seed(experiment, number);
    let mut rng = ChaCha8Rng::from_seed(seed.0);
    let ends = network.map_or(Lines::Played, Lines::EvaluatedBy);
    let bots: Vec<Bot> = (0..rules.seats())
        .map(|_| {
            if rng.random_range(0..GREEDY) == 0 {
                return Bot::Greedy;
            }
            let temperature = TEMPERATURES[rng.random_range(0..TEMPERATURES.len())];
            let tuning = if network.is_some() { Tuning::learned() } else { Tuning::plain() };
            Bot::Solver { iterations: lines, tuning: Tuning { lines: ends, temperature, ..tuning } }
        })
        .collect();
    let plies = log(rules, &bots, Seeds::from(seed), &Control::default()).expect("bots play by the rules");
    let mut positions = positions(rules, &plies, number);
    if let Some(network) = network {
        lambda_returns(&mut positions, network);
    }
    positions
}

/// Mixes the result of a line with what the network of the round before thought of the positions that followed (TD(λ): Sutton
/// 1988). Those say more about a position than a result that hangs on many moves still to come.
fn lambda_returns(positions: &mut [Position], network: &Network) {
    let mut following: Option<(BySeat<f64>, BySeat<f64>)> = None;
    for position in positions.iter_mut().rev() {
        let end = position.target.strengths.clone();
        // Positions with the same end are of one line.
        let target = match following.take().filter(|(line, _)| *line == end) {
            Some((_, target)) => target,
            None => end.clone(),
        };
        let outputs = BySeat::from_fn(end.len(), |seat| network.outputs(&position.inputs[seat]).strength);
        let thought = if position.target.shares { softmax(&outputs) } else { outputs };
        let mix = |seat: Seat| LAMBDA * target[seat] + (1.0 - LAMBDA) * thought[seat];
        following = Some((end, BySeat::from_fn(thought.len(), mix)));
        position.target.strengths = target;
    }
}

/// The quiet positions of a game.
fn positions<G: Published + Heuristics>(rules: &G, plies: &[Ply<G>], game: u64) -> Vec<Position> {
    let mut state = rules.start();
    let (mut open, mut done) = (Vec::new(), Vec::new());
    for ply in plies {
        if let Some((_, mv)) = ply.action {
            rules.play(&mut state, mv).expect("a recorded move");
        }
        settle(rules, &state, &mut open, &mut done, game);
        for outcome in &ply.chance {
            rules.resolve(&mut state, outcome).expect("a recorded outcome");
        }
        settle(rules, &state, &mut open, &mut done, game);
        if matches!(rules.turn(&state), Turn::Player(_)) && rules.is_quiet(&state) {
            open.push(inputs_of(rules, &state));
        }
    }
    done
}

/// Gives the open positions their target if a line of the search would end in `state`.
fn settle<G: Published + Heuristics>(
    rules: &G,
    state: &G::State,
    open: &mut Vec<BySeat<Inputs>>,
    done: &mut Vec<Position>,
    game: u64,
) {
    let turn = rules.turn(state);
    let between =
        turn == Turn::Chance && rules.round_scores(state).is_some() && rules.between_rounds(state).is_some();
    if open.is_empty() || !(between || turn == Turn::Over) {
        return;
    }
    let target = target(rules, state);
    done.extend(open.drain(..).map(|inputs| Position { game, inputs, target: target.clone() }));
}

fn target<G: Game + Heuristics>(rules: &G, end: &G::State) -> Target {
    let payoffs = rules.payoffs(end);
    let points = BySeat::from_fn(rules.seats(), |seat: Seat| f64::from(payoffs.scores[seat]) / POINTS_UNIT);
    match rules.strengths(end) {
        Some(strengths) => Target { strengths, shares: false, points },
        None => Target { strengths: payoffs.shares, shares: true, points },
    }
}
