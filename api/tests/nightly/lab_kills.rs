//! `tapis simulate` and `tapis experiment` are killed again and again, at any moment, and go on.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::json;

use crate::knobs::{random, size};

/// A command of the program, at a place of its own.
fn tapis(place: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tapis"));
    command.args(arguments).current_dir(place);
    command
}

fn said(place: &Path, arguments: &[&str]) -> String {
    let output = tapis(place, arguments).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Kills a command after a moment, so often: something of it was interrupted.
fn killed(place: &Path, arguments: &[&str], kills: usize, test: &str) {
    let mut random = random(test);
    let mut interrupted = 0;
    for _ in 0..kills {
        let mut run = tapis(place, arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(20 + u64::from(random.below(400))));
        interrupted += u32::from(run.try_wait().unwrap().is_none());
        run.kill().unwrap();
        run.wait().unwrap();
    }
    assert!(interrupted > 0, "every run had ended before it was killed");
}

/// No game is lost, none is counted twice, and the result is that of an undisturbed run.
#[test]
fn a_killed_simulation_goes_on_and_says_the_same() {
    // As long as the kills go on, there is something left to play.
    let kills = size("TAPIS_LAB_KILLS", 5);
    let games = (800 * kills).to_string();
    let simulate =
        ["simulate", "--game", "richelieu", "--seats", "random", "--threads", "2", "--games", games.as_str()];
    let [undisturbed, place] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let expected = said(undisturbed.path(), &simulate);
    assert!(expected.contains(&format!("{games} games")), "{expected}");
    killed(place.path(), &simulate, kills, "simulate");
    assert_eq!(said(place.path(), &simulate), expected);
    said(place.path(), &["verify", "--database", "sqlite:lab.db"]);
}

/// Nothing is lost or counted twice, and the result is byte for byte that of an undisturbed run.
#[test]
fn a_killed_experiment_goes_on_and_says_the_same() {
    let kills = size("TAPIS_LAB_KILLS", 5);
    let plan = json!({
        "game": "richelieu",
        "arms": [
            {"name": "random", "seats": ["random"]},
            {"name": "greedy", "seats": ["greedy", "random"]},
        ],
        "games": 100 * kills, "metric": "win_share:random", "stop": "fixed",
    });
    let [undisturbed, place] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    for place in [&undisturbed, &place] {
        std::fs::write(place.path().join("plan.json"), plan.to_string()).unwrap();
    }
    let experiment = ["experiment", "plan.json", "--json"];
    let expected = said(undisturbed.path(), &experiment);
    killed(place.path(), &experiment, kills, "experiment");
    assert_eq!(said(place.path(), &experiment), expected);
    said(place.path(), &["verify", "--database", "sqlite:lab.db"]);
}
