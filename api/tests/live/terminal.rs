//! The first start, as a person at a terminal sees it, and as a program does.

use std::fs::{File, OpenOptions};
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use serde_json::Value;

/// A terminal: the end that is looked at, and the end that programs write to.
fn terminal() -> (File, File) {
    let seen = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&seen).unwrap();
    unlockpt(&seen).unwrap();
    let name = ptsname(&seen, Vec::new()).unwrap().into_string().unwrap();
    (File::from(seen), OpenOptions::new().read(true).write(true).open(name).unwrap())
}

fn tapis(directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tapis"));
    let command_with = command.args(["--port", "0"]).current_dir(directory).stdin(Stdio::null());
    command_with.env("NO_COLOR", "1").env_remove("TAPIS_LOG");
    command
}

/// Reads until all of `ends` are there.
fn read_until(mut from: impl Read, ends: &[&str]) -> String {
    let mut text = String::new();
    let mut chunk = [0; 4096];
    while !ends.iter().all(|end| text.contains(end)) {
        let read = from.read(&mut chunk).unwrap();
        assert!(read > 0, "it ended after {text}");
        text += &String::from_utf8_lossy(&chunk[..read]);
    }
    text
}

#[test]
fn at_a_terminal_the_log_is_in_words() {
    let directory = tempfile::tempdir().unwrap();
    let (seen, written) = terminal();
    let mut child =
        tapis(directory.path()).stdout(written.try_clone().unwrap()).stderr(written).spawn().unwrap();
    let said = read_until(seen, &["listening on http://127.0.0.1:", "INFO"]);
    child.kill().unwrap();
    child.wait().unwrap();
    for strange in ["{\"", "/registry/", "log.file", "\u{1b}["] {
        assert!(!said.contains(strange), "{strange} in {said}");
    }
}

#[test]
fn a_program_is_told_in_one_line_and_logs_are_json() {
    let directory = tempfile::tempdir().unwrap();
    let mut child = tapis(directory.path()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let said = read_until(child.stdout.take().unwrap(), &["\n"]);
    let logged = read_until(child.stderr.take().unwrap(), &["\n"]);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(said.starts_with("listening on http://127.0.0.1:"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    let line: Value = serde_json::from_str(logged.lines().next().unwrap()).unwrap();
    // Nobody said whom a push service may ask.
    assert!(line["level"] == "WARN" && line.to_string().contains("--push-contact"), "{line}");
}
