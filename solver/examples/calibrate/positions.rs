//! Positions, and what is true of them.

use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use sha2::{Digest, Sha256};
use tapis_games::erased::AnyRuleset;
use tapis_games::log::ObservationLog;
use tapis_solver::answer::Answer;
use tapis_solver::calibration::{Position, Run, SeatCount};
use tapis_solver::control::Control;
use tapis_solver::engine::Engine;
use tapis_solver::registry::Registry;
use tapis_solver::request::{Budget, Objective, Request, SolverKind};

use super::places::place;

/// Games tried for one position: where all moves are forced or hints are exhaustive, nothing is sampled.
const TRIES: u64 = 40;

/// Where positions come from.
pub struct Source {
    game: &'static str,
    seats: SeatCount,
    seed: u64,
    rulesets: Vec<(Arc<dyn AnyRuleset>, Arc<dyn Engine>)>,
}

impl Source {
    /// Of a game with these options, in turn.
    pub fn new(game: &'static str, seats: SeatCount, options: &[&str], seed: u64) -> Self {
        let known = Registry::standard().game(game).expect("a game");
        let ruleset = |options: &&str| {
            let rules = known.ruleset(options).expect("a ruleset");
            let engine = known.engine(&*rules).expect("an engine");
            (rules, engine)
        };
        Self { game, seats, seed, rulesets: options.iter().map(ruleset).collect() }
    }

    /// Game and seats.
    pub fn name(&self) -> (String, SeatCount) {
        (self.game.to_owned(), self.seats)
    }

    /// The position of this number, searched with each budget.
    pub fn position(&mut self, number: u32, budgets: &[u64], reference: u64) -> Option<Position> {
        // Positions are fitted and checked in turn: each half meets all options.
        let options = number as usize / 2 % self.rulesets.len();
        let (rules, engine) = &self.rulesets[options];
        (0..TRIES).find_map(|attempt| {
            let name = format!("{} {:?} {} {number} {attempt}", self.game, self.seats, self.seed);
            let mut rng = ChaCha8Rng::from_seed(Sha256::digest(name).into());
            let log = place(&**rules, &**engine, &mut rng)?;
            let runs: Vec<Run> = budgets.iter().filter_map(|&budget| run(&**engine, &log, budget)).collect();
            let first = runs.first()?;
            let found = truth(&**engine, &log, reference);
            let value = |notation: &str| {
                found.moves.iter().find(|advice| advice.notation == notation).map(|advice| advice.value)
            };
            // Of the reference, means count: its claims are what is being made.
            let mean = |notation: &str| {
                let measured = found.measured.as_ref()?;
                measured.moves.iter().find(|one| one.notation == notation).map(|one| one.value)
            };
            let truth = (first.measured.moves.iter())
                .map(|one| mean(&one.notation).or_else(|| value(&one.notation)))
                .collect::<Option<Vec<f64>>>()?;
            let (game, seats) = self.name();
            Some(Position { game, seats, number, options, exact: found.exactness.proved, truth, runs })
        })
    }
}

/// The search of a hint with this budget; nothing if it is exhaustive.
fn run(engine: &dyn Engine, log: &ObservationLog, budget: u64) -> Option<Run> {
    let measured = ask(engine, log, budget, [1; 32], None, SolverKind::Auto).measured?;
    Some(Run { budget, measured })
}

/// What is true: exact, or the answer of a long search from other worlds.
fn truth(engine: &dyn Engine, log: &ObservationLog, lines: u64) -> Answer {
    let objective = Some(Objective::WinShare);
    let answer = ask(engine, log, lines, [2; 32], objective, SolverKind::Auto);
    if answer.exactness.proved || answer.measured.is_some() {
        return answer;
    }
    ask(engine, log, lines, [2; 32], objective, SolverKind::Sampling)
}

fn ask(
    engine: &dyn Engine,
    log: &ObservationLog,
    lines: u64,
    seed: [u8; 32],
    objective: Option<Objective>,
    solver: SolverKind,
) -> Answer {
    let budget = Budget { iterations: Some(lines), ..Budget::default() };
    let request = Request { solver, budget, objective, seed, threads: 1, ..Request::default() };
    engine.hint(log, &request, &Control::default()).expect("a hint")
}
