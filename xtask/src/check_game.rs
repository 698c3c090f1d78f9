//! `cargo xtask check-game NAME`: every law of a game, in less than a minute once it is compiled.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::programs;
use crate::project::{BUILT_IN, cargo, games, root};

/// For all random games together.
const SECONDS: u64 = 40;
/// For everything, after which a game is taken not to end.
const LONGEST: Duration = Duration::from_secs(58);
/// Threads that check.
const THREADS: u64 = 2;

/// Which game.
#[derive(clap::Args)]
pub struct CheckGame {
    /// The game's name: a folder of examples/, or a game of this project
    name: String,
}

/// Plays random games of each ruleset that the game's tests name, and checks every law. Its other tests run, too.
///
/// # Errors
/// There is no such game; it does not compile; a law is broken, or a test fails.
pub fn run(game: &CheckGame) -> Result<String> {
    let name = &game.name;
    let known = games(&root());
    ensure!(known.contains(name), "there is no game '{name}'; there are {}", known.join(", "));
    let (package, target) = match BUILT_IN.contains(&name.as_str()) {
        true => (root().join("laws"), "rules"),
        false => (root().join("examples").join(name), "conformance"),
    };
    let file = package.join("tests").join(format!("{target}.rs"));
    ensure!(
        file.exists() || package.join("tests").join(target).is_dir(),
        "{} is missing: it lists the rulesets to be checked, as in examples/template",
        file.display()
    );
    let program = build(&package, target)?;
    let filter = if target == "rules" { "laws::conformance::" } else { "" };
    let found = check(&program, &package, name, filter)?;
    found.broken.iter().for_each(|broken| println!("{broken}"));
    found
        .failed
        .iter()
        .for_each(|test| println!("the test {test} fails: cargo test -p {} {test}", of_package(&package)));
    let Found { rulesets, games, plies, .. } = found;
    ensure!(
        rulesets > 0,
        "no ruleset of '{name}' is checked: tests/{target}.rs lists them in `conformance!`, one line each"
    );
    let sum = format!("{rulesets} rulesets, {games} random games, {plies} plies");
    match found.broken.len() + found.failed.len() {
        0 => Ok(format!("cargo xtask check-game: {name} keeps every law: {sum}")),
        1 => bail!("1 law or test of {name} is broken: {sum}"),
        many => bail!("{many} laws and tests of {name} are broken: {sum}"),
    }
}

fn of_package(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    format!("tapis-{name}")
}

/// Compiles the tests; the program with them. The whole workspace is named, so that nothing is compiled twice.
fn build(package: &Path, target: &str) -> Result<PathBuf> {
    let mut build = cargo(["test", "--locked", "--workspace", "--no-run", "--test", target]);
    build.arg("--message-format=json-render-diagnostics").stdin(Stdio::null()).stderr(Stdio::inherit());
    let built = build.output().context("cargo cannot be started")?;
    ensure!(built.status.success(), "it does not compile: the messages above say where");
    let program = programs::of_package(&String::from_utf8_lossy(&built.stdout), package);
    program.with_context(|| format!("cargo built no test '{target}' in {}", package.display()))
}

/// What the tests said.
#[derive(Default)]
struct Found {
    rulesets: u64,
    games: u64,
    plies: u64,
    broken: Vec<String>,
    failed: Vec<String>,
    /// Tests that have ended.
    ended: Vec<String>,
}

impl Found {
    /// Reads a line of the tests.
    fn hear(&mut self, line: &str) {
        if let Some(broken) = line.strip_prefix("@broken ") {
            self.broken.push(broken.to_owned());
        } else if let Some(checked) = line.strip_prefix("@checked ") {
            let mut numbers = checked.split(' ').map(|number| number.parse().unwrap_or(0_u64));
            self.rulesets += 1;
            self.games += numbers.next().unwrap_or(0);
            self.plies += numbers.next().unwrap_or(0);
        } else if let Some((test, _)) = line.strip_prefix("test ").and_then(|test| test.split_once(" ... ")) {
            self.ended.push(test.to_owned());
        } else if let Some(test) =
            line.strip_prefix("    ").filter(|test| !test.contains(' ') && !test.is_empty())
        {
            // The list of failed tests at the end.
            self.failed.push(test.to_owned());
        }
    }
}

/// Runs the tests, as many seconds for each ruleset as there are.
fn check(program: &Path, package: &Path, name: &str, filter: &str) -> Result<Found> {
    let tests = |arguments: &[&str]| {
        let mut tests = Command::new(program);
        tests
            .args(arguments)
            .arg(filter)
            .current_dir(package)
            .env("CARGO_MANIFEST_DIR", package)
            .stdin(Stdio::null());
        tests
    };
    let listed = tests(&["--list"]).output().context("the tests cannot be listed")?;
    let listed = String::from_utf8_lossy(&listed.stdout);
    let listed: Vec<&str> = listed.lines().filter_map(|line| line.strip_suffix(": test")).collect();
    let each = (SECONDS * THREADS / (listed.len().max(1) as u64)).clamp(1, 15);
    let mut run = tests(&["--nocapture", "--test-threads", &THREADS.to_string()]);
    run.env("TAPIS_CHECK_GAME", name).env("TAPIS_CHECK_SECONDS", each.to_string()).stdout(Stdio::piped());
    let mut child = run.spawn().context("the tests cannot be started")?;
    let (sender, lines) = mpsc::channel();
    let out = child.stdout.take().context("the tests have no output")?;
    std::thread::spawn(move || {
        BufReader::new(out).lines().map_while(Result::ok).for_each(|line| drop(sender.send(line)));
    });
    let (mut found, until) = (Found::default(), Instant::now() + LONGEST);
    loop {
        match lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => found.hear(&line),
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
            Err(mpsc::RecvTimeoutError::Timeout) => {
                child.kill().context("the tests cannot be ended")?;
                found.broken.push(too_long(name, &listed, &found.ended));
                break;
            }
        }
    }
    let failed = !child.wait()?.success();
    if failed && found.failed.is_empty() && found.broken.is_empty() {
        bail!("the tests of {name} ended without saying why: {}", program.display());
    }
    Ok(found)
}

/// Which of the `listed` tests have not `ended` in time, and what to do.
fn too_long(name: &str, listed: &[&str], ended: &[String]) -> String {
    let left: Vec<&str> =
        listed.iter().copied().filter(|test| !ended.iter().any(|ended| ended == test)).collect();
    format!(
        "the game {name} is not checked in {} s, as these tests go on: {}. A random game takes too long, or never ends; where it \
         is only long, name shorter rulesets in conformance! and fewer games in texts_are_whole.",
        LONGEST.as_secs(),
        left.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tests_say_is_heard() {
        let mut found = Found::default();
        for line in [
            "running 3 tests",
            "@checked 12 340 {\"players\":3}",
            "test one ... ok",
            "@checked 8 60 {}",
            "@broken `keys` (equal states): x, seed 1, game 2, ply 300: one key, two states.",
            "",
            "failures:",
            "    who_can_follows_suit",
            "    note: not one of them",
        ] {
            found.hear(line);
        }
        assert_eq!((found.rulesets, found.games, found.plies), (2, 20, 400));
        assert_eq!(found.broken, ["`keys` (equal states): x, seed 1, game 2, ply 300: one key, two states."]);
        assert_eq!(
            (found.failed, found.ended),
            (vec!["who_can_follows_suit".to_owned()], vec!["one".to_owned()])
        );
    }

    #[test]
    fn the_tests_that_take_too_long_are_named() {
        let said =
            too_long("hearts", &["by_default", "one_round", "texts_are_whole"], &["one_round".to_owned()]);
        assert!(said.contains("as these tests go on: by_default, texts_are_whole. A random game"), "{said}");
    }

    #[test]
    fn a_game_that_is_not_there_is_said_with_those_that_are() {
        let error = run(&CheckGame { name: "whist".to_owned() }).err().unwrap().to_string();
        assert!(
            error.starts_with("there is no game 'whist'; there are ") && error.contains("template"),
            "{error}"
        );
    }
}
