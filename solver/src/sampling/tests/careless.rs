//! Bots that choose among near equals: they differ, and none of them misses what is forced.

use std::collections::BTreeSet;

use tapis_testkit::connect_four::ConnectFour;

use super::support::log_after;
use crate::control::Control;
use crate::engine::{BotLevel, Engine, TypedEngine};

/// The moves of 30 bots of this level.
fn choices(level: BotLevel, moves: &[&str]) -> BTreeSet<String> {
    let rules = ConnectFour::default();
    let log = log_after(&rules, 1, moves);
    let engine = TypedEngine::new(rules);
    let choose = |seed| engine.choose(level, &log, [seed; 32], &Control::default()).expect("a move");
    (0..30).map(choose).collect()
}

/// All but one move lose at once.
#[test]
fn the_only_move_that_does_not_lose_is_never_missed() {
    for level in [BotLevel::Novice, BotLevel::Beginner, BotLevel::Apprentice] {
        let found = choices(level, &["drop 0", "drop 6", "drop 0", "drop 6", "drop 0"]);
        assert_eq!(found, BTreeSet::from(["drop 0".to_owned()]), "{level:?}");
    }
}

#[test]
fn a_weak_bot_does_not_always_play_the_same() {
    assert!(choices(BotLevel::Novice, &[]).len() >= 3);
}
