//! Budgets, deadlines, cancelling, progress and memory.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tapis_games::game::Published;
use tapis_games::richelieu::Richelieu;
use tapis_testkit::connect_four::ConnectFour;
use tapis_testkit::kuhn::Kuhn;

use super::support::*;
use crate::answer::{Answer, Level, Status, Stop};
use crate::control::Control;
use crate::request::{Budget, Request};
use crate::sampling::Tuning;

fn connect_four(budget: Budget, control: &Control) -> Answer {
    let rules = ConnectFour::default();
    let request = Request { budget, ..playouts(0) };
    ask_with(&rules, &log_after(&rules, 1, &[]), &request, Tuning::default(), control)
}

#[test]
fn an_iteration_budget_is_kept_to_the_line() {
    for iterations in [0, 1, 5, 127, 1_000, 9_999] {
        let control = Control::default();
        let answer = connect_four(Budget { iterations: Some(iterations), ..Budget::default() }, &control);
        assert_eq!((answer.timing.nodes, control.nodes.load(Relaxed)), (iterations, iterations));
        assert_eq!(answer.stop, Stop::Budget);
        assert_eq!(answer.moves.len(), 7);
        let samples: u64 = answer.moves.iter().map(|advice| advice.samples).sum();
        assert!(samples <= iterations.max(1), "{samples} of {iterations}");
    }
}

#[test]
fn nothing_searched_claims_nothing() {
    let answer = connect_four(Budget { iterations: Some(0), ..Budget::default() }, &Control::default());
    assert_eq!((answer.exactness.level, answer.status), (Level::Heuristic, Status::Partial));
    assert!(answer.moves.iter().all(|advice| (advice.low, advice.high, advice.samples) == (0.0, 1.0, 0)));
}

/// All but one move lose at once.
#[test]
fn an_easy_move_ends_before_its_time() {
    let rules = ConnectFour::default();
    let log = log_after(&rules, 1, &["drop 0", "drop 6", "drop 0", "drop 6", "drop 0"]);
    let request = Request { budget: Budget { ms: Some(600_000), ..Budget::default() }, ..playouts(0) };
    let tuning = Tuning { endgame_nodes: 0, ..Tuning::default() };
    let answer = ask_with(&rules, &log, &request, tuning, &Control::default());
    assert_eq!((answer.stop, answer.status), (Stop::Confident, Status::Final));
    assert_eq!(best(&answer), ["drop 0"]);
    let confidence = answer.confidence.expect("moves to compare");
    assert!(confidence.set == ["drop 0"] && confidence.probability >= 0.99, "{confidence:?}");
}

/// Six columns are full without four in a row, so the seventh is all that is left.
#[test]
fn a_forced_move_costs_next_to_nothing() {
    let rules = ConnectFour::default();
    let full = |columns: [usize; 2]| columns.into_iter().flat_map(|column| vec![column; 6]);
    let columns = full([0, 1]).chain([6]).chain(full([2, 3])).chain([6]).chain(full([4, 5]));
    let drops: Vec<String> = columns.map(|column| format!("drop {column}")).collect();
    let drops: Vec<&str> = drops.iter().map(String::as_str).collect();
    let log = log_after(&rules, 0, &drops);
    let answer = ask(&rules, &log, &playouts(1_000_000));
    assert_eq!(best(&answer), ["drop 6"]);
    assert!(answer.timing.nodes <= 200 && answer.status == Status::Final, "{answer:?}");
}

#[test]
fn a_deadline_ends_the_search() {
    let answer = connect_four(Budget { ms: Some(30), ..Budget::default() }, &Control::default());
    assert_eq!((answer.stop, answer.status), (Stop::Deadline, Status::Final));
    assert!(answer.timing.nodes > 0);
}

/// On a busy machine the time can be over before the search begins.
#[test]
fn a_deadline_that_has_passed_leaves_time_for_some_lines() {
    let answer = connect_four(Budget { ms: Some(0), ..Budget::default() }, &Control::default());
    assert_eq!((answer.stop, answer.exactness.level), (Stop::Deadline, Level::Sampled));
    assert_eq!(answer.timing.nodes, 200, "some lines, but no more");
    assert!(answer.moves.iter().all(|advice| advice.samples > 0));
    let few = Budget { ms: Some(0), iterations: Some(30), ..Budget::default() };
    assert_eq!(connect_four(few, &Control::default()).timing.nodes, 30, "a budget of lines is kept");
}

#[test]
fn a_cancelled_search_stops_and_says_so() {
    let cancelled = Control::default();
    cancelled.cancel.cancel();
    let answer = connect_four(Budget { iterations: Some(1_000), ..Budget::default() }, &cancelled);
    assert_eq!((answer.status, answer.stop, answer.timing.nodes), (Status::Cancelled, Stop::Cancelled, 0));
}

#[test]
fn cancelling_takes_effect_within_a_few_lines() {
    let control = Control::default();
    let watched = control.clone();
    let watcher = std::thread::spawn(move || {
        while watched.nodes.load(Relaxed) < 2_000 {
            std::thread::sleep(Duration::from_millis(1));
        }
        watched.cancel.cancel();
        watched.nodes.load(Relaxed)
    });
    let answer = connect_four(Budget { iterations: Some(u64::MAX), ..Budget::default() }, &control);
    let when = watcher.join().expect("the watcher");
    assert_eq!(answer.status, Status::Cancelled);
    let searched = control.nodes.load(Relaxed);
    assert!(searched >= 2_000 && when <= searched);
    assert_eq!(answer.timing.nodes, searched, "nothing is searched after the answer");
}

#[test]
fn progress_shows_improving_answers() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let record = Arc::clone(&seen);
    let progress = move |answer: &Answer| record.lock().expect("a lock").push(answer.clone());
    let control = Control { progress: Some(Arc::new(progress)), ..Control::default() };
    // Progress comes by time; the search goes on until some has come.
    let cancel = control.cancel.clone();
    let come = Arc::clone(&seen);
    let watcher = std::thread::spawn(move || {
        while come.lock().expect("a lock").len() < 2 {
            std::thread::sleep(Duration::from_millis(1));
        }
        cancel.cancel();
    });
    // Of a search without a number of lines the end would come when hardly any doubt is left.
    connect_four(Budget { iterations: Some(u64::MAX - 1), ..Budget::default() }, &control);
    watcher.join().expect("the watcher");
    let seen = seen.lock().expect("a lock");
    assert!(seen.iter().all(|answer| answer.status == Status::Partial && answer.moves.len() == 7));
    assert!(seen[0].timing.nodes < seen[1].timing.nodes);
}

#[test]
fn a_budget_of_worlds_draws_no_more() {
    let rules = Richelieu::new(Default::default()).expect("defaults");
    let log = random_log(&rules, 2, 60).expect("a long game");
    let request = Request { budget: Budget { worlds: Some(10), ..Budget::default() }, ..playouts(0) };
    let answer = ask(&rules, &log, &request);
    assert_eq!((answer.worlds.used, answer.timing.nodes), (10, 640));
}

#[test]
fn a_sure_choice_stops_early_and_is_right() {
    let budget = Budget { confidence: Some(0.99), iterations: Some(1_000_000), ..Budget::default() };
    let rules = ConnectFour::default();
    // Three in the bottom row with both ends free win by force.
    let moves = ["drop 3", "drop 3", "drop 3", "drop 3", "drop 2", "drop 3"];
    let log = log_after(&rules, 1, &moves);
    let tuning = Tuning { endgame_nodes: 0, ..Tuning::default() };
    let answer = ask_with(&rules, &log, &Request { budget, ..playouts(0) }, tuning, &Control::default());
    assert_eq!(answer.status, Status::Final);
    assert!(answer.timing.nodes < 1_000_000);
    let confidence = answer.confidence.as_ref().expect("a confidence");
    assert!(matches!(best(&answer)[..], ["drop 1"] | ["drop 4"]), "{:?}", best(&answer));
    // Playouts of a game that was not measured can be wrong by more than their sample says: the search ends when its lines are
    // sure enough, and what it claims then is less.
    assert!(confidence.set == best(&answer)[..1] && confidence.probability >= 0.9, "{confidence:?}");
    let gap = confidence.gap.as_ref().expect("a gap");
    assert!(gap.low <= gap.mean && gap.mean > 0.0 && gap.mean <= gap.high, "{gap:?}");
}

/// Queen or king: the jack's bet is called or raised all the same, so both cards of a pair have the same value here.
#[test]
fn what_cannot_be_told_apart_is_a_set() {
    let budget = Budget { confidence: Some(0.95), iterations: Some(400_000), ..Budget::default() };
    let rules = Kuhn::default();
    // After pass and pass nothing is left; before, seat 1 with the king wins the antes by a pass and no less by a bet
    // that is never called by a jack.
    let log = log_after(&rules, 0, &["pass"]);
    let answer = ask(&rules, &log, &Request { budget, ..playouts(0) });
    assert!(matches!(answer.stop, Stop::Confident | Stop::Budget), "{:?}", answer.stop);
    assert_eq!(answer.moves[0].rank, 1);
}

#[test]
fn memory_is_bounded() {
    let rules = ConnectFour::default();
    let tuning = Tuning { bytes: 64 << 10, ..Tuning::default() };
    let counted = Arc::new(AtomicU64::new(0));
    let control = Control { nodes: Arc::clone(&counted), ..Control::default() };
    let answer = ask_with(&rules, &log_after(&rules, 1, &[]), &playouts(30_000), tuning, &control);
    assert_eq!(counted.load(Relaxed), 30_000, "a full tree goes on with playouts");
    assert_eq!(answer.moves.len(), 7);
}
