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

/// What a level plays with a seed is among the odds that it has with this seed, and all that it may play: with its own lines those that
/// search more are as if they had been searched alone.
#[test]
fn odds_are_those_of_what_bots_choose() {
    let rules = ConnectFour::default();
    let log = log_after(&rules, 1, &["drop 3", "drop 3"]);
    let engine = TypedEngine::new(rules);
    let levels = [BotLevel::Greedy, BotLevel::Club, BotLevel::Novice, BotLevel::Casual, BotLevel::Apprentice];
    for seed in 0..8 {
        let control = Control::default();
        let odds = engine.odds(&levels, &log, [seed; 32], &control).expect("odds");
        for (level, odds) in levels.iter().zip(&odds) {
            let chosen = engine.choose(*level, &log, [seed; 32], &control).expect("a move");
            assert!(
                (odds.iter().map(|(_, odds)| odds).sum::<f64>() - 1.0).abs() < 1e-9,
                "{level:?} {odds:?}"
            );
            let own = odds.iter().find(|(notation, _)| *notation == chosen);
            assert!(own.is_some_and(|(_, odds)| *odds > 0.0), "{level:?} plays {chosen} of {odds:?}");
        }
        assert_eq!(odds[1].len(), 1, "club does not err");
        assert!(odds[2].len() >= 3, "novice does");
    }
}

#[test]
fn a_weak_bot_does_not_always_play_the_same() {
    assert!(choices(BotLevel::Novice, &[]).len() >= 3);
}
