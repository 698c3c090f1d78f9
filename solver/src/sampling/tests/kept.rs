//! A search that is continued finds what one search of all the lines finds.

use tapis_games::game::Published;
use tapis_games::log::ObservationLog;
use tapis_games::richelieu::Richelieu;
use tapis_testkit::connect_four::ConnectFour;
use tapis_testkit::kuhn::Kuhn;

use super::support::*;
use crate::answer::{Answer, Stop, Timing};
use crate::control::Control;
use crate::heuristics::Heuristics;
use crate::request::{Budget, Request};
use crate::sampling::{KeptSearch, go_on};
use crate::task::Task;

/// The answer to `request`, going on with what was kept.
fn longer<G: Published + Heuristics>(
    rules: &G,
    log: &ObservationLog,
    request: &Request,
    kept: &mut KeptSearch,
) -> Answer {
    let task = Task::new(rules, &log.ruleset.hash, log, request).expect("a good log");
    go_on(&task, &Control::default(), kept)
}

fn bytes(mut answer: Answer) -> String {
    answer.timing = Timing { elapsed_ms: 0, nodes: 0 };
    serde_json::to_string(&answer).expect("JSON")
}

/// After each of these numbers of lines, on one thread and on two, the answer is that of a search of so many.
fn agrees<G: Published + Heuristics>(rules: &G, log: &ObservationLog, request: &Request, lines: &[u64]) {
    let asked = |lines: u64| Request {
        budget: Budget { iterations: Some(lines), ..request.budget },
        ..request.clone()
    };
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        let mut kept = KeptSearch::default();
        for &lines in lines {
            let found = pool.install(|| longer(rules, log, &asked(lines), &mut kept));
            assert_eq!(found.timing.nodes, lines);
            assert_eq!(
                bytes(found),
                bytes(ask(rules, log, &asked(lines))),
                "{lines} lines, {threads} threads"
            );
        }
        assert!(!kept.is_empty() && kept.bytes() > 1_000);
        let (fewer, most) = (asked(lines[0]), asked(lines[lines.len() - 1] + 50));
        assert_eq!(
            bytes(longer(rules, log, &fewer, &mut kept)),
            bytes(ask(rules, log, &fewer)),
            "an answer of its own"
        );
        let again = pool.install(|| longer(rules, log, &most, &mut kept));
        assert_eq!(bytes(again), bytes(ask(rules, log, &most)), "the longest search stays");
    }
}

/// In the published games, and of several trees, `tapis-laws` asks the same, where the search is built for speed.
#[test]
fn what_goes_on_finds_what_one_search_finds() {
    let rules = Kuhn::default();
    agrees(&rules, &log_after(&rules, 1, &[]), &for_points(0), &[205, 1_000, 4_000]);
    let rules = ConnectFour::default();
    agrees(&rules, &log_after(&rules, 1, &["drop 3"]), &playouts(0), &[777, 778, 1_501]);
}

#[test]
fn a_search_about_something_else_begins_anew() {
    let rules = Richelieu::new(Default::default()).expect("defaults");
    let (log, other) = (log_after(&rules, 1, &[]), log_after(&rules, 2, &[]));
    let seeded = Request { seed: [9; 32], ..playouts(90) };
    let fewer = playouts(40);
    for (log, request) in [(&other, &playouts(90)), (&log, &seeded), (&log, &fewer), (&log, &for_points(90))]
    {
        let mut kept = KeptSearch::default();
        longer(&rules, &log_after(&rules, 1, &[]), &playouts(70), &mut kept);
        assert_eq!(bytes(longer(&rules, log, request, &mut kept)), bytes(ask(&rules, log, request)));
    }
}

/// And whoever asks for lines after that gets what one search of so many finds.
#[test]
fn a_budget_of_time_goes_on_with_a_search_of_lines() {
    let rules = ConnectFour::default();
    let log = log_after(&rules, 1, &[]);
    let timed = Request { budget: Budget { ms: Some(1), ..Budget::default() }, ..playouts(0) };
    let mut kept = KeptSearch::default();
    let lines = longer(&rules, &log, &playouts(3_000), &mut kept).timing.nodes;
    let found = longer(&rules, &log, &timed, &mut kept).timing.nodes;
    assert!(lines == 3_000 && found >= lines, "{found} of {lines}");
    let more = playouts(found + 500);
    assert_eq!(bytes(longer(&rules, &log, &more, &mut kept)), bytes(ask(&rules, &log, &more)));
}

#[test]
fn time_counts_from_the_beginning() {
    let rules = ConnectFour::default();
    let log = log_after(&rules, 1, &[]);
    let timed = |ms| Request {
        budget: Budget { ms: Some(ms), ..Budget::default() },
        whole_time: true,
        ..playouts(0)
    };
    let mut kept = KeptSearch::default();
    let first = longer(&rules, &log, &timed(30), &mut kept);
    // However long a busy machine made the first one wait.
    let second = longer(&rules, &log, &timed(first.timing.elapsed_ms + 30), &mut kept);
    assert_eq!((first.stop, second.stop), (Stop::Deadline, Stop::Deadline));
    assert!(second.timing.nodes > first.timing.nodes, "{:?} {:?}", first.timing, second.timing);
    assert!(second.timing.elapsed_ms >= first.timing.elapsed_ms);
    let again = longer(&rules, &log, &timed(1), &mut kept);
    assert!(again.timing.nodes >= second.timing.nodes, "what is known stays");
}

/// All but one move lose at once.
#[test]
fn whoever_wants_all_the_time_gets_it() {
    let rules = ConnectFour::default();
    let log = log_after(&rules, 1, &["drop 0", "drop 6", "drop 0", "drop 6", "drop 0"]);
    let budget = Budget { ms: Some(150), ..Budget::default() };
    let tuning = crate::sampling::Tuning { endgame_nodes: 0, ..Default::default() };
    let request = Request { budget, whole_time: true, ..playouts(0) };
    let whole = ask_with(&rules, &log, &request, tuning, &Control::default());
    assert!(matches!(whole.stop, Stop::Deadline | Stop::Proved), "{:?}", whole.stop);
    assert_eq!(best(&whole), ["drop 0"]);
}
