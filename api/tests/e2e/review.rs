//! `tapis review`.

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::{Value, json};

fn example(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/examples").join(name)
}

fn review(file: PathBuf, more: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tapis"));
    command.arg("review").arg(file).args(more.split(' ')).output().unwrap()
}

fn text(of: Vec<u8>) -> String {
    String::from_utf8(of).unwrap()
}

#[test]
fn a_replay_is_reviewed_in_both_languages_and_as_json() {
    let replay = || example("replay-richelieu.json");
    let json = review(replay(), "--effort quick --json --threads 1");
    let known = std::fs::read_to_string(example("review-richelieu.json")).unwrap();
    assert_eq!(text(json.stdout), known, "{}", text(json.stderr));
    let known: Value = serde_json::from_str(&known).unwrap();
    let english = text(review(replay(), "--effort quick").stdout);
    let french = text(review(replay(), "--effort quick --language fr").stdout);
    let result = known["seats"][0]["result"].as_f64().unwrap() * 100.0;
    assert!(english.contains(&format!("seat 0: result {result:.1}\n")), "{english}");
    assert!(french.contains(&format!("place 0 : résultat {result:.1}\n").replace('.', ",")), "{french}");
    let points = known["seats"].as_array().unwrap().iter();
    let points: usize = points.map(|of| of["turning_points"].as_array().unwrap().len()).sum();
    assert_eq!(english.matches("turning point: ").count(), points, "{english}");
    assert_eq!(english.lines().count(), french.lines().count());
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
