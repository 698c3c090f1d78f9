//! Compares the exhaustive search with the oracle under random switches.

use rand::Rng;
use rand::rngs::ChaCha8Rng;
use rayon::prelude::*;
use tapis_games::game::{Game, Observed};
use tapis_games::seat::Seat;
use tapis_solver::control::Control;
use tapis_solver::exhaustive::{Problem, SearchBudget, Tuning, World, run};
use tapis_solver::heuristics::Heuristics;
use tapis_solver::oracle;
use tapis_solver::report::TOLERANCE;
use tapis_solver::request::{Concept, Objective};

use super::positions::{coin, pick, rng};

/// Maximal number of positions for the oracle in one test. Larger endgames are drawn again.
pub const ORACLE_NODES: u64 = 20_000;

/// The number in the environment variable `name`, or `default`.
pub fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Compares `count` positions in a pool of two threads.
pub fn series(count: u64, one: impl Fn(u64, &mut ChaCha8Rng) -> Result<u64, String> + Sync) {
    let seed = setting("TAPIS_ORACLE_SEED", 1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("a pool of two");
    let compare = |n| {
        let fault = |fault| panic!("TAPIS_ORACLE_SEED={seed}, position {n}: {fault}");
        one(n, &mut rng(seed, n)).unwrap_or_else(fault)
    };
    let nodes: u64 = pool.install(|| (0..count).into_par_iter().map(compare).sum());
    println!("{count} positions, {nodes} nodes searched");
    assert!(nodes > count, "the positions were trivial: {nodes} nodes");
}

/// Whether the whole tree to the end of the round has at most `left` nodes. Counts them down.
pub fn fits<G: Game>(rules: &G, state: &G::State, left: &mut u64) -> bool {
    let Some(rest) = left.checked_sub(1) else { return false };
    *left = rest;
    if rules.round_scores(state).is_some() {
        return true;
    }
    if let Some(outcomes) = rules.chances(state) {
        return outcomes.iter().all(|(outcome, _)| {
            let mut child = state.clone();
            rules.resolve(&mut child, outcome).is_ok() && fits(rules, &child, left)
        });
    }
    rules.legal_moves(state).iter().all(|&mv| {
        let mut child = state.clone();
        rules.play_unchecked(&mut child, mv);
        fits(rules, &child, left)
    })
}

/// Random switches, and tables from one bucket to ample.
fn switches<R: Rng + ?Sized>(rng: &mut R) -> Tuning {
    Tuning {
        table_bytes: pick(rng, &[0, 1 << 12, 1 << 20]),
        table_from: pick(rng, &[0, 1, 3]),
        bounds: coin(rng),
        ends: coin(rng),
        deepening: coin(rng),
    }
}

pub fn compare<G: Heuristics + Observed>(
    rules: &G,
    worlds: Vec<(G::State, u64)>,
    seat: Seat,
    objective: Objective,
    concept: Option<Concept>,
    rng: &mut ChaCha8Rng,
) -> Result<u64, String> {
    let question = oracle::Problem { seat, objective, concept: concept.unwrap_or(Concept::Maxn) };
    let expected = oracle::solve(rules, &worlds, question);
    let problem = Problem {
        rules,
        seat,
        objective,
        concept,
        moves: rules.legal_moves(&worlds[0].0).to_vec(),
        worlds: World::list(worlds.clone()),
        tuning: switches(rng),
        threads: pick(rng, &[1, 2]),
        expected: 1000.0,
        plies_shown: pick(rng, &[0, 6]),
    };
    let analysis = run(&problem, &Control::default(), SearchBudget::default(), None);
    let about = || format!("{question:?} {:?} threads {}\n{worlds:?}", problem.tuning, problem.threads);
    if !analysis.proved() || analysis.depth.is_some() || analysis.worlds.len() != worlds.len() {
        return Err(format!("not solved: {}", about()));
    }
    let found = problem.average(&analysis);
    let seats = match concept {
        Some(Concept::Maxn) => Seat::all(rules.seats()).collect(),
        _ => vec![seat],
    };
    for (i, mv) in problem.moves.iter().enumerate() {
        for seat in &seats {
            let (found, expected) = (found[i][seat.index()], expected[i][seat.index()]);
            if (found - expected).abs() > TOLERANCE {
                return Err(format!("{mv:?} is value {expected} to {seat:?}, not {found}: {}", about()));
            }
        }
    }
    let best = |values: &[tapis_solver::exhaustive::objective::SeatValues]| -> Vec<usize> {
        let own = |i: usize| values[i][seat.index()];
        let most = (0..values.len()).map(own).fold(f64::NEG_INFINITY, f64::max);
        (0..values.len()).filter(|&i| own(i) >= most - TOLERANCE).collect()
    };
    if best(&found) != best(&expected) {
        return Err(format!("best moves {:?}, not {:?}: {}", best(&found), best(&expected), about()));
    }
    Ok(analysis.nodes)
}
