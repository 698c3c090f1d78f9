//! Steps: run one after the other, each with its time, until one fails.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};

use crate::project::root;

/// What begins the line of a test that failed, where a command prints one for each.
const FAILED: &str = "FAILED ";

/// The steps done so far.
pub struct Steps {
    start: Instant,
    done: usize,
}

impl Steps {
    /// None yet.
    pub fn begin() -> Self {
        Self { start: Instant::now(), done: 0 }
    }

    /// Runs one command, its output shown as it comes, its input empty.
    ///
    /// # Errors
    /// It cannot be started, or it fails.
    pub fn run(&mut self, name: &str, command: Command) -> Result<()> {
        self.step(name, command, |_| Ok(()))
    }

    /// As [`Steps::run`], of tests: the error ends with those that failed, as the command says after `FAILED`.
    ///
    /// # Errors
    /// As [`Steps::run`].
    pub fn test(&mut self, name: &str, command: Command) -> Result<()> {
        let mut failed = String::new();
        let told = self.listen(name, command, |line| {
            println!("{line}");
            if let Some(test) = line.strip_prefix(FAILED) {
                failed += &format!("\n  {test}");
            }
        });
        told.map(drop).map_err(|error| anyhow!("{error:#}{failed}"))
    }

    /// As [`Steps::run`]; answers what the command printed.
    ///
    /// # Errors
    /// As [`Steps::run`].
    pub fn hear(&mut self, name: &str, command: Command) -> Result<String> {
        self.listen(name, command, |line| println!("{line}"))
    }

    /// As [`Steps::hear`], but what is printed for programs is not shown.
    ///
    /// # Errors
    /// As [`Steps::run`].
    pub fn hear_quietly(&mut self, name: &str, command: Command) -> Result<String> {
        self.listen(name, command, |_| ())
    }

    fn listen(&mut self, name: &str, mut command: Command, mut show: impl FnMut(&str)) -> Result<String> {
        let mut told = String::new();
        command.stdout(Stdio::piped());
        self.step(name, command, |child| {
            for line in child.stdout.take().into_iter().flat_map(|out| BufReader::new(out).lines()) {
                let line = line?;
                show(&line);
                told += &(line + "\n");
            }
            Ok(())
        })?;
        Ok(told)
    }

    fn step(
        &mut self,
        name: &str,
        mut command: Command,
        meanwhile: impl FnOnce(&mut Child) -> Result<()>,
    ) -> Result<()> {
        let shown = shown(&command);
        println!("── {name}: {shown}");
        let start = Instant::now();
        let child = command.stdin(Stdio::null()).spawn();
        let mut child = child.with_context(|| format!("{name} cannot be started: {shown}"))?;
        meanwhile(&mut child)?;
        let (status, time) = (child.wait()?, seconds(start.elapsed()));
        if !status.success() {
            bail!("{name} failed after {time} ({status}): {shown}");
        }
        println!("── {name}: done in {time}");
        self.done += 1;
        Ok(())
    }

    /// Counts what was done without a command of its own.
    pub fn count(&mut self) {
        self.done += 1;
    }

    /// Counts what was done beside these.
    pub fn take(&mut self, beside: Self) {
        self.done += beside.done;
    }

    /// The closing line.
    pub fn end(&self) -> String {
        format!("all {} steps passed in {}", self.done, seconds(self.start.elapsed()))
    }
}

/// The command as one types it: its folder below the project's, what of its environment is ours, the program and its arguments.
fn shown(command: &Command) -> String {
    let folder = command.get_current_dir().and_then(|folder| folder.strip_prefix(root()).ok());
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
    let ours = |(name, value): (&OsStr, Option<&OsStr>)| {
        let (name, value) = (name.to_str().filter(|name| name.starts_with("TAPIS_"))?, value?);
        Some(format!("{name}={}", value.to_string_lossy()))
    };
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words =
        [program].into_iter().chain(command.get_args()).map(|word| word.to_string_lossy().into_owned());
    let words = command.get_envs().filter_map(ours).chain(words).collect::<Vec<_>>().join(" ");
    folder.map_or(words.clone(), |folder| format!("cd {} && {words}", folder.display()))
}

/// A time as people read it.
pub fn seconds(time: Duration) -> String {
    match time.as_secs() {
        0..60 => format!("{:.1} s", time.as_secs_f64()),
        seconds => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_that_failed_are_told_last() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo 'FAILED a.test.js: b'; echo ended; exit 1"]);
        let told = Steps::begin().test("tests", command).unwrap_err().to_string();
        assert!(told.starts_with("tests failed") && told.ends_with("\n  a.test.js: b"), "{told}");
    }
}
