//! Exact endgames against the oracle, and their cost.

use tapis_games::game::{Game, Published};
use tapis_testkit::dice_race::DiceRace;
use tapis_testkit::nim::Nim;
use tapis_testkit::three_pile::{Settings, ThreePile};

use super::*;
use crate::oracle;
use crate::request::{Concept, Objective};

const OBJECTIVES: [Objective; 2] = [Objective::WinShare, Objective::RoundPayoff];

fn goal(objective: Objective) -> Goal {
    Goal {
        objective,
        seat: Seat(0),
        horizon: false,
        round_utility: false,
        span: (0.0, 1.0),
        paranoid: false,
        scale: 10.0,
    }
}

/// The value of `state` to the seat to move, by the slow oracle.
fn by_oracle<G: Heuristics>(rules: &G, state: &G::State, objective: Objective) -> f64 {
    let Turn::Player(seat) = rules.turn(state) else { panic!("a seat to move") };
    let question = oracle::Problem { seat, objective, concept: Concept::Maxn };
    let values = oracle::solve(rules, &[(state.clone(), 1)], question);
    values.iter().map(|values| values[seat.index()]).fold(f64::MIN, f64::max)
}

/// Solves the position after `plies` first moves and compares it with the oracle.
fn compare<G: Heuristics>(rules: &G, mut state: G::State, plies: usize, tolerance: f64) {
    for _ in 0..plies {
        let Some(&mv) = rules.legal_moves(&state).first() else { return };
        rules.play_unchecked(&mut state, mv);
    }
    let Turn::Player(seat) = rules.turn(&state) else { return };
    for objective in OBJECTIVES {
        let mut solver = EndgameSolver::new(1_000_000, 64 << 20, true);
        let leaf = solver.attempt_all(rules, &goal(objective), &state).expect("solved");
        let truth = by_oracle(rules, &state, objective);
        assert!((leaf.value(seat) - truth).abs() <= tolerance, "{objective:?} {plies}: {leaf:?} {truth}");
        assert_eq!(solver.solved, 1);
    }
}

fn piles(players: u8) -> ThreePile {
    let piles = [vec![3, 1], vec![2, 2, 1], vec![1, 3]];
    ThreePile::new(Settings { players, piles }).expect("piles")
}

#[test]
fn equals_the_oracle_without_chance() {
    let nim = Nim::of(&[2, 3, 4], false).expect("heaps");
    (0..6).for_each(|plies| compare(&nim, nim.start(), plies, 1e-9));
    let piles = piles(2);
    (0..4).for_each(|plies| compare(&piles, piles.start(), plies, 1e-9));
}

#[test]
fn equals_the_oracle_for_three_seats() {
    let piles = piles(3);
    (0..4).for_each(|plies| compare(&piles, piles.start(), plies, 1e-6));
}

/// With chance the margin may tip a nearly even choice.
#[test]
fn equals_the_oracle_with_chance() {
    let race = DiceRace::over(7);
    let mut state = race.start();
    let outcomes = race.chances(&state).expect("who begins");
    race.resolve(&mut state, &outcomes[0].0).expect("a seat");
    (0..4).for_each(|plies| compare(&race, state, plies, 0.01));
}

#[test]
fn gives_up_in_time_and_comes_back() {
    let nim = Nim::of(&[5, 6, 7], false).expect("heaps");
    let mut solver = EndgameSolver::new(1 << 14, 1 << 24, true);
    let goal = goal(Objective::WinShare);
    let mut attempts = Vec::new();
    for _ in 0..30_000 {
        solver.add_budget(18);
        if solver.is_due(1, true) || solver.is_due(solver.depth, true) {
            attempts.push((solver.attempt_nodes, solver.attempt(&nim, &goal, &nim.start(), 1).is_some()));
        }
    }
    assert_eq!(attempts[0], (MIN_NODES, false), "{attempts:?}");
    assert!(attempts[1].0 == 2 * MIN_NODES, "{attempts:?}");
    let first = attempts.iter().position(|attempt| attempt.1).expect("solved in the end");
    assert!(attempts[first..].iter().all(|attempt| attempt.1), "what is solved stays solved");
    assert!(solver.known(&nim, &nim.start()).is_some());
}

#[test]
fn spends_only_what_is_earned() {
    let nim = Nim::of(&[31, 30, 29, 28], false).expect("heaps");
    let mut solver = EndgameSolver::new(1 << 14, 1 << 24, true);
    let mut attempts = 0;
    for _ in 0..20_000 {
        solver.add_budget(40);
        if solver.is_due(7, true) {
            attempts += 1;
            assert_eq!(solver.attempt(&nim, &goal(Objective::WinShare), &nim.start(), 7), None);
            assert!(solver.earned_nodes >= 0.0);
        }
    }
    assert!(attempts > 10 && solver.attempt_nodes == 1 << 14, "{attempts}");
}

#[test]
fn can_be_switched_off() {
    let mut solver = EndgameSolver::new(0, 1 << 20, true);
    solver.add_budget(1_000_000);
    assert!(!solver.is_due(1, true));
}

impl EndgameSolver {
    /// An attempt with the largest node budget.
    fn attempt_all<G: Heuristics>(&mut self, rules: &G, goal: &Goal, state: &G::State) -> Option<Leaf> {
        self.attempt_nodes = self.most_nodes;
        self.attempt(rules, goal, state, 1)
    }
}
