//! The same seed and iteration budget give the same bytes on 1, 2 and 16 threads. Of several trees `tapis-laws` asks the same, where
//! the search is built for speed.

use tapis_games::game::Published;
use tapis_games::richelieu::Richelieu;
use tapis_testkit::connect_four::ConnectFour;
use tapis_testkit::kuhn::Kuhn;

use super::support::*;
use crate::answer::Timing;
use crate::heuristics::Heuristics;
use crate::request::{Budget, Request};

/// The answer as bytes, without `timing`.
fn bytes<G: Published + Heuristics>(rules: &G, seed: u8, request: &Request, threads: usize) -> String {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
    let mut answer = pool.install(|| ask(rules, &log_after(rules, seed, &[]), request));
    answer.timing = Timing { elapsed_ms: 0, nodes: 0 };
    serde_json::to_string(&answer).expect("JSON")
}

fn same_on_all<G: Published + Heuristics>(rules: &G, request: &Request) {
    let alone = bytes(rules, 1, request, 1);
    for threads in [2, 16] {
        assert_eq!(bytes(rules, 1, request, threads), alone, "{threads} threads");
    }
    let limited = Request { threads: 1, ..request.clone() };
    assert_eq!(bytes(rules, 1, &limited, 16), alone, "one worker of sixteen");
}

#[test]
fn an_iteration_budget_gives_the_same_bytes_on_any_number_of_threads() {
    same_on_all(&ConnectFour::default(), &playouts(2_000));
    same_on_all(&Kuhn::default(), &for_points(2_000));
    same_on_all(&Richelieu::new(Default::default()).expect("defaults"), &playouts(300));
}

#[test]
fn so_do_a_pool_of_worlds_and_a_confidence() {
    let rules = Richelieu::new(Default::default()).expect("defaults");
    let budget = Budget { worlds: Some(20), iterations: Some(300), ..Budget::default() };
    same_on_all(&rules, &Request { budget, ..playouts(0) });
    let budget = Budget { confidence: Some(0.9), iterations: Some(3_000), ..Budget::default() };
    same_on_all(&ConnectFour::default(), &Request { budget, ..playouts(0) });
}

#[test]
fn another_seed_gives_another_answer() {
    let rules = ConnectFour::default();
    let other = Request { seed: [18; 32], ..playouts(1_000) };
    assert_ne!(bytes(&rules, 1, &playouts(1_000), 1), bytes(&rules, 1, &other, 1));
}
