//! `tapis experiment`: what it finds, and what it says of a plan that cannot be played.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

fn experiment(place: &Path, plan: &Value, arguments: &[&str]) -> Output {
    std::fs::write(place.join("plan.json"), plan.to_string()).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tapis"));
    command.args(["experiment", "plan.json"]).args(arguments).current_dir(place).output().unwrap()
}

/// The JSON of an experiment that can be played.
fn found(place: &Path, plan: &Value, threads: &str) -> Value {
    let output = experiment(place, plan, &["--json", "--threads", threads]);
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Greedy play against random play, each on the same deals.
fn plan() -> Value {
    json!({
        "game": "richelieu",
        "arms": [
            {"name": "random", "seats": ["random"]},
            {"name": "greedy", "seats": ["greedy", "random"]},
        ],
        "games": 2000, "metric": "win_share:random", "stop": "effect",
    })
}

#[test]
fn a_difference_is_found_early_and_the_same_on_any_number_of_threads() {
    let places = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let one = found(places[0].path(), &plan(), "1");
    assert_eq!(one["comparisons"][0]["verdict"], "lower", "{one}");
    let deals = one["deals"].as_u64().unwrap();
    assert!(one["stopped_early"] == true && deals < 100, "{one}");
    assert_eq!(one["arms"][1]["games"], 2 * deals, "every deal in both seatings");
    assert_eq!(found(places[1].path(), &plan(), "2"), one);
    assert_eq!(found(places[0].path(), &plan(), "2"), one, "recorded games change nothing");
}

/// An arm against itself: no difference, whatever is looked at.
#[test]
fn equal_arms_are_not_told_apart() {
    let place = tempfile::tempdir().unwrap();
    let arm = |name: &str| json!({"name": name, "seats": ["random"], "options": {"first_seat": 0}});
    let plan = json!({
        "game": "richelieu", "arms": [arm("a"), arm("b")], "games": 600, "metric": "seat_share:0",
        "minimum_effect": 0.1, "stop": "effect_or_futility",
    });
    let found = found(place.path(), &plan, "2");
    let comparison = &found["comparisons"][0];
    assert_eq!(
        (&comparison["difference"]["value"], &comparison["verdict"]),
        (&json!(0.0), &json!("no_relevant_difference"))
    );
    assert_eq!(found["stopped_early"], true, "pairs that agree decide soon: {found}");
}

#[test]
fn what_cannot_be_played_is_said_with_its_place() {
    let place = tempfile::tempdir().unwrap();
    for (pointer, value, says) in [
        ("/game", json!("whist"), "there is no game 'whist'"),
        ("/arms", json!([]), "/arms: 1 to 16 arms"),
        ("/arms/0/seats", json!(["club", "club", "club"]), "/arms/0/seats: 3 bots for 2 seats"),
        ("/arms/1/seats", json!(["clubs"]), "/arms/1/seats/0: no bot 'clubs'"),
        ("/metric", json!("luck"), "not `seat_share:<seat>`"),
        ("/games", json!(0), "/games: 1 to 100000000"),
    ] {
        let mut plan = plan();
        *plan.pointer_mut(pointer).unwrap() = value;
        let output = experiment(place.path(), &plan, &[]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && said.contains(says), "{pointer}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    assert!(!place.path().join("lab.db").exists(), "no database is made for what is refused");
    let mut plan = plan();
    plan["arms"][1]["options"] = json!({"players": 9});
    let output = experiment(place.path(), &plan, &[]);
    assert!(String::from_utf8(output.stderr).unwrap().contains("/arms/1/options/players"));
    plan["arms"][1]["options"] = json!({});
    plan["metric"] = json!("seat_share:5");
    let output = experiment(place.path(), &plan, &[]);
    assert!(String::from_utf8(output.stderr).unwrap().contains("has no seat_share:5"));
}

/// Nothing is played for a file that will not be written.
#[test]
fn a_file_that_is_there_is_not_replaced_and_nothing_is_played_for_it() {
    let place = tempfile::tempdir().unwrap();
    for [what, file] in [["--report", "it.html"], ["--chart", "it.svg"]] {
        std::fs::write(place.path().join(file), "mine").unwrap();
        let output = experiment(place.path(), &plan(), &[what, file]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && said.contains(file) && said.contains("--force"), "{said}");
        assert_eq!(std::fs::read_to_string(place.path().join(file)).unwrap(), "mine");
    }
    assert!(!place.path().join("lab.db").exists());
}
