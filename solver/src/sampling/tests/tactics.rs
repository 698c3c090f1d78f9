//! Connect Four: wins and threats a few plies away, and how the answer reports them.

use tapis_testkit::connect_four::ConnectFour;

use super::support::*;
use crate::answer::{Answer, Level, Status, Stop, VariationKind};
use crate::sampling::Tuning;

fn after(columns: &[u8], iterations: u64) -> Answer {
    let moves: Vec<String> = columns.iter().map(|column| format!("drop {column}")).collect();
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    let rules = ConnectFour::default();
    ask(&rules, &log_after(&rules, 1, &moves), &playouts(iterations))
}

#[test]
fn wins_in_one() {
    let answer = after(&[0, 6, 0, 6, 0, 5], 1_000);
    assert_eq!(best(&answer), ["drop 0"]);
    let first = &answer.moves[0];
    assert_eq!((first.value, first.low, first.high), (1.0, 1.0, 1.0));
    assert!(answer.moves[1].regret > 0.0);
}

#[test]
fn blocks_the_only_threat() {
    let answer = after(&[0, 6, 0, 6, 0], 2_000);
    assert_eq!(best(&answer), ["drop 0"]);
    for lost in &answer.moves[1..] {
        assert_eq!((lost.value, lost.high), (0.0, 0.0), "{lost:?}");
    }
}

/// Two stones with free squares on both sides become an open three.
#[test]
fn wins_in_three() {
    let answer = after(&[3, 3, 2, 2], 4_000);
    assert_eq!(best(&answer), ["drop 1", "drop 4"]);
    assert_eq!(answer.moves[0].value, 1.0);
    assert_eq!(answer.moves[0].equals, ["drop 4"]);
    assert_eq!(answer.moves[0].pv_kind, VariationKind::MostLikely);
}

#[test]
fn stops_when_everything_is_proved() {
    let rules = ConnectFour::default();
    let log = (0..100).find_map(|seed| random_log(&rules, seed, 32)).expect("a long game");
    let answer = ask(&rules, &log, &playouts(1_000_000));
    assert_eq!((answer.stop, answer.status), (Stop::Proved, Status::Final));
    assert_eq!((answer.exactness.level, answer.exactness.proved), (Level::Exact, true));
    assert!(answer.timing.nodes < 100_000, "{}", answer.timing.nodes);
    assert!(answer.moves.iter().all(|advice| advice.low == advice.high));
}

#[test]
fn proofs_need_no_exhaustive_ends() {
    let rules = ConnectFour::default();
    let log = log_after(&rules, 1, &["drop 3", "drop 3", "drop 2", "drop 2"]);
    let tuning = Tuning { endgame_nodes: 0, ..Tuning::default() };
    let answer = ask_with(&rules, &log, &playouts(20_000), tuning, &Default::default());
    assert_eq!(best(&answer), ["drop 1", "drop 4"]);
    assert_eq!(answer.moves[0].low, 1.0);
}

/// The first player wins only in the middle column.
#[test]
fn prefers_the_middle_at_the_start() {
    let answer = after(&[], 20_000);
    assert_eq!(best(&answer), ["drop 3"]);
    assert_eq!((answer.exactness.level, answer.exactness.proved), (Level::Sampled, false));
    assert_eq!((answer.worlds.consistent, answer.worlds.used), (1.0, 1));
    assert_eq!(answer.timing.nodes, 20_000);
    let values: Vec<f64> = answer.moves.iter().map(|advice| advice.value).collect();
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
    for advice in &answer.moves {
        assert!(0.0 <= advice.low && advice.low <= advice.value, "{advice:?}");
        assert!(advice.value <= advice.high && advice.high <= 1.0, "{advice:?}");
        assert!((advice.regret - (values[0] - advice.value)).abs() < 1e-12, "{advice:?}");
    }
    assert!(!answer.moves[0].pv.is_empty());
}
