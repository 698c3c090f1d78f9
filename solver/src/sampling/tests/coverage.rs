//! Intervals with an error probability of 1 % contain the true value of 99 % of the moves.

use tapis_games::game::Published;
use tapis_games::log::ObservationLog;
use tapis_games::richelieu::options::TakenDiscs;
use tapis_games::richelieu::{Options, Richelieu};
use tapis_testkit::connect_four::ConnectFour;
use tapis_testkit::dice_race::DiceRace;
use tapis_testkit::nim::Nim;
use tapis_testkit::three_pile::{Settings, ThreePile};

use super::support::*;
use crate::answer::{Level, Status};
use crate::control::Control;
use crate::engine::{Engine, TypedEngine};
use crate::heuristics::Heuristics;
use crate::request::{Objective, Request, SolverKind};
use crate::sampling::run::{Limits, Search};
use crate::sampling::{Question, Tuning};
use crate::task::Task;

/// Counts of tested moves and of errors.
#[derive(Clone, Copy, Default)]
struct Count {
    moves: u64,
    missed: u64,
    /// Moves whose interval has a width. Without them nothing would be tested.
    open: u64,
    /// Positions in which a wrong leader had a confidence of at least 99 %.
    wrong: u64,
}

/// How many random games of each kind.
fn deals() -> u64 {
    knob("TAPIS_COVERAGE_DEALS", 3).min(250)
}

/// Tests random games. `at` maps the length of a game to the ply of the tested position.
fn cover<G: Published + Heuristics>(
    rules: &G,
    at: impl Fn(usize) -> usize,
    lines: u64,
    tuning: Tuning,
) -> Count {
    let mut count = Count::default();
    for seed in 0..deals() as u8 {
        let request = playouts(lines);
        let Some(log) = random_log(rules, seed, at(random_length(rules, seed))) else { continue };
        let task = Task::new(rules, &log.ruleset.hash, &log, &request).expect("a good log");
        check(&task, &request, &truth(rules, &log, &task.notations), tuning, &mut count);
    }
    count
}

/// The values of the moves by the exhaustive solver.
fn truth<G: Published + Heuristics>(rules: &G, log: &ObservationLog, notations: &[String]) -> Vec<f64> {
    let request = Request { solver: SolverKind::Exhaustive, ..playouts(0) };
    let request = Request { budget: Default::default(), objective: Some(Objective::WinShare), ..request };
    let answer = TypedEngine::new(rules.clone()).hint(log, &request, &Control::default()).expect("an answer");
    assert!(answer.status == Status::Final && answer.exactness.level >= Level::ExactConcept, "{answer:?}");
    notations.iter().map(|notation| advice(&answer, notation).value).collect()
}

fn check<G: Published + Heuristics>(
    task: &Task<'_, G>,
    request: &Request,
    truth: &[f64],
    tuning: Tuning,
    count: &mut Count,
) {
    let question = Question {
        rules: task.rules,
        knowledge: &task.knowledge,
        seat: task.seat,
        moves: &task.moves,
        world: &task.world,
        objective: Objective::WinShare,
        paranoid: false,
        bot: false,
        seed: request.seed,
    };
    let context = question.context(None, 0, tuning);
    let mut search = Search::new(&context, question.root(&context), question.seed, 1);
    let control = Control::default();
    let lines = request.budget.iterations.expect("a budget");
    let limits = Limits {
        control: &control,
        deadline: None,
        lines,
        work: u64::MAX,
        confidence: None,
        only_best: false,
        easy: None,
        threads: 1,
    };
    search.run(&limits, |_| {});
    let comparison = search.root.compare();
    for (index, &value) in truth.iter().enumerate() {
        let estimate = comparison.estimate(index, 0.01);
        count.moves += 1;
        count.open += u64::from(estimate.low < estimate.high);
        count.missed += u64::from(value < estimate.low - 1e-6 || value > estimate.high + 1e-6);
    }
    let best = truth.iter().copied().fold(f64::MIN, f64::max);
    let wrong = truth[comparison.first()] < best - 1e-6;
    count.wrong += u64::from(wrong && comparison.best_is_best() >= 0.99);
}

fn add(sum: Count, one: Count) -> Count {
    Count {
        moves: sum.moves + one.moves,
        missed: sum.missed + one.missed,
        open: sum.open + one.open,
        wrong: sum.wrong + one.wrong,
    }
}

fn piles(players: u8) -> ThreePile {
    let piles = [vec![3, 1, 2], vec![2, 2, 1], vec![1, 3, 1]];
    ThreePile::new(Settings { players, piles }).expect("piles")
}

fn richelieu(open_discs: bool) -> Richelieu {
    let options = Options { open_discs, taken_discs: TakenDiscs::Public, ..Options::default() };
    Richelieu::new(options).expect("good options")
}

#[test]
fn intervals_hold_the_truth() {
    let tuning = Tuning::default();
    let race = DiceRace::over(9);
    let counts = [
        cover(&race, |_| 2, 2_000, tuning),
        cover(&race, |_| 4, 2_000, tuning),
        cover(&race, |_| 2, 2_000, Tuning { endgame_nodes: 0, ..tuning }),
        cover(&Nim::of(&[3, 4, 5], false).expect("heaps"), |_| 1, 500, tuning),
        cover(&piles(2), |_| 1, 1_000, tuning),
        cover(&piles(3), |_| 2, 2_000, tuning),
        cover(&ConnectFour::default(), |length| if length > 31 { 31 } else { usize::MAX }, 1_000, tuning),
        cover(&richelieu(true), |length| length - 8, 1_000, tuning),
        cover(&richelieu(false), |length| length - 8, 1_000, tuning),
    ];
    let all = counts.into_iter().reduce(add).expect("some");
    assert!(all.moves > 25 * deals() && all.open > 5 * deals(), "{} moves, {} open", all.moves, all.open);
    assert!(100 * all.missed <= all.moves, "{} of {} intervals miss the truth", all.missed, all.moves);
    assert_eq!(all.wrong, 0, "best_is_best of 0.99 was wrong");
}
