//! The exhaustive solver through the engine: what answers claim, and what happens when the budget ends.

use std::sync::atomic::Ordering;

use tapis_games::erased::AnyTable;
use tapis_games::game::Published;
use tapis_games::richelieu::Richelieu;
use tapis_games::richelieu::options::{Options, TakenDiscs};
use tapis_games::seat::Seat;
use tapis_solver::answer::{Algorithm, Answer, Level, MoveAdvice, Status, Stop, Timing, VariationKind};
use tapis_solver::control::Control;
use tapis_solver::engine::{Engine, HintError};
use tapis_solver::request::{Budget, Objective, Request, SolverKind};
use tapis_testkit::connect_four::ConnectFour;
use tapis_testkit::dice_race::DiceRace;
use tapis_testkit::finesse::Finesse;
use tapis_testkit::kuhn::Kuhn;

use super::played::{Played, exhaustive};

fn of<'a>(answer: &'a Answer, notation: &str) -> &'a MoveAdvice {
    answer.moves.iter().find(|advice| advice.notation == notation).expect("a legal move")
}

/// The answer without its timing.
fn reproducible(answer: Answer) -> String {
    let timing = Timing { elapsed_ms: 0, nodes: 0 };
    serde_json::to_string(&Answer { timing, ..answer }).expect("JSON")
}

fn connect_four_end() -> Played<ConnectFour> {
    let empty = |table: &dyn AnyTable| 43 - table.plies().len();
    Played::reach(ConnectFour::default(), move |table| empty(table) <= 16)
}

#[test]
fn perfect_information_is_exact() {
    let answer = connect_four_end().hint(&exhaustive(Budget::default()));
    assert_eq!((answer.status, answer.stop), (Status::Final, Stop::Proved));
    assert_eq!(answer.exactness.level, Level::Exact);
    assert_eq!(answer.method.name, Algorithm::AlphaBeta);
    assert!(answer.exactness.caveats.is_empty());
    assert_eq!(answer.depth, None);
    for advice in &answer.moves {
        assert!(advice.low == advice.high && [0.0, 0.5, 1.0].contains(&advice.value), "{advice:?}");
        assert_eq!(advice.pv_kind, VariationKind::Forced);
    }
}

#[test]
fn a_forced_variation_keeps_the_value_to_the_end() {
    let end = connect_four_end();
    let answer = end.hint(&exhaustive(Budget::default()));
    let best = answer.moves[0].clone();
    let seat = end.mover();
    let mut line = vec![best.notation.as_str()];
    line.extend(best.pv.iter().map(|ply| ply.notation.as_str()));
    let played = end.play(&line);
    match played.table.payoffs() {
        Some(payoffs) => assert_eq!(payoffs.shares[seat], best.value),
        None => {
            let again = played.hint(&exhaustive(Budget::default()));
            let value = if again.seat == seat { again.moves[0].value } else { 1.0 - again.moves[0].value };
            assert_eq!(value, best.value);
        }
    }
}

#[test]
fn threads_do_not_change_a_completed_answer() {
    let end = connect_four_end();
    let answers = [1, 2, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().expect("a pool");
        let request = Request { threads, ..exhaustive(Budget::default()) };
        reproducible(pool.install(|| end.hint(&request)))
    });
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0], answers[2]);
}

#[test]
fn a_node_budget_is_kept_and_its_answer_reproducible() {
    let start = Played::deal(ConnectFour::default(), 1);
    for budget in [
        Budget { nodes: Some(20_000), ..Budget::default() },
        Budget { iterations: Some(20_000), ..Budget::default() },
    ] {
        let answer = start.hint(&exhaustive(budget));
        assert!(answer.timing.nodes <= 20_000, "{}", answer.timing.nodes);
        assert_eq!((answer.status, answer.stop), (Status::Partial, Stop::Budget));
        assert_eq!(answer.exactness.level, Level::Heuristic);
        assert!(answer.exactness.caveats.contains(&"depth_limited"));
        assert!(answer.depth.is_some_and(|depth| depth >= 5), "{:?}", answer.depth);
        assert!(answer.moves.iter().all(|advice| advice.low == 0.0 && advice.high == 1.0));
        let again = start.hint(&Request { threads: 2, ..exhaustive(budget) });
        assert_eq!(reproducible(answer), reproducible(again));
    }
}

#[test]
fn no_budget_at_all_still_lists_every_move() {
    let answer = Played::deal(ConnectFour::default(), 1)
        .hint(&exhaustive(Budget { nodes: Some(0), ..Budget::default() }));
    assert_eq!(answer.status, Status::Partial);
    assert_eq!(answer.depth, Some(1));
}

#[test]
fn a_deadline_ends_the_search() {
    let answer = Played::deal(ConnectFour::default(), 1)
        .hint(&exhaustive(Budget { ms: Some(20), ..Budget::default() }));
    assert_eq!((answer.status, answer.stop), (Status::Partial, Stop::Deadline));
}

#[test]
fn a_cancelled_search_says_so() {
    let game = Played::deal(ConnectFour::default(), 1);
    let control = Control::default();
    control.cancel.cancel();
    let answer = game.engine.hint(&game.log(game.mover()), &exhaustive(Budget::default()), &control);
    let answer = answer.expect("an answer");
    game.check(&answer);
    assert_eq!((answer.status, answer.stop), (Status::Cancelled, Stop::Cancelled));
    assert_eq!(control.nodes.load(Ordering::Relaxed), 0);
}

#[test]
fn chance_alone_is_exact_chance() {
    let answer = Played::deal(DiceRace::over(12), 1).hint(&exhaustive(Budget::default()));
    assert_eq!(answer.exactness.level, Level::ExactChance);
    assert_eq!(answer.method.name, Algorithm::Expectiminimax);
    assert_eq!(answer.worlds.used as f64, answer.worlds.consistent);
}

#[test]
fn kuhn_clairvoyant_average_is_zero_and_flagged() {
    let request = Request { objective: Some(Objective::RoundPayoff), ..exhaustive(Budget::default()) };
    let mut values = std::collections::BTreeMap::new();
    for seed in 0..64 {
        let game = Played::deal(Kuhn::default(), seed);
        let answer = game.hint(&request);
        assert_eq!(answer.exactness.level, Level::AllWorlds);
        assert_eq!(answer.exactness.caveats, ["strategy_fusion"]);
        assert_eq!((answer.worlds.consistent, answer.worlds.used), (2.0, 2));
        values.insert(
            game.log(Seat(0)).plies[0].outcome.as_ref().map(ToString::to_string),
            answer.moves[0].value,
        );
    }
    assert_eq!(values.len(), 3, "one observation a card");
    assert_eq!(values.values().sum::<f64>(), 0.0, "the equilibrium value would be -1/18 of a unit");
}

#[test]
fn averaging_over_worlds_believes_in_a_two_way_finesse() {
    let answer = Played::deal(Finesse::default(), 1).hint(&exhaustive(Budget::default()));
    assert_eq!(answer.exactness.level, Level::AllWorlds);
    assert!(answer.exactness.caveats.contains(&"strategy_fusion"));
    assert_eq!(of(&answer, "other suit").value, 0.75);
    assert_eq!(answer.moves[0].value, 1.0);
    assert_eq!(answer.moves[0].pv_kind, VariationKind::OneWorld);
}

#[test]
fn a_worlds_budget_samples() {
    let game = Played::deal(Finesse::default(), 1);
    let answer = game.hint(&exhaustive(Budget { worlds: Some(7), ..Budget::default() }));
    assert_eq!(answer.exactness.level, Level::SampledWorlds);
    assert_eq!(answer.method.name, Algorithm::Pimc);
    assert_eq!((answer.status, answer.stop), (Status::Final, Stop::Budget));
    assert!(answer.worlds.used <= 7 && answer.worlds.used > 1);
    let other = of(&answer, "other suit");
    assert!(other.low <= 0.75 && 0.75 <= other.high);
    assert!(other.low < other.high);
    assert!(answer.confidence.is_some_and(|confidence| confidence.probability < 1.0));
}

fn richelieu(open_discs: bool, taken_discs: TakenDiscs, cards: usize) -> Played<Richelieu> {
    let options = Options { open_discs, taken_discs, ..Options::default() };
    let rules = Richelieu::new(options).expect("legal options");
    let lying = move |table: &dyn AnyTable| {
        let plies = table.plies();
        let takes =
            plies.iter().filter_map(|ply| ply.stored.notation.as_ref()).filter(|n| n.starts_with("take"));
        48 - takes.count() <= cards
    };
    Played::reach(rules, lying)
}

#[test]
fn richelieu_climbs_the_ladder_with_what_is_open() {
    let request = exhaustive(Budget::default());
    let open = richelieu(true, TakenDiscs::Private, 6).hint(&request);
    assert_eq!((open.exactness.level, open.method.name), (Level::Exact, Algorithm::AlphaBeta));
    let private = richelieu(false, TakenDiscs::Private, 3).hint(&request);
    assert_eq!(private.exactness.level, Level::AllWorlds);
    assert_eq!(private.worlds.used as f64, private.worlds.consistent);
    assert!(private.worlds.consistent > 1.0);
}

#[test]
fn auto_takes_the_exhaustive_solver_where_the_end_is_near_and_sampling_elsewhere() {
    let budget = Budget { iterations: Some(20_000), ..Budget::default() };
    let request = Request { budget, ..Request::default() };
    let near = richelieu(true, TakenDiscs::Private, 4);
    assert_eq!(near.hint(&request).exactness.level, Level::Exact);
    let estimate = near.engine.estimate(&near.log(near.mover()), &request).expect("an estimate");
    assert_eq!((estimate.solver, estimate.reachable), (SolverKind::Exhaustive, Level::Exact));
    let far = richelieu(true, TakenDiscs::Private, 40);
    let estimate = far.engine.estimate(&far.log(far.mover()), &request).expect("an estimate");
    assert_eq!((estimate.solver, estimate.reachable), (SolverKind::Sampling, Level::Sampled));
    assert!(estimate.log10_nodes > 10.0);
}

#[test]
fn only_the_seat_to_move_gets_a_hint() {
    let game = Played::deal(ConnectFour::default(), 1);
    let other = Seat(1 - game.mover().0);
    let refused = game.engine.hint(&game.log(other), &Request::default(), &Control::default());
    assert_eq!(refused, Err(HintError::NotYourTurn));
    let mut foreign = game.log(game.mover());
    foreign.ruleset.hash = "0".repeat(64);
    let refused = game.engine.hint(&foreign, &Request::default(), &Control::default());
    assert!(matches!(refused, Err(HintError::Inconsistent(_))), "{refused:?}");
}
