//! A replay is worked out again before it is reviewed.

use serde_json::{Value, json};
use tapis_games::game::Turn;
use tapis_games::locale::Language;
use tapis_games::random::{Seed, Stream};
use tapis_games::seat::Seat;
use tapis_review::{
    Decision, Depth, Effort, FinishedGame, Origin, Par, Review, Reviewer, Unverified, Watch, told,
};
use tapis_solver::control::Control;
use tapis_solver::registry::Registry;

use crate::games::DEPTH;

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

/// A review of a game of two that costs little.
fn cheap(game: &FinishedGame) -> Review {
    let depth =
        Depth { plays: 2, outcomes: 1, lines: 50, more_lines: 50, worlds: 2, world_plays: 1, ..DEPTH };
    let par = Par { value: vec![0.5; 2], error: vec![0.0; 2] };
    let reviewer = Reviewer::of(&Registry::standard(), game.ruleset()).unwrap();
    reviewer.review(game, par, depth, Watch { control: &Control::default(), done: &|| {} }).unwrap()
}

/// A bot that takes the place of a person chooses nothing for them.
#[test]
fn what_the_service_played_for_a_person_is_not_judged_as_theirs() {
    let mut replay = example("richelieu");
    let plain = cheap(&verified(&replay).unwrap());
    let own: Vec<u64> = replay["plies"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|ply| ply["seat"] == 0)
        .map(|ply| ply["n"].as_u64().unwrap())
        .collect();
    // The person was there for the first two moves.
    replay["by_service"] = json!(own[2..]);
    let game = verified(&replay).unwrap();
    let review = cheap(&game);
    let is_theirs = |ply: u32| own[..2].contains(&ply.into());
    let of_seat = |review: &Review, seat: u8| -> Vec<Decision> {
        review.decisions.iter().filter(|of| of.seat == Seat(seat)).cloned().collect()
    };
    let left: Vec<Decision> = of_seat(&plain, 0).into_iter().filter(|of| is_theirs(of.ply)).collect();
    assert_eq!((of_seat(&review, 0), of_seat(&review, 1)), (left.clone(), of_seat(&plain, 1)));
    let [before, after] = [&plain, &review].map(|review| review.seats[0].choices.clone().unwrap());
    assert_eq!((before.by_service, after.made), (0, left.len()));
    assert_eq!(after.made + after.by_service, before.made);
    assert_eq!(after.loss, left.iter().map(|of| of.behind.mean).sum::<f64>());
    let (was, is) = (&plain.seats[0], &review.seats[0]);
    assert_eq!((is.luck, &review.seats[1].luck), (was.luck, &plain.seats[1].luck));
    assert!((was.play + was.others - is.play - is.others).abs() < 1e-9 && was.play != is.play, "{is:?}");
    assert!(is.turning_points.iter().all(|of| of.by != Origin::Own || is_theirs(of.ply)), "{is:?}");
    assert!(is.fortune.unwrap() != was.fortune.unwrap(), "{is:?}");
    for (language, words) in
        [(Language::English, "made by the service"), (Language::French, "par le service")]
    {
        let line =
            |review: &Review| told::review(review, language).into_iter().find(|line| line.contains(words));
        assert_eq!(line(&plain), None);
        assert!(line(&review).unwrap().trim().starts_with(&after.by_service.to_string()), "{language:?}");
    }
}

#[test]
fn what_the_service_played_is_a_list_of_plies_that_stand() {
    let mut replay = example("richelieu");
    let last = replay["plies"].as_array().unwrap().len();
    for wrong in [json!([0]), json!([last + 1]), json!([-1]), json!(["1"]), json!(3), json!({})] {
        replay["by_service"] = wrong;
        let why = verified(&replay).err().unwrap().to_string();
        let told = format!("plies that the service played: expected \"numbers of plies, from 1 to {last}\"");
        assert!(why.contains(&told), "{why}");
    }
    replay["by_service"] = json!([last, 1]);
    verified(&replay).unwrap_or_else(|why| panic!("{why}"));
}

/// The first two plies of a game that could be played in place of those that stand, and taken back.
fn other_plies(replay: &Value) -> Vec<Value> {
    let registry = Registry::standard();
    let game = registry.game(replay["ruleset"]["game"].as_str().unwrap()).unwrap();
    let ruleset = game.ruleset(&replay["ruleset"]["options"].to_string()).unwrap();
    let mut seed = Seed([0; 32]);
    hex::decode_to_slice(replay["seed"].as_str().unwrap(), &mut seed.0).unwrap();
    let mut table = ruleset.deal(&seed);
    let plies = (1..=2).map(|n| {
        let Turn::Player(seat) = table.turn() else { panic!("the game is over") };
        let mut found = table.legal_moves().into_iter().filter_map(|legal| {
            let mut fork = table.fork();
            let notation = &legal.notation;
            let played = fork.play(seat, notation, &mut seed.stream(Stream::Chance(n))).ok()?;
            let is_open = !played.discloses && played.stored.chance.is_empty();
            let hash = hex::encode(played.state_hash);
            let ply = json!({"n": n, "seat": seat, "notation": notation, "state_hash": hash});
            is_open.then_some((ply, fork))
        });
        let (ply, after) = found.next().expect("a move that can be taken back");
        drop(found);
        table = after;
        ply
    });
    plies.collect()
}

#[test]
fn what_was_taken_back_is_played_again_where_it_stood() {
    let mut replay = example("richelieu");
    let plies = other_plies(&replay);
    let by = &plies[0]["seat"];
    // The set-up is version 1: a ply, taken back; both plies, taken back.
    replay["undone"] = json!([
        {"version": 3, "by": by, "plies": plies[..1]},
        {"version": 6, "by": by, "plies": plies},
    ]);
    verified(&replay).unwrap_or_else(|why| panic!("{why}"));
    for (pointer, value, told) in [
        ("", json!("none"), "plies taken back: expected \"a list\""),
        ("/0", json!(17), "plies taken back: expected \"numbered from 1 on\""),
        ("/0/plies", json!([]), "plies taken back: expected \"numbered from 1 on\""),
        ("/0/plies/0/n", json!(0), "plies taken back: expected \"numbered from 1 on\""),
        ("/0/plies/0/n", json!(4), "ply 4: first ply taken back: expected \"a ply up to 3\""),
        ("/1/plies/0/n", json!(4_000_000_000_u32), "first ply taken back: expected"),
        ("/1/plies/1/n", json!(3), "ply 2: number of the ply: expected 2, found 3"),
        ("/0/plies/0/notation", json!("take 9L"), "ply 1: move: expected"),
        ("/0/plies/0/state_hash", json!("0".repeat(64)), "ply 1: hash of the state: expected"),
        ("/1/plies/1/state_hash", json!(null), "ply 2: hash of the state: expected"),
        ("/1/plies/1/seat", json!(6), "ply 2: seat to move: expected"),
        ("/0/by", json!(6), "ply 1: seat that took back: expected"),
        ("/0/version", json!(2), "ply 1: version that took back: expected \"at least 3\", found 2"),
        ("/1/version", json!(5), "ply 1: version that took back: expected \"at least 6\", found 5"),
        ("/0/version", json!(u64::MAX), "ply 1: version that took back: expected"),
    ] {
        let mut made_up = replay.clone();
        *made_up["undone"].pointer_mut(pointer).unwrap() = value;
        let why = verified(&made_up).err().unwrap_or_else(|| panic!("{pointer} verifies")).to_string();
        assert!(why.contains(told), "{pointer}: {why}");
    }
    replay["undone"][1]["plies"][1]["more"] = json!("than there was");
    let why = verified(&replay).err().unwrap().to_string();
    assert!(why.contains("ply 2: ply taken back: expected"), "{why}");
}

/// Nobody takes back what chance decided after, what showed something hidden, or the end.
#[test]
fn no_replay_takes_back_what_cannot_be_taken_back() {
    for game in Registry::standard().games() {
        let mut replay = example(game.id());
        let last = replay["plies"].as_array().unwrap().last().unwrap();
        let ply = json!({"n": last["n"], "seat": last["seat"], "notation": last["notation"],
            "state_hash": last["state_hash"]});
        replay["undone"] = json!([{"version": 9_999, "by": last["seat"], "plies": [ply]}]);
        let why = verified(&replay).err().unwrap_or_else(|| panic!("{} verifies", game.id())).to_string();
        assert!(why.contains("ply taken back: expected"), "{}: {why}", game.id());
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
