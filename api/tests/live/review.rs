//! `tapis review`.

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::{Value, json};
use tapis_games::locale::Language;
use tapis_review::{Decision, Review, kinds, told};

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
    let known_too: Review = serde_json::from_value(known.clone()).unwrap();
    // What the program prints, as the next test has it.
    let english = told::review(&known_too, Language::English).join("\n") + "\n";
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

/// Tries a move in place of the fault.
fn tried(mv: &Value, verdict: &Value) {
    let line = format!("{} --try", fault().1);
    let output = review_move(example("replay-richelieu.json"), &line, mv.as_str());
    let tried: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&tried["notation"], &tried["verdict"]), (mv, verdict), "{tried}");
}

#[test]
fn the_best_move_is_right_at_another_try() {
    tried(&fault().0["best"], &json!("right"));
}

#[test]
fn a_fault_stays_one_at_another_try() {
    let (fault, _) = fault();
    tried(&fault["notation"], &fault["grade"]);
}

#[test]
fn the_review_is_told_in_english() {
    let told_of: Review = serde_json::from_value(known()).unwrap();
    let english = text(review(example("replay-richelieu.json"), "--effort quick").stdout);
    assert_eq!(english, told::review(&told_of, Language::English).join("\n") + "\n");
}

#[test]
fn a_choice_that_nobody_had_is_refused() {
    let error = text(review(example("replay-richelieu.json"), "--effort quick --ply 900").stderr);
    assert!(error.contains("in ply 900 nobody had a choice"), "{error}");
}

#[test]
fn a_move_that_was_not_legal_is_refused() {
    let line = format!("{} --try", fault().1);
    let error = text(review_move(example("replay-richelieu.json"), &line, Some("take 9L")).stderr);
    assert!(error.contains("'take 9L' was not legal in ply"), "{error}");
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

/// What the example twice comes to. At night the program says the same.
#[test]
fn several_reviews_say_together_how_much_each_kind_of_decision_mattered() {
    let review: Review = serde_json::from_value(known()).unwrap();
    let of = (&*review.ruleset.game, &review.decisions[..]);
    let kinds = kinds([of, of]);
    for kind in &kinds {
        let first = |of: &&Decision| of.notation.split(' ').next() == Some(&kind.kind);
        assert_eq!(kind.choices, 2 * review.decisions.iter().filter(first).count(), "{kind:?}");
        assert!(!told::kind(kind, Language::French).contains('\n'));
    }
    let lost: f64 = review.decisions.iter().map(|of| of.behind.mean).sum();
    let together: f64 = kinds.iter().map(|of| of.loss).sum();
    assert!((together - 2.0 * lost).abs() < 1e-9 && kinds.is_sorted_by(|a, b| a.loss >= b.loss));
}

#[test]
fn several_replays_show_no_choice() {
    let file = example("replay-richelieu.json");
    let refused = review(file.clone(), &format!("{} --effort quick --ply 1", file.display()));
    assert!(!refused.status.success() && text(refused.stderr).contains("name one file"));
}
