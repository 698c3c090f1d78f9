//! `tapis simulate` is killed in the middle and goes on. At night more often and at any moment: `nightly/lab_kills.rs`.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

/// The command, at a place of its own.
fn simulate(place: &Path, games: i64) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tapis"));
    let arguments = ["simulate", "--game", "richelieu", "--seats", "random", "--threads", "2", "--games"];
    command.args(arguments).arg(games.to_string()).current_dir(place);
    command
}

/// What the command prints when nobody disturbs it.
fn said(place: &Path, games: i64) -> String {
    let output = simulate(place, games).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// How many games are recorded. None, while the file is being made.
fn recorded(place: &Path) -> i64 {
    let counted = || {
        let file = Connection::open_with_flags(place.join("lab.db"), OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        file.query_row("SELECT count(*) FROM facts", [], |row| row.get(0))
    };
    counted().unwrap_or(0)
}

/// No game is lost, none is counted twice, and the result is that of an undisturbed run.
#[test]
fn a_killed_simulation_goes_on_and_says_the_same() {
    let (undisturbed, killed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    // Too many games to come to an end before the kill.
    let mut run =
        simulate(killed.path(), 1_000_000).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while recorded(killed.path()) == 0 {
        assert_eq!(run.try_wait().unwrap(), None, "it goes on until it is killed");
        std::thread::sleep(Duration::from_millis(2));
    }
    run.kill().unwrap();
    run.wait().unwrap();
    let games = recorded(killed.path()) + 100;
    let said_again = said(killed.path(), games);
    assert!(said_again.contains(&format!("{games} games")), "{said_again}");
    assert_eq!(said_again, said(undisturbed.path(), games));
    let verify = ["verify", "--database", "sqlite:lab.db"];
    let verified =
        Command::new(env!("CARGO_BIN_EXE_tapis")).args(verify).current_dir(killed.path()).output().unwrap();
    assert!(verified.status.success(), "{verified:?}");
}
