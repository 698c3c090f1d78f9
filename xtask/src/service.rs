//! The service, running.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, bail};

use crate::programs::tests;
use crate::project::target;
use crate::step::Steps;

/// Builds the programs that are tested from outside, once: later a build of something else may be under way.
///
/// # Errors
/// They cannot be built.
pub fn build(steps: &mut Steps) -> Result<()> {
    static BUILT: Mutex<bool> = Mutex::new(false);
    // Of several threads one builds, and the others wait.
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    if !*built {
        // By their tests, as the tests of the workspace build them: after those nothing is left to build.
        let mut build = tests();
        build.args(["--test", "live", "--test", "outside", "--no-run"]);
        steps.run("services", build)?;
        *built = true;
    }
    Ok(())
}

/// A running service with a database in memory; killed when dropped.
pub struct Service {
    child: Child,
    /// `http://127.0.0.1:…`.
    pub base: String,
}

impl Service {
    /// Builds it, and starts it on a free port, with further arguments.
    ///
    /// # Errors
    /// It cannot be built, or does not say where it listens.
    pub fn start(steps: &mut Steps, arguments: &[&str]) -> Result<Self> {
        Self::start_program(steps, "tapis", arguments)
    }

    /// As [`Service::start`], but another program with the service in it.
    ///
    /// # Errors
    /// As [`Service::start`].
    pub fn start_program(steps: &mut Steps, program: &str, arguments: &[&str]) -> Result<Self> {
        build(steps)?;
        let mut child = Command::new(target().join("debug").join(program))
            .args(["--port", "0", "--log", "error", "--database", "sqlite::memory:"])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .context("the service cannot be started")?;
        let first = child.stdout.take().and_then(|out| BufReader::new(out).lines().next());
        let first = first.transpose()?.unwrap_or_default();
        let Some(base) = first.strip_prefix("listening on ").map(str::to_owned) else {
            let _ = child.kill();
            bail!("the service says '{first}' instead of where it listens");
        };
        Ok(Self { child, base })
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
