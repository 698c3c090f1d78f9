//! A replay is worked out again before it is reviewed.

use serde_json::{Value, json};
use tapis_review::{Effort, FinishedGame, Par, Review, Reviewer, Unverified, Watch};
use tapis_solver::control::Control;
use tapis_solver::registry::Registry;

fn example(game: &str) -> Value {
    let path = format!("{}/../docs/examples/replay-{game}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn verified(replay: &Value) -> Result<FinishedGame, Unverified> {
    FinishedGame::verified(&Registry::standard(), replay)
}

#[test]
fn the_replays_of_the_documentation_verify() {
    for game in Registry::standard().games() {
        let replay = example(game.id());
        let verified = verified(&replay).unwrap_or_else(|why| panic!("{}: {why}", game.id()));
        assert_eq!(verified.moves(), replay["plies"].as_array().unwrap().len(), "{}", game.id());
        assert_eq!(verified.ruleset().ruleset().hash, replay["ruleset"]["hash"]);
    }
}

/// What the refusal says of a replay in which the member at `pointer` is `value`.
fn refused(game: &str, pointer: &str, value: Value) -> String {
    let mut replay = example(game);
    *replay.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = value;
    match verified(&replay) {
        Err(why) => why.to_string(),
        Ok(_) => panic!("{game} {pointer} verifies"),
    }
}

#[test]
fn whatever_is_changed_is_named() {
    let zeros = json!("0".repeat(64));
    for (pointer, value, told) in [
        ("/ruleset/game", json!("whist"), "there is no game 'whist'"),
        ("/ruleset/rules_version", json!(99), "by version 99 of its rules"),
        ("/ruleset/options/players", json!(77), "the options of the ruleset: /players"),
        ("/ruleset/hash", zeros.clone(), "ply 0: hash of the ruleset: expected"),
        ("/seed", zeros.clone(), "ply 0: commitment: expected"),
        ("/nonce", json!("no"), "ply 0: nonce: expected \"64 hex digits\""),
        ("/commitment", json!(null), "ply 0: commitment: expected"),
        ("/rounds/0/initial/first_seat", json!(5), "ply 0: deal from the seed: expected"),
        ("/rounds", json!([]), "ply 0: deal from the seed: expected"),
        ("/plies/2/seat", json!(0), "ply 3: seat to move: expected 1, found 0"),
        ("/plies/2/notation", json!("take 9L"), "ply 3: move: expected"),
        ("/plies/2/notation", json!(7), "ply 3: move: expected"),
        ("/plies/4/state_hash", zeros, "ply 5: hash of the state: expected"),
        ("/plies/4/legal/0", json!("skip"), "ply 5: legal moves: expected"),
        ("/scores/0", json!(1), "scores: expected"),
        ("/ranks", json!([1, 1]), "ranks: expected"),
        ("/plies", json!([]), "ply 0: end of the game: expected \"a move of seat 0\""),
    ] {
        let why = refused("richelieu", pointer, value);
        assert!(why.contains(told), "{pointer}: {why}");
    }
}

#[test]
fn what_is_no_replay_is_refused() {
    for replay in [json!(null), json!([]), json!({"ruleset": {}}), json!("replay")] {
        assert!(verified(&replay).is_err(), "{replay}");
    }
    let mut longer = example("malin");
    let last = longer["plies"].as_array().unwrap().last().unwrap().clone();
    longer["plies"].as_array_mut().unwrap().push(last);
    let why = verified(&longer).err().unwrap().to_string();
    assert!(why.contains("end of the game: expected \"no more plies\""), "{why}");
}

fn path() -> String {
    format!("{}/../docs/examples/review-richelieu.json", env!("CARGO_MANIFEST_DIR"))
}

/// The game of the example, and who reviews it.
fn example_game() -> (FinishedGame, Reviewer) {
    let game = verified(&example("richelieu")).unwrap();
    let reviewer = Reviewer::of(&Registry::standard(), game.ruleset()).unwrap();
    (game, reviewer)
}

fn par_of(text: &str) -> Par {
    serde_json::from_str::<Review>(text).unwrap().par
}

fn blesses() -> bool {
    std::env::var_os("TAPIS_BLESS").is_some()
}

#[test]
fn par_of_the_example_is_that_of_its_ruleset() {
    // Written by the other test.
    if blesses() {
        return;
    }
    let text = std::fs::read_to_string(path()).unwrap();
    let par = example_game().1.par(Effort::Quick.depth(), &Control::default()).unwrap();
    let [told, made] = [&par_of(&text), &par].map(|par| serde_json::to_string(par).unwrap());
    assert_eq!(told, made, "`cargo xtask bless` writes it anew");
}

/// What `tapis review docs/examples/replay-richelieu.json --effort quick --json` prints. `TAPIS_BLESS=1` writes it anew.
#[test]
fn the_example_is_the_review_of_its_replay() {
    let (game, reviewer) = example_game();
    let (depth, control) = (Effort::Quick.depth(), Control::default());
    let par = match blesses() {
        true => reviewer.par(depth, &control).unwrap(),
        false => par_of(&std::fs::read_to_string(path()).unwrap()),
    };
    let review = reviewer.review(&game, par, depth, Watch { control: &control, done: &|| {} }).unwrap();
    let made = serde_json::to_string_pretty(&review).unwrap() + "\n";
    if blesses() {
        std::fs::write(path(), &made).unwrap();
    } else {
        let text = std::fs::read_to_string(path()).unwrap();
        assert_eq!(made, text, "`cargo xtask bless` writes the example anew");
    }
}
