//! The process under test.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};

/// The administrator of the nodes of a database.
pub const ADMIN: &str = "the-administrator-of-tests";

/// A running `tapis`; killed when dropped.
pub struct Binary {
    child: Child,
    /// `http://127.0.0.1:…`.
    pub base: String,
}

impl Binary {
    /// Starts on a free port with the database in `directory`.
    pub fn start(directory: &Path) -> Self {
        Self::start_with(directory, &[])
    }

    /// As [`Binary::start`], with further arguments.
    pub fn start_with(directory: &Path, arguments: &[&str]) -> Self {
        Self::start_logging(directory, arguments, Stdio::inherit())
    }

    /// As [`Binary::start_with`], its log going somewhere.
    pub fn start_logging(directory: &Path, arguments: &[&str], log: Stdio) -> Self {
        let database = format!("sqlite:{}", directory.join("tapis.db").display());
        Self::start_on(&database, directory, arguments, log)
    }

    /// A node of the database at `url`, with the secret of all its nodes.
    pub fn start_node(url: &str, directory: &Path) -> Self {
        Self::start_node_with(url, directory, &[])
    }

    /// The same with further arguments.
    pub fn start_node_with(url: &str, directory: &Path, more: &[&str]) -> Self {
        let secret = "5a".repeat(32);
        let arguments = [&["--secret", &secret, "--admin-token", ADMIN], more].concat();
        Self::start_on(url, directory, &arguments, Stdio::inherit())
    }

    fn start_on(database: &str, directory: &Path, arguments: &[&str], log: Stdio) -> Self {
        // No limit on rates: these tests are one impatient caller.
        let unlimited =
            ["--rate-requests", "0", "--rate-create", "0", "--rate-moves", "0", "--rate-hints", "0"];
        let mut child = Command::new(env!("CARGO_BIN_EXE_tapis"))
            .args(["--port", "0", "--database", database])
            .env("TAPIS_LOG", "warn")
            .args(unlimited)
            // Patience for machines with other things to do, none for bots.
            .args(["--tune", "head_timeout_ms=600000", "--bot-pace-ms", "0"])
            .args(arguments)
            .current_dir(directory)
            .stdin(Stdio::null())
            .stderr(log)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().and_then(Result::ok).unwrap_or_default();
        let Some(base) = first.strip_prefix("listening on ").map(str::to_owned) else {
            child.kill().unwrap();
            panic!("the first line should say where it listens, not '{first}'");
        };
        Self { child, base }
    }

    /// Asks it to end, as a supervisor does.
    pub fn terminate(&self) {
        self.signal("TERM");
    }

    /// Sends it a signal.
    pub fn signal(&self, name: &str) {
        let sent =
            Command::new("kill").args([&format!("-{name}"), &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    /// Its process id.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Waits for its end.
    pub fn wait(mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }

    /// kill -9, and wait until it is gone.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Binary {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
