//! What `tapis review` says of several replays.

use std::path::PathBuf;
use std::process::Command;

use tapis_games::locale::Language;
use tapis_review::{Review, kinds, told};

fn example(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/examples").join(name)
}

#[test]
fn several_replays_say_together_how_much_each_kind_of_decision_mattered() {
    let review = std::fs::read(example("review-richelieu.json")).unwrap();
    let review: Review = serde_json::from_slice(&review).unwrap();
    let of = (&*review.ruleset.game, &review.decisions[..]);
    let kinds = kinds([of, of]);
    let lines: Vec<_> = kinds.iter().map(|of| told::kind(of, Language::French)).collect();
    let json = serde_json::to_string_pretty(&kinds).unwrap();
    for (more, expected) in [("--language=fr", lines.join("\n")), ("--json", json)] {
        let replay = example("replay-richelieu.json");
        let mut program = Command::new(env!("CARGO_BIN_EXE_tapis"));
        let output =
            program.arg("review").args([&replay, &replay]).args(["--effort", "quick", more]).output();
        assert_eq!(String::from_utf8(output.unwrap().stdout).unwrap(), expected + "\n", "{more}");
    }
}
