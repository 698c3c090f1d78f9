//! `cargo xtask test`: everything CI asks for.

use std::process::Command;

use anyhow::{Context, Result, anyhow, ensure};

use crate::project::{cargo, command, root, target};
use crate::step::Steps;
use crate::tools;
use crate::{clients, exports, schemathesis, web};

/// The checks in Python that know only the documents and the wire format: this folder's `test_*.py`.
const OUTSIDE: &str = "openapi/outside";

/// How long schemathesis goes on; `cargo xtask soak --schemathesis` goes on for longer.
const SCHEMATHESIS_SECONDS: u32 = 30;

/// What a first run writes below the target folder, in GB, with what cargo keeps to build on.
const FIRST_RUN_GB: u64 = 20;

/// Runs all steps, the quick ones first; lints, documentation and pages run beside others.
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
    let built = cargo(["test", "--locked", "--workspace", "--tests", "--no-run"]);
    steps.run("tests built", built)?;
    // Tests wait a good deal, for clocks and servers: the lints take what they leave of the processors.
    let lints = ["clippy", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings"];
    let lints = Steps::begin_beside("lints", giving_way(&cargo(lints)))?;
    steps.run("tests", cargo(["test", "--locked", "--workspace", "--tests", "--no-fail-fast"]))?;
    steps.run("tests of documentation", cargo(["test", "--locked", "--workspace", "--doc"]))?;
    steps.end_beside(lints)?;
    // Once through every benchmark: each asserts its answer. Of the workspace, as the tests are: with the features of one
    // package nearly all would be built anew.
    steps.run("benches", cargo(["test", "--locked", "--workspace", "--no-fail-fast", "--bench", "*"]))?;
    // Clients and browsers wait most of the time: the processors have something else to do.
    let documentation = Steps::begin_beside("documentation", documentation())?;
    // The scope waits for the pages when another step fails: a browser left alone would fail where it is tidied up.
    std::thread::scope(|scope| {
        let pages = scope.spawn(|| {
            let mut steps = Steps::begin();
            let place = web::prepare(&mut steps)?;
            web::browser(&mut steps, &place, web::BROWSER).map(|()| steps)
        });
        clients::prepare(&mut steps)?;
        clients::play(&mut steps, clients::Games::One)?;
        exports::run(&mut steps)?;
        schemathesis::run(&mut steps, SCHEMATHESIS_SECONDS, 10, 1)?;
        steps.end_beside(documentation)?;
        steps.take(pages.join().map_err(|_| anyhow!("the test of the pages panicked"))??);
        anyhow::Ok(())
    })?;
    Ok(format!("cargo xtask test: {}", steps.end()))
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

/// Builds the documentation of all crates; a warning fails it.
fn documentation() -> Command {
    let mut command =
        giving_way(&cargo(["doc", "--locked", "--workspace", "--no-deps", "--document-private-items"]));
    command.env("RUSTDOCFLAGS", "-D warnings");
    command
}

/// A command of cargo at the lowest priority, in a folder of its own: what builds in the common one would have to wait for it.
fn giving_way(cargo: &Command) -> Command {
    let mut command = command("nice", ["-n", "19"]);
    command.arg(cargo.get_program()).args(cargo.get_args()).env("CARGO_TARGET_DIR", target().join("checked"));
    // Whole programs are checked once, not built on: what would be kept for that is as large as the programs.
    command.env("CARGO_INCREMENTAL", "0");
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_that_is_too_small_is_told_before_anything_is_built() {
        assert!(free_gb().is_ok(), "{:?}", free_gb());
        assert!(room(FIRST_RUN_GB).is_ok());
        let told = room(3).unwrap_err().to_string();
        assert!(
            told.contains("20 GB") && told.contains("3 GB are free") && told.contains("CARGO_TARGET_DIR"),
            "{told}"
        );
    }
}
