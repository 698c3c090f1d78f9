//! Positions as our solvers see them: through the observation log of the seat to move.

use rand::SeedableRng;
use rand::rngs::SmallRng;
use tapis_games::erased::{AnyRuleset, TypedRuleset};
use tapis_games::game::{Game, Observed, Published, Turn};
use tapis_games::log::ObservationLog;
use tapis_games::random::{Seed, Stream, below};
use tapis_games::ruleset::Ruleset;
use tapis_games::seat::Viewer;
use tapis_solver::answer::Answer;
use tapis_solver::control::Control;
use tapis_solver::exhaustive::objective::SeatValues;
use tapis_solver::exhaustive::{Problem, SearchBudget, Tuning, World, run};
use tapis_solver::heuristics::Heuristics;
use tapis_solver::request::{Budget, Objective, Request};
use tapis_solver::sampling::{KeptSearch, go_on};
use tapis_solver::task::Task;
use tapis_testkit::connect_four::{Board, ConnectFour};

/// A question for the sampling solver.
pub struct Position<G> {
    rules: G,
    ruleset: Ruleset,
    log: ObservationLog,
    objective: Objective,
}

impl<G: Published + Heuristics> Position<G> {
    /// The position after `plies` random plies of the game of a seed, for the seat to move.
    pub fn new(rules: &G, seed: u8, plies: u32, objective: Objective) -> Self {
        let typed = TypedRuleset::new(rules.clone());
        let seed = Seed([seed; 32]);
        let mut table = typed.deal(&seed);
        for n in 1..=plies {
            let Turn::Player(seat) = table.turn() else { break };
            let legal = table.legal_moves();
            let chosen = &legal[below(&mut seed.stream(Stream::Bot(n)), legal.len() as u32) as usize];
            let played = table.play(seat, &chosen.notation, &mut seed.stream(Stream::Chance(n)));
            played.expect("a listed move is accepted");
        }
        let Turn::Player(seat) = table.turn() else { panic!("the game is over by then") };
        let plies = table.plies().iter().map(|ply| ply.seen_by(Viewer::Seat(seat)).clone()).collect();
        let ruleset = typed.ruleset().clone();
        let log = ObservationLog { ruleset: ruleset.reference(), seat: Some(seat), plies };
        Self { rules: rules.clone(), ruleset, log, objective }
    }

    /// The knowledge of the seat to move.
    pub fn knowledge(&self) -> G::Knowledge {
        let request = Request::default();
        Task::new(&self.rules, &self.ruleset.hash, &self.log, &request).expect("a good log").knowledge
    }

    /// The answer after `playouts` playouts on `threads` threads.
    pub fn sampled(&self, playouts: u64, threads: usize) -> Answer {
        let budget = Budget { iterations: Some(playouts), ..Budget::default() };
        let objective = Some(self.objective);
        let request = Request { budget, objective, seed: [3; 32], threads, ..Request::default() };
        let task = Task::new(&self.rules, &self.ruleset.hash, &self.log, &request).expect("a good log");
        go_on(&task, &Control::default(), &mut KeptSearch::default())
    }
}

/// The position of Connect Four after so many random moves of the game of a seed, or the end if that comes before.
pub fn random_board(seed: u64, stones: u8) -> Board {
    let (rules, mut rng) = (ConnectFour::default(), SmallRng::seed_from_u64(seed));
    let mut board = rules.start();
    while board.stones() < stones
        && let Some(mv) = rules.random_move(&board, &mut rng)
    {
        rules.play_unchecked(&mut board, mv);
    }
    board
}

/// The values of each move of an open position of two seats to both, solved to the end.
pub fn solved<G: Heuristics + Observed>(
    rules: &G,
    state: &G::State,
    objective: Objective,
    threads: usize,
) -> Vec<SeatValues> {
    let Turn::Player(seat) = rules.turn(state) else { panic!("nobody is to move") };
    let problem = Problem {
        rules,
        seat,
        objective,
        concept: None,
        moves: rules.legal_moves(state).to_vec(),
        worlds: World::list(vec![(state.clone(), 1)]),
        tuning: Tuning::default(),
        threads,
        expected: 1e6,
        plies_shown: 0,
    };
    let analysis = run(&problem, &Control::default(), SearchBudget::default(), None);
    assert!(analysis.proved(), "solved to the end");
    problem.average(&analysis)
}
