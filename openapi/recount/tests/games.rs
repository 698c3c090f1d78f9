//! Random games of the server's rules, recounted; and what a recount must not let pass.
#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::{Value, json};
use tapis_games::erased::StoredPly;
use tapis_games::game::Turn;
use tapis_games::random::{Seed, Stream as SeedStream};
use tapis_games::registry::game;
use tapis_recount::fair_deal::Stream;
use tapis_recount::{random, recount};

const NONCE: [u8; 32] = [7; 32];

/// A finished game of random moves under `options`, as the server's replay writes it.
fn replay(options: &Value, seed: [u8; 32], random: &mut Stream) -> Value {
    let ruleset = game("richelieu").unwrap().ruleset(&options.to_string()).unwrap();
    let seed = Seed(seed);
    let mut table = ruleset.deal(&seed);
    while let Turn::Player(seat) = table.turn() {
        let notation = random.pick(&table.legal_moves()).notation.clone();
        let ply = table.plies().len() as u32;
        table.play(seat, &notation, &mut seed.stream(SeedStream::Chance(ply))).unwrap();
    }
    let plies: Vec<StoredPly> = table.plies().iter().map(|ply| ply.stored.clone()).collect();
    let course = ruleset.replay(&plies).unwrap();
    let payoffs = table.payoffs().unwrap();
    json!({
        "ruleset": ruleset.ruleset(), "commitment": seed.commitment(&NONCE),
        "seed": seed.to_hex(), "nonce": "07".repeat(32),
        "rounds": course.rounds, "plies": course.plies, "scores": payoffs.scores, "ranks": payoffs.ranks,
    })
}

fn seed_of(n: u32) -> [u8; 32] {
    std::array::from_fn(|i| n.to_le_bytes().get(i).copied().unwrap_or(0x21))
}

#[test]
fn random_games_agree() {
    let games = std::env::var("TAPIS_RECOUNTS").map_or(100, |text| text.parse().unwrap());
    for n in 0..games {
        let mut random = Stream::new(&seed_of(n), 99);
        let options = random::options(&mut random);
        let replay = replay(&options, seed_of(n), &mut random);
        if let Err(difference) = recount(&replay) {
            panic!("game {n}, {options}: {difference}");
        }
    }
}

/// A replay that agrees, for spoiling.
fn honest() -> Value {
    let replay = replay(&json!({"players": 3}), seed_of(1), &mut Stream::new(&seed_of(1), 5));
    recount(&replay).unwrap();
    replay
}

#[track_caller]
fn caught(pointer: &str, value: Value, ply: u32, what: &str) {
    let mut replay = honest();
    let place = replay.pointer_mut(pointer).unwrap();
    assert_ne!(*place, value, "the change changes nothing");
    *place = value;
    let difference = recount(&replay).unwrap_err();
    assert_eq!((difference.ply, difference.what), (ply, what), "{difference}");
}

#[test]
fn a_changed_replay_is_caught_where_it_was_changed() {
    caught("/seed", json!("00".repeat(32)), 0, "commitment");
    caught("/nonce", json!("00".repeat(32)), 0, "commitment");
    caught("/ruleset/options/variant", json!("three_rows"), 0, "ruleset hash");
    caught("/rounds/0/initial/first_seat", json!(9), 0, "deal from the seed");
    caught("/rounds/0/state_hash", json!("00"), 0, "state hash");
    caught("/plies/3/legal", json!(["skip"]), 4, "legal moves");
    caught("/plies/5/state_hash", json!("00"), 6, "state hash");
    caught("/plies/7/notation", json!("take 9L"), 8, "move");
    caught("/plies/8/seat", json!(7), 9, "seat to move");
    caught("/scores/0", json!(99), honest()["plies"].as_array().unwrap().len() as u32, "scores");
    caught("/ranks/0", json!(9), honest()["plies"].as_array().unwrap().len() as u32, "ranks");
}

#[test]
fn a_game_cut_short_is_caught() {
    let mut replay = honest();
    replay["plies"].as_array_mut().unwrap().pop();
    assert_eq!(recount(&replay).unwrap_err().what, "end of the game");
}
