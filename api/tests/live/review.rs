//! `tapis review`.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::{Value, json};

fn example(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/examples").join(name)
}

fn review(file: PathBuf, more: &str) -> Output {
    review_move(file, more, None)
}

/// The last argument may have blanks in it.
fn review_move(file: PathBuf, more: &str, mv: Option<&str>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tapis"));
    command.arg("review").arg(file).args(more.split(' ')).args(mv).output().unwrap()
}

fn text(of: Vec<u8>) -> String {
    String::from_utf8(of).unwrap()
}

#[test]
fn a_replay_is_reviewed_as_json() {
    let replay = || example("replay-richelieu.json");
    let json = review(replay(), "--effort quick --json --threads 1");
    let known = std::fs::read_to_string(example("review-richelieu.json")).unwrap();
    assert_eq!(text(json.stdout), known, "{}", text(json.stderr));
}

/// The review of the example.
fn known() -> Value {
    serde_json::from_slice(&std::fs::read(example("review-richelieu.json")).unwrap()).unwrap()
}

#[test]
fn a_review_says_the_same_in_both_languages() {
    let (replay, known) = (|| example("replay-richelieu.json"), known());
    let english = text(review(replay(), "--effort quick").stdout);
    let french = text(review(replay(), "--effort quick --language fr").stdout);
    let result = known["seats"][0]["result"].as_f64().unwrap() * 100.0;
    assert!(english.contains(&format!("seat 1: result {result:.1}\n")), "{english}");
    assert!(
        french.contains(&format!("place 1\u{202f}: résultat {result:.1}\n").replace('.', ",")),
        "{french}"
    );
    let points = known["seats"].as_array().unwrap().iter();
    let points: usize = points.map(|of| of["turning_points"].as_array().unwrap().len()).sum();
    assert_eq!(english.matches("turning point: ").count(), points, "{english}");
    assert_eq!(english.lines().count(), french.lines().count());
}

/// The first fault of the example, and how the program is asked for it.
fn fault() -> (Value, String) {
    let known = known();
    let mut decisions = known["decisions"].as_array().unwrap().iter();
    let fault = decisions.find(|of| of["grade"] != "as_good").unwrap().clone();
    let line = format!("--effort quick --ply {}", fault["ply"]);
    (fault, line)
}

#[test]
fn a_choice_is_shown_in_full() {
    let replay = || example("replay-richelieu.json");
    let (fault, line) = fault();
    let fault = &fault;
    let shown: Value = serde_json::from_slice(&review(replay(), &line).stdout).unwrap();
    assert_eq!(&shown["decision"], fault);
    assert_eq!(shown["moves"][0]["notation"], fault["best"]);
    assert_eq!(shown["why_not"]["notation"], fault["notation"]);
    assert_eq!(shown["hindsight"].as_array().unwrap().len(), shown["moves"].as_array().unwrap().len());
}

#[test]
fn a_choice_is_tried_again() {
    let (fault, line) = fault();
    let replay = || example("replay-richelieu.json");
    for (mv, verdict) in [(&fault["best"], "right"), (&fault["notation"], fault["grade"].as_str().unwrap())] {
        let output = review_move(replay(), &format!("{line} --try"), mv.as_str());
        let tried: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&tried["notation"], tried["verdict"].as_str()), (mv, Some(verdict)), "{tried}");
    }
}

#[test]
fn a_choice_that_nobody_had_is_refused() {
    let (_, line) = fault();
    let replay = || example("replay-richelieu.json");
    for (more, mv, told) in [
        ("--effort quick --ply 900", None, "in ply 900 nobody had a choice"),
        (&*format!("{line} --try"), Some("take 9L"), "'take 9L' was not legal in ply"),
    ] {
        let error = text(review_move(replay(), more, mv).stderr);
        assert!(error.contains(told), "{error}");
    }
}

#[test]
fn what_does_not_verify_is_not_reviewed() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("replay.json");
    let text_of = std::fs::read_to_string(example("replay-richelieu.json")).unwrap();
    let mut replay: Value = serde_json::from_str(&text_of).unwrap();
    replay["plies"][4]["notation"] = json!("mark 9c99");
    std::fs::write(&file, replay.to_string()).unwrap();
    for (file, told) in [
        (file, "replay.json does not verify: ply 5: move: expected"),
        (place.path().join("none.json"), "cannot read"),
        (PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"), "Cargo.toml is no JSON"),
    ] {
        let output = review(file, "--json");
        let error = text(output.stderr);
        assert!(!output.status.success() && output.stdout.is_empty() && error.contains(told), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

/// What the program says of the example twice.
fn twice(more: &str) -> Output {
    let file = example("replay-richelieu.json");
    review(file.clone(), &format!("{} {more}", file.display()))
}

#[test]
fn several_replays_say_together_how_much_each_kind_of_decision_mattered() {
    let (kinds, known): (Value, Value) =
        (serde_json::from_slice(&twice("--effort quick --json").stdout).unwrap(), known());
    let decisions = known["decisions"].as_array().unwrap();
    for kind in kinds.as_array().unwrap() {
        let name = kind["kind"].as_str().unwrap();
        let of =
            decisions.iter().filter(|of| of["notation"].as_str().unwrap().split(' ').next() == Some(name));
        assert_eq!(kind["choices"], 2 * of.count(), "{kind}");
    }
    let losses: Vec<f64> = kinds.as_array().unwrap().iter().map(|of| of["loss"].as_f64().unwrap()).collect();
    let lost: f64 = decisions.iter().map(|of| of["behind"]["mean"].as_f64().unwrap()).sum();
    assert!((losses.iter().sum::<f64>() - 2.0 * lost).abs() < 1e-9 && losses.is_sorted_by(|a, b| a >= b));
}

#[test]
fn several_replays_say_a_line_a_kind_and_show_no_choice() {
    let known = known();
    let kinds: BTreeSet<&str> = known["decisions"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|of| of["notation"].as_str()?.split(' ').next())
        .collect();
    let french = text(twice("--effort quick --language fr").stdout);
    assert_eq!(french.lines().count(), kinds.len(), "{french}");
    let refused = twice("--effort quick --ply 1");
    assert!(!refused.status.success() && text(refused.stderr).contains("name one file"));
}
