//! A card of Parbourg that was made too strong is found among what chance deals, with the right sign.
//!
//! `TAPIS_PLANTED_GAMES` is the number of games of as many players as the box says. Without it a card that is as strong as can be shows
//! the sign in few games of two. From 2,000 games on the card has to be believed.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use tapis_common::sources::Sources;
use tapis_db::DatabaseUrl;
use tapis_games::feature::Role;
use tapis_lab::statistics::{BucketFigures, Features};
use tapis_lab::{Simulation, seed_of};
use tapis_solver::bots::Bot;
use tapis_solver::control::Control;
use tapis_solver::registry::Registry;

/// From so many games on the card has to be among the values to believe.
const ENOUGH: u64 = 2_000;

/// What greedy bots win with the deck in which the first card is worth so much.
fn features(options: &str, worth: u32, games: u64) -> Features {
    let known = Registry::standard();
    let parbourg = known.game("parbourg").unwrap();
    let printed = parbourg.ruleset(options).unwrap();
    let mut options = printed.ruleset().options.clone();
    for colour in ["yellow", "red", "green", "blue"] {
        *options.pointer_mut(&format!("/deck/cards/0/values/{colour}")).unwrap() = worth.into();
    }
    let changed = parbourg.ruleset(&options.to_string()).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let store = DatabaseUrl::Sqlite(directory.path().join("planted.db")).open().unwrap();
    let clock = Sources::system(known.clone()).clock;
    let simulation = Simulation::new(&known, changed, &[Bot::Greedy], seed_of("planted")).unwrap();
    simulation.run(games, &*store, &*clock, &Control::default(), &|_| {}).unwrap();
    simulation.question().features(&*store, None).unwrap()
}

fn card_1(features: &Features) -> &BucketFigures {
    let dealt = features.features.iter().find(|feature| feature.name == "card_dealt").unwrap();
    assert_eq!(dealt.role, Some(Role::Dealt));
    dealt.buckets.iter().find(|bucket| bucket.bucket.to_string() == "#1").unwrap()
}

#[test]
fn a_card_that_is_too_strong_is_found() {
    let wanted = std::env::var("TAPIS_PLANTED_GAMES").ok();
    let games = wanted.as_ref().map_or(60, |games| games.parse().expect("TAPIS_PLANTED_GAMES: a number"));
    let features = match wanted {
        Some(_) => features("{}", 30, games),
        None => features(r#"{"players": 2}"#, 50, games),
    };
    let card = card_1(&features);
    let lift = card.lift.value.unwrap();
    println!("{games} games: {lift:+.4} [{:+.4}, {:+.4}]", card.lift.low.unwrap(), card.lift.high.unwrap());
    assert!(lift > 0.05, "{:?}", card.lift);
    assert!(games < ENOUGH || card.discovery == Some(true), "{card:?}");
}
