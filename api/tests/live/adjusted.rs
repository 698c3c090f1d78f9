//! `tapis adjusted`.

use std::process::{Command, Output};

use serde_json::Value;

fn adjusted(line: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tapis")).arg("adjusted").args(line.split(' ')).output().unwrap()
}

const LINE: &str = "--game richelieu --seats greedy,random --games 40 --plays 8";

#[test]
fn luck_is_taken_out_of_results() {
    let json = adjusted(&format!("{LINE} --json --threads 1"));
    let same = adjusted(&format!("{LINE} --json --threads 2"));
    assert!(json.status.success() && json.stdout == same.stdout, "{json:?}");
    let found: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!((&found["games"], &found["deals"]), (&40.into(), &20.into()), "two seatings of a deal");
    let players = found["players"].as_array().unwrap();
    assert_eq!(players.iter().map(|of| &of["player"]).collect::<Vec<_>>(), ["greedy", "random"]);
    for of in players {
        let value = |name: &str| of[name]["value"].as_f64().unwrap();
        assert!((value("share") - value("adjusted")).abs() < 0.3, "{of}");
        assert!((0.0..=1.0).contains(&of["part"].as_f64().unwrap()) && of["seat"].is_null(), "{of}");
    }
}

#[test]
fn what_luck_did_is_told_in_both_languages() {
    let said = |more: &str| String::from_utf8(adjusted(&format!("{LINE} {more}")).stdout).unwrap();
    let (english, french) = (said("--language en"), said("--language fr"));
    assert!(english.contains("\ngreedy: win share ") && english.contains("; without luck "), "{english}");
    assert!(french.contains(" sans la chance ") && french.lines().count() == 3, "{french}");
}

#[test]
fn who_asks_for_what_is_not_there_is_told_what_would_be_right() {
    for (line, told) in [
        ("--seats greedy,greedy,greedy", "name one for all seats, or one for each"),
        ("--seats greedy --plays 0", "a whole number from 1 to 10000"),
        ("--seats greedy --games 1", "a whole number from 2 to 100000"),
        ("--seats nobody", "nobody"),
        ("--game chess --seats greedy", "chess"),
    ] {
        let output = adjusted(line);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && output.stdout.is_empty() && error.contains(told), "{error}");
    }
}
