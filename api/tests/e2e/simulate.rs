//! `tapis simulate` is killed in the middle and goes on.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::knobs::{random, size};

/// The command, at a place of its own.
fn simulate(place: &Path, games: usize) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tapis"));
    let arguments = ["simulate", "--game", "richelieu", "--seats", "random", "--threads", "2", "--games"];
    command.args(arguments).arg(games.to_string()).current_dir(place);
    command
}

/// What the command prints when nobody disturbs it.
fn said(place: &Path, games: usize) -> String {
    let output = simulate(place, games).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn begun(place: &Path, games: usize) -> Child {
    simulate(place, games).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// However often it is killed: no game is lost, none is counted twice, and the result is that of an undisturbed run.
#[test]
fn a_killed_simulation_goes_on_and_says_the_same() {
    // As long as the kills go on, there is something left to play.
    let kills = size("TAPIS_LAB_KILLS", 5);
    let games = 800 * kills;
    let (undisturbed, killed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let expected = said(undisturbed.path(), games);
    assert!(expected.contains(&format!("{games} games")), "{expected}");
    let mut random = random("simulate");
    let mut interrupted = 0;
    for _ in 0..kills {
        let mut run = begun(killed.path(), games);
        std::thread::sleep(Duration::from_millis(20 + u64::from(random.below(400))));
        interrupted += u32::from(run.try_wait().unwrap().is_none());
        run.kill().unwrap();
        run.wait().unwrap();
    }
    assert!(interrupted > 0, "every run had ended before it was killed");
    assert_eq!(said(killed.path(), games), expected);
    let verified = Command::new(env!("CARGO_BIN_EXE_tapis"))
        .args(["verify", "--database", "sqlite:lab.db"])
        .current_dir(killed.path())
        .output()
        .unwrap();
    assert!(verified.status.success(), "{verified:?}");
}
