//! Steps: run one after the other, each with its time, until one fails.

use std::fs::File;
use std::io::{BufRead, BufReader, Seek};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::project::target;

/// The steps done so far.
pub struct Steps {
    start: Instant,
    done: usize,
}

/// A command that runs beside the steps; killed when dropped.
pub struct Beside {
    name: &'static str,
    shown: String,
    child: Child,
    output: File,
    start: Instant,
}

impl Drop for Beside {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
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

    /// As [`Steps::run`]; answers what the command printed.
    ///
    /// # Errors
    /// As [`Steps::run`].
    pub fn hear(&mut self, name: &str, mut command: Command) -> Result<String> {
        let mut told = String::new();
        command.stdout(Stdio::piped());
        self.step(name, command, |child| {
            for line in child.stdout.take().into_iter().flat_map(|out| BufReader::new(out).lines()) {
                let line = line?;
                println!("{line}");
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

    /// Starts a command beside the steps that follow; what it prints is shown when it has ended.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn begin_beside(name: &'static str, mut command: Command) -> Result<Beside> {
        let shown = shown(&command);
        println!("── {name}, beside what follows: {shown}");
        let log = target().join(format!("{name}.log"));
        let output = File::options().read(true).write(true).create(true).truncate(true).open(log)?;
        let (out, err) = (output.try_clone()?, output.try_clone()?);
        let start = Instant::now();
        let child = command.stdin(Stdio::null()).stdout(out).stderr(err).spawn();
        let child = child.with_context(|| format!("{name} cannot be started: {shown}"))?;
        Ok(Beside { name, shown, child, output, start })
    }

    /// Waits for a command that runs beside.
    ///
    /// # Errors
    /// It failed.
    pub fn end_beside(&mut self, mut beside: Beside) -> Result<()> {
        let (status, time) = (beside.child.wait()?, seconds(beside.start.elapsed()));
        beside.output.rewind()?;
        std::io::copy(&mut beside.output, &mut std::io::stdout())?;
        if !status.success() {
            bail!("{} failed after {time} ({status}): {}", beside.name, beside.shown);
        }
        println!("── {}: done in {time}", beside.name);
        self.done += 1;
        Ok(())
    }

    /// Counts what was done beside these.
    pub fn take(&mut self, beside: Self) {
        self.done += beside.done;
    }

    /// How many are done.
    pub fn done(&self) -> usize {
        self.done
    }

    /// The closing line.
    pub fn end(&self) -> String {
        format!("all {} steps passed in {}", self.done, seconds(self.start.elapsed()))
    }
}

fn shown(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words = [program].into_iter().chain(command.get_args()).map(|word| word.to_string_lossy());
    words.collect::<Vec<_>>().join(" ")
}

fn seconds(time: Duration) -> String {
    match time.as_secs() {
        0..60 => format!("{:.1} s", time.as_secs_f64()),
        seconds => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}
