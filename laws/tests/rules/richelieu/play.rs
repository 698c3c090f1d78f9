//! Random games to the end.

use tapis_games::game::{Game, InformationSet, Observed, Turn};

use super::common::{Played, all_rules, rng, viewers};

#[test]
fn random_games_end_under_all_options() {
    for (i, rules) in all_rules().iter().enumerate() {
        let played = Played::random(rules, &mut rng(i as u64));
        assert_eq!(rules.turn(played.end()), Turn::Over);
        assert!(played.plies.len() > 25, "a game of {} plies", played.plies.len());
        let payoffs = rules.payoffs(played.end());
        assert!((payoffs.shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }
}

#[test]
fn every_viewer_can_follow_its_own_log() {
    for (i, rules) in all_rules().iter().enumerate() {
        let played = Played::random(rules, &mut rng(100 + i as u64));
        for viewer in viewers(rules) {
            let mut knowledge = rules.know(viewer);
            for ply in played.seen(rules, viewer) {
                knowledge.learn(rules, &ply).unwrap();
            }
            assert_eq!(rules.turn(knowledge.position()), Turn::Over);
        }
    }
}
