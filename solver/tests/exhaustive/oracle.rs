//! The exhaustive search equals the slow oracle: values of all root moves and sets of best moves, on random small
//! positions, every switch on and off, on one thread and on two.
//!
//! `TAPIS_ORACLE_POSITIONS` sets how many positions (default 10,000), `TAPIS_ORACLE_SEED` which.

use rand::Rng;
use rand::rngs::ChaCha8Rng;
use rayon::prelude::*;
use tapis_games::game::{Game, Observed, Published, Turn};
use tapis_games::random::below;
use tapis_games::richelieu::options::TakenDiscs;
use tapis_games::seat::Seat;
use tapis_games::sept_blasons::{self, SeptBlasons};
use tapis_games::testing::connect_four::{Board, COLUMNS, ConnectFour, ROWS};
use tapis_games::testing::dice_race::{DiceRace, Track};
use tapis_solver::control::Control;
use tapis_solver::exhaustive::{Allowance, Problem, Tuning, World, run};
use tapis_solver::heuristics::Heuristics;
use tapis_solver::oracle::{self, Question};
use tapis_solver::report::TOLERANCE;
use tapis_solver::request::{Concept, Objective};

use super::games::{self, Table};
use super::positions::{coin, know_until, pick, play_until, rng};

/// Positions the oracle may visit for one test; larger ends are drawn anew.
const ORACLE_NODES: u64 = 20_000;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn on_random_small_positions() {
    series(setting("TAPIS_ORACLE_POSITIONS", 10_000), one_position);
}

/// Trees of choices and draws are where pruning at chance nodes and the tie rule of max^n can go wrong soonest.
#[test]
fn on_random_trees() {
    series(4 * setting("TAPIS_ORACLE_POSITIONS", 10_000), |n, rng| {
        let objective = pick(rng, &[Objective::WinShare, Objective::RoundPayoff]);
        let (players, concept) = match n % 4 {
            0 | 1 => (2, None),
            2 => (pick(rng, &[3, 4]), Some(Concept::Maxn)),
            _ => (pick(rng, &[3, 4]), Some(Concept::Paranoid)),
        };
        from_a_deal(&games::script(players, rng), objective, concept, rng)
    });
}

/// Compares `count` positions on both threads of a pool of two.
fn series(count: u64, one: impl Fn(u64, &mut ChaCha8Rng) -> Result<u64, String> + Sync) {
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

/// Draws position `n` and compares; the nodes searched.
fn one_position(n: u64, rng: &mut ChaCha8Rng) -> Result<u64, String> {
    let objective = pick(rng, &[Objective::WinShare, Objective::WinShare, Objective::RoundPayoff]);
    match n % 13 {
        0 => connect_four(objective, rng),
        1 => {
            let rules = DiceRace::new(Track { length: 5 + below(rng, 3) as u8 }).expect("legal options");
            from_a_deal(&rules, objective, None, rng)
        }
        2 => from_a_deal(&games::script(2, rng), objective, None, rng),
        3 => {
            let players = pick(rng, &[3, 4, 5, 6, 7]);
            let concept = pick(rng, &[Concept::Maxn, Concept::Paranoid]);
            from_a_deal(&games::script(players, rng), objective, Some(concept), rng)
        }
        4 => {
            let players = pick(rng, &[3, 4, 5]);
            let concept = pick(rng, &[Concept::Maxn, Concept::Maxn, Concept::Paranoid]);
            from_a_deal(&games::three_pile(players, rng), objective, Some(concept), rng)
        }
        5 => richelieu(2, true, TakenDiscs::Private, objective, None, rng),
        6 | 7 => richelieu(2, false, TakenDiscs::Public, objective, None, rng),
        8 | 9 => richelieu(2, false, TakenDiscs::Private, objective, None, rng),
        10 => sept_blasons(rng),
        11 => {
            let players = pick(rng, &[3, 4]);
            richelieu(players, coin(rng), TakenDiscs::Public, objective, Some(Concept::Maxn), rng)
        }
        _ => {
            let players = pick(rng, &[3, 4]);
            let taken = pick(rng, &[TakenDiscs::Public, TakenDiscs::Private]);
            let concept = pick(rng, &[Concept::Paranoid, Concept::Paranoid, Concept::Maxn]);
            richelieu(players, false, taken, objective, Some(concept), rng)
        }
    }
}

/// The first decision after a deal.
fn from_a_deal<G: Heuristics>(
    rules: &G,
    objective: Objective,
    concept: Option<Concept>,
    rng: &mut ChaCha8Rng,
) -> Result<u64, String> {
    let start = play_until(rules, rng, |_| true).ok_or("no decision")?;
    let Turn::Player(seat) = rules.turn(&start) else { return Err("no decision".to_owned()) };
    compare(rules, vec![(start, 1)], seat, objective, concept, rng)
}

fn connect_four(objective: Objective, rng: &mut ChaCha8Rng) -> Result<u64, String> {
    let rules = ConnectFour::default();
    let most = 3 + below(rng, 6) as usize;
    let empty = |board: &Board| {
        let cells = (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (row, column)));
        cells.filter(|&(row, column)| board.at(row, column).is_none()).count()
    };
    loop {
        let Some(board) = play_until(&rules, rng, |board| empty(board) <= most) else { continue };
        let Turn::Player(seat) = rules.turn(&board) else { continue };
        return compare(&rules, vec![(board, 1)], seat, objective, None, rng);
    }
}

/// The end of a round, beyond which lies another deal.
fn sept_blasons(rng: &mut ChaCha8Rng) -> Result<u64, String> {
    let options = sept_blasons::Options { players: 3, ..Default::default() };
    let rules = SeptBlasons::new(options).expect("legal options");
    let concept = pick(rng, &[Concept::Maxn, Concept::Paranoid]);
    let (round, cards) = (1 + below(rng, 2) as u8, pick(rng, &[1, 2, 3]));
    let near = |state: &sept_blasons::State| {
        let held = state.hands.iter().take(3).map(|hand| hand.count_ones()).sum::<u32>();
        state.round >= round && held <= cards
    };
    loop {
        let Some(state) = play_until(&rules, rng, near) else { continue };
        let Turn::Player(seat) = rules.turn(&state) else { continue };
        if fits(&rules, &state, &mut { ORACLE_NODES }) {
            return compare(&rules, vec![(state, 1)], seat, Objective::RoundPayoff, Some(concept), rng);
        }
    }
}

fn richelieu(
    players: u8,
    open_discs: bool,
    taken: TakenDiscs,
    objective: Objective,
    concept: Option<Concept>,
    rng: &mut ChaCha8Rng,
) -> Result<u64, String> {
    loop {
        let rules = games::richelieu(Table { players, open_discs, taken }, rng);
        let cards = pick(rng, &[2, 3, 3, 4, 4, 4, 5]);
        let left = |state: &_| tapis_games::richelieu::State::table(state).len() <= cards;
        let Some((seat, knowledge)) = know_until(&rules, rng, left) else { continue };
        // All worlds if they are few, else some.
        let few = pick(rng, &[1, 2, 5]);
        let mut worlds = rules.worlds(&knowledge, 50_000).unwrap_or_default();
        while worlds.len() > few {
            worlds.swap_remove(below(rng, worlds.len() as u32) as usize);
        }
        let mut left = ORACLE_NODES;
        if !worlds.is_empty() && worlds.iter().all(|(world, _)| fits(&rules, world, &mut left)) {
            return compare(&rules, worlds, seat, objective, concept, rng);
        }
    }
}

/// Whether the whole tree to the end of the round has at most `left` nodes, which are counted down.
fn fits<G: Game>(rules: &G, state: &G::State, left: &mut u64) -> bool {
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

/// Everything on or off at random; tables from none over far too small to ample.
fn switches<R: Rng + ?Sized>(rng: &mut R) -> Tuning {
    Tuning {
        table_bytes: pick(rng, &[0, 1 << 12, 1 << 20]),
        ordering: coin(rng),
        star: coin(rng),
        pvs: coin(rng),
        bounds: coin(rng),
        shallow: coin(rng),
        deepening: coin(rng),
    }
}

fn compare<G: Heuristics>(
    rules: &G,
    worlds: Vec<(G::State, u64)>,
    seat: Seat,
    objective: Objective,
    concept: Option<Concept>,
    rng: &mut ChaCha8Rng,
) -> Result<u64, String> {
    let question = Question { seat, objective, concept: concept.unwrap_or(Concept::Maxn) };
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
    let analysis = run(&problem, &Control::default(), Allowance::default(), None);
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
                return Err(format!("{mv:?} is worth {expected} to {seat:?}, not {found}: {}", about()));
            }
        }
    }
    let best = |values: &[tapis_solver::exhaustive::goal::Worths]| -> Vec<usize> {
        let own = |i: usize| values[i][seat.index()];
        let most = (0..values.len()).map(own).fold(f64::NEG_INFINITY, f64::max);
        (0..values.len()).filter(|&i| own(i) >= most - TOLERANCE).collect()
    };
    if best(&found) != best(&expected) {
        return Err(format!("best moves {:?}, not {:?}: {}", best(&found), best(&expected), about()));
    }
    Ok(analysis.nodes)
}
