//! `cargo xtask test`: everything CI asks for.

use std::process::Command;
use std::thread::{Scope, ScopedJoinHandle};

use anyhow::{Context, Error, Result, anyhow, ensure};

use crate::clients::{at, copy, npm};
use crate::project::{cargo, command, root, target};
use crate::step::Steps;
use crate::tools;
use crate::{clients, programs, python, schemathesis, service, web};

/// The checks in Python that know only the documents and the wire format: this folder's `test_*.py`.
const OUTSIDE: &str = "openapi/outside";

/// What a first run writes below the target folder, in GB, with what cargo keeps to build on.
const FIRST_RUN_GB: u64 = 8;

/// Runs all steps. What needs no program of ours – installing, types, pages and clients – goes on beside the build, lints and
/// documentation beside the tests.
///
/// # Errors
/// The first step that fails.
pub fn run() -> Result<String> {
    let mut steps = Steps::begin();
    if !target().join("debug/tapis").exists() {
        room(free_gb()?)?;
    }
    tools::provide()?;
    steps.run("formatting", cargo(["fmt", "--all", "--check"]))?;
    outside(&mut steps)?;
    // A scope waits for what runs beside when a step fails: a browser left alone would fail where it is tidied up.
    let (programs, pages) = std::thread::scope(|scope| {
        let prepared = beside(scope, |steps| {
            let pages = web::prepare(steps)?;
            clients::prepare(steps)?;
            Ok(pages)
        });
        let programs = programs::build(&mut steps)?;
        service::build(&mut steps)?;
        Ok::<_, Error>((programs, prepared.end(&mut steps)?))
    })?;
    let dear = std::thread::scope(|scope| {
        let checks = beside(scope, |steps| {
            steps.run("lints", giving_way(&lints()))?;
            steps.run("documentation", giving_way(&documentation()))
        });
        let dear = programs::run(&mut steps, programs)?;
        let pages = beside(scope, move |steps| web::browser(steps, &pages, "tests/browser/"));
        clients::play(&mut steps, clients::Games::One)?;
        exports(&mut steps)?;
        document(&mut steps)?;
        schemathesis::run(&mut steps, &schemathesis::BRIEFLY)?;
        pages.end(&mut steps)?;
        checks.end(&mut steps)?;
        programs::documented(&mut steps)?;
        Ok::<_, Error>(dear)
    })?;
    programs::measure_alone(dear)?;
    Ok(format!("cargo xtask test: {}", steps.end()))
}

/// Steps in a thread of their own.
struct Beside<'scope, T>(ScopedJoinHandle<'scope, Result<(Steps, T)>>);

/// Begins steps beside those that follow.
fn beside<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    run: impl FnOnce(&mut Steps) -> Result<T> + Send + 'scope,
) -> Beside<'scope, T> {
    Beside(scope.spawn(move || {
        let mut steps = Steps::begin();
        run(&mut steps).map(|made| (steps, made))
    }))
}

impl<T> Beside<'_, T> {
    /// Waits for them, and counts them.
    fn end(self, steps: &mut Steps) -> Result<T> {
        let (done, made) = self.0.join().map_err(|_| anyhow!("steps beside others panicked"))??;
        steps.take(done);
        Ok(made)
    }
}

/// A compiler that finds the disk full tells nothing that helps.
fn room(free_gb: u64) -> Result<()> {
    ensure!(
        free_gb >= FIRST_RUN_GB,
        "a first run writes about {FIRST_RUN_GB} GB to {}, where {free_gb} GB are free: make room there, \
         or name a folder on another disk by CARGO_TARGET_DIR",
        target().display()
    );
    Ok(())
}

/// Room on the disk of the target folder.
fn free_gb() -> Result<u64> {
    std::fs::create_dir_all(target())?;
    let mut df = command("df", ["--output=avail", "--block-size=1G"]);
    let told = String::from_utf8(df.arg(target()).output().context("df cannot be started")?.stdout)?;
    let free = told.lines().last().unwrap_or_default().trim();
    free.parse().with_context(|| format!("df says {free:?} of the room at {}", target().display()))
}

fn lints() -> Command {
    cargo(["clippy", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings"])
}

/// Builds the documentation of all crates; a warning fails it.
fn documentation() -> Command {
    let mut command = cargo(["doc", "--locked", "--workspace", "--no-deps", "--document-private-items"]);
    command.env("RUSTDOCFLAGS", "-D warnings");
    command
}

/// A command of cargo at the lowest priority: it takes what tests leave of the processors while they wait.
fn giving_way(cargo: &Command) -> Command {
    let mut command = command("nice", ["-n", "19"]);
    command.arg(cargo.get_program()).args(cargo.get_args());
    for (name, value) in cargo.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command
}

/// The generated clients alone.
///
/// # Errors
/// The first step that fails.
pub fn clients() -> Result<String> {
    let mut steps = Steps::begin();
    tools::provide()?;
    clients::prepare(&mut steps)?;
    clients::play(&mut steps, clients::Games::All)?;
    Ok(format!("cargo xtask clients: {}", steps.end()))
}

fn outside(steps: &mut Steps) -> Result<()> {
    let files = std::fs::read_dir(root().join(OUTSIDE))?;
    let is_test = |name: &str| name.starts_with("test_") && name.ends_with(".py");
    let tests = files.flatten().filter(|file| is_test(&file.file_name().to_string_lossy())).count();
    ensure!(tests > 0, "{OUTSIDE} has no tests");
    // By Python alone: no package that lies on the machine, no file written beside the tests.
    let alone = ["-I", "-S", "-B", "-m", "unittest", "discover", "--start-directory", OUTSIDE];
    steps.run("outside checks", command("python3", alone))
}

/// The files of `tapis export`, read by another database: every statistic is worked out again from them.
fn exports(steps: &mut Steps) -> Result<()> {
    python::environment(steps)?;
    let arguments = ["-m", "unittest", "discover", "--start-directory", "openapi/outside/lab"];
    let mut checks = python::program(&root(), "python", &arguments);
    checks.env("TAPIS", target().join("debug/tapis"));
    steps.run("outside statistics", checks)
}

/// Checks the OpenAPI document with the rules of `openapi/lint`, by Redocly. Also checks a bad document, in which every rule must find
/// a fault.
fn document(steps: &mut Steps) -> Result<()> {
    let place = target().join("openapi-test/lint");
    copy(&root().join("openapi/lint"), &place)?;
    python::environment(steps)?;
    npm(steps, "tools of the document", &place)?;
    let committed = root().join("openapi/openapi.json");
    steps.run("OpenAPI document", at(&place, "node", &["check.js", &committed.to_string_lossy()]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_that_is_too_small_is_told_before_anything_is_built() {
        assert!(free_gb().is_ok(), "{:?}", free_gb());
        assert!(room(FIRST_RUN_GB).is_ok());
        let told = room(3).unwrap_err().to_string();
        assert!(
            told.contains("8 GB") && told.contains("3 GB are free") && told.contains("CARGO_TARGET_DIR"),
            "{told}"
        );
    }
}
