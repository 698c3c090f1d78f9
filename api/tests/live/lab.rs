//! `tapis luck`, `tapis ratings` and `tapis arena`.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

fn tapis(place: &Path, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tapis"));
    command.args(line.split(' ')).current_dir(place).output().unwrap()
}

/// What a command prints as JSON.
fn found(place: &Path, line: &str) -> Value {
    let output = tapis(place, &format!("{line} --json"));
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn luck_and_skill_share_the_variance() {
    let place = tempfile::tempdir().unwrap();
    let line = "luck --game richelieu --seats greedy,random --deals 40 --replays 2";
    let luck = found(place.path(), &format!("{line} --threads 1"));
    assert_eq!(found(place.path(), &format!("{line} --threads 2")), luck, "on any number of threads");
    assert_eq!((&luck["deals"], &luck["seatings"], &luck["replays"]), (&json!(40), &json!(2), &json!(2)));
    for result in ["win_share", "score"] {
        let parts = luck[result].as_object().unwrap();
        let sum: f64 = parts.values().map(|part| part["value"].as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-9 && parts.len() == 4, "{luck}");
        let players = &parts["players"];
        assert!(players["value"].as_f64().unwrap() > 0.5, "greedy beats random: {luck}");
        assert!(players["low"].as_f64().unwrap() <= players["high"].as_f64().unwrap());
    }
    // Alike in every seat: there is no skill to be asked for.
    let alike = found(place.path(), "luck --game richelieu --seats random --deals 40 --replays 2");
    assert_eq!((&alike["seatings"], &alike["win_share"]["players"]["value"]), (&json!(1), &Value::Null));
    assert!(alike["win_share"]["play"]["value"].as_f64().unwrap() > 0.5, "{alike}");
    assert!(!place.path().join("lab.db").exists(), "nothing is recorded");
}

#[test]
fn stronger_bots_have_higher_ratings() {
    let place = tempfile::tempdir().unwrap();
    let line = "ratings --game richelieu --levels random,greedy,solver:20 --games 30";
    let rated = found(place.path(), line);
    let ratings = rated["ratings"].as_array().unwrap();
    let anchor = ratings.iter().find(|of| of["bot"] == "random").unwrap();
    assert_eq!((&anchor["elo"], anchor.get("low"), &anchor["games"]), (&json!(0.0), None, &json!(60)));
    let greedy = ratings.iter().find(|of| of["bot"] == "greedy").unwrap();
    assert!(greedy["low"].as_f64().unwrap() > 100.0, "{rated}");
    assert_eq!(found(place.path(), line), rated, "the games are there already");
    for line in ["ratings --levels greedy", "ratings --levels greedy,greedy"] {
        let error = tapis(place.path(), line);
        assert!(String::from_utf8(error.stderr).unwrap().contains("at least two bots"));
    }
}

/// The bot that is named first has the rating 0, and that is all that the order changes: the same games, the same differences.
#[test]
fn ratings_do_not_depend_on_the_order_of_the_levels() {
    let measured = |levels: &str| {
        let place = tempfile::tempdir().unwrap();
        let line = format!("ratings --game parbourg --levels {levels} --games 60");
        let rated = found(place.path(), &line);
        let all = rated["ratings"].as_array().unwrap();
        let of = |bot: &str| all.iter().find(|of| of["bot"] == bot).unwrap()["elo"].as_f64().unwrap();
        // Two mixtures of three seats, each in three seatings.
        assert!(all.iter().all(|of| of["games"] == json!(60)), "{rated}");
        assert_eq!(rated["misfit"]["degrees"], json!(1), "{rated}");
        (of("greedy") - of("random"), rated["misfit"]["chi_square"].as_f64().unwrap())
    };
    let (one, other) = (measured("random,greedy"), measured("greedy,random"));
    assert!((one.0 - other.0).abs() < 1e-6 && (one.1 - other.1).abs() < 1e-6, "{one:?} {other:?}");
}

/// The arena is `tapis simulate` with the seats filled up: the same games, recorded once.
#[test]
fn the_arena_is_a_short_form() {
    let place = tempfile::tempdir().unwrap();
    let line =
        "arena --game sept-blasons --options {\"players\":3} --a greedy --b random --games 6 --seed words";
    let arena = found(place.path(), line);
    let seats = "simulate --game sept-blasons --options {\"players\":3} --seats greedy,random,random --games 6 --seed words";
    assert_eq!(found(place.path(), seats), arena);
    assert_eq!(
        (&arena["seatings"], &arena["players"][0]["win_share"]["n"]),
        (&json!(3), &json!(6)),
        "{arena}"
    );
    let ended = tapis(place.path(), "simulate --seats expert --games 100000 --minutes 0.01");
    assert!(ended.status.success(), "{ended:?}");
    assert!(String::from_utf8(ended.stderr).unwrap().contains("ended early"));
}
