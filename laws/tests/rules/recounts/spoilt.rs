//! What a recount must not let pass.

use serde_json::{Value, json};
use tapis_recount::fair_deal::Stream;
use tapis_recount::recount;

use super::course::{replay, seed_of};

/// A replay that agrees, for spoiling.
fn honest() -> Value {
    let random = &mut Stream::new(&seed_of(1), 5);
    let replay = replay("richelieu", &json!({"players": 3}), seed_of(1), random);
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
    caught("/rounds/0/state_hash", json!("00"), 0, "state hash of the deal");
    caught("/plies/3/legal", json!(["skip"]), 4, "legal moves");
    caught("/plies/5/state_hash", json!("00"), 6, "state hash");
    caught("/plies/7/notation", json!("take 9L"), 8, "move");
    caught("/plies/8/seat", json!(7), 9, "seat to move");
    caught("/scores/0", json!(99), honest()["plies"].as_array().unwrap().len() as u32, "scores");
    caught("/ranks/0", json!(9), honest()["plies"].as_array().unwrap().len() as u32, "ranks");
}

#[test]
fn a_later_deal_and_a_drawn_token_are_caught() {
    let options = json!({"players": 5, "variants": ["curieux"]});
    let honest = replay("sept-blasons", &options, seed_of(2), &mut Stream::new(&seed_of(2), 5));
    recount(&honest).unwrap();
    let second = honest["rounds"][1]["ply"].as_u64().unwrap() as u32;
    let plies = honest["plies"].as_array().unwrap();
    let drawn = plies.iter().position(|ply| ply["outcome"].get("family").is_some()).unwrap();
    let family = format!("/plies/{drawn}/outcome/family");
    let spoilt: [(&str, Value, u32, &str); 3] = [
        ("/rounds/1/initial/tokens/0/0", json!("nobody"), second, "deal from the seed"),
        ("/rounds/1/initial/leader", json!(9), second, "deal from the seed"),
        (&family, json!("nobody"), drawn as u32 + 1, "outcome"),
    ];
    for (pointer, value, ply, what) in spoilt {
        let mut replay = honest.clone();
        *replay.pointer_mut(pointer).unwrap() = value;
        let difference = recount(&replay).unwrap_err();
        assert_eq!((difference.ply, difference.what), (ply, what), "{difference}");
    }
}

#[test]
fn a_game_cut_short_is_caught() {
    let mut replay = honest();
    replay["plies"].as_array_mut().unwrap().pop();
    assert_eq!(recount(&replay).unwrap_err().what, "end of the game");
}

#[test]
fn a_round_too_many_and_a_game_nobody_knows_are_caught() {
    let mut replay = honest();
    let round = replay["rounds"][0].clone();
    replay["rounds"].as_array_mut().unwrap().push(round);
    assert_eq!(recount(&replay).unwrap_err().what, "number of rounds");
    let mut replay = honest();
    replay["ruleset"]["game"] = json!("bridge");
    assert_eq!(recount(&replay).unwrap_err().what, "ruleset hash");
}

#[test]
fn what_was_never_taken_back_is_caught() {
    let mut replay = honest();
    let first = replay["plies"][0].clone();
    // The same ply, played, taken back and played again.
    replay["undone"] = json!([{"version": 3, "by": first["seat"], "plies": [first]}]);
    recount(&replay).unwrap();
    for (pointer, value, what) in [
        ("/0/plies", json!([]), "first ply taken back"),
        ("/0/plies/0/n", json!(0), "first ply taken back"),
        ("/0/plies/0/n", json!(9_999), "first ply taken back"),
        ("/0/plies/0/notation", json!("take 9L"), "move"),
        ("/0/plies/0/state_hash", json!("00"), "state hash"),
        ("/0/by", json!(9), "seat that took back"),
    ] {
        let mut spoilt = replay.clone();
        *spoilt["undone"].pointer_mut(pointer).unwrap() = value;
        assert_eq!(recount(&spoilt).unwrap_err().what, what, "{pointer}");
    }
}
