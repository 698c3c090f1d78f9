//! Builds the test programs of the workspace once, and runs them without cargo.
//!
//! A process runs a few tests of one program, one after the other. So the processor time of each test is known, whatever else the
//! machine does. More processes than cores run at once, because most tests wait for a part of their time.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use serde_json::Value;

use crate::project::cargo;
use crate::step::{Steps, seconds};
use crate::trial::{self, Trial};

/// The most processor time that one test may take when it runs alone.
const MOST: Duration = Duration::from_secs(5);

/// How many of the slowest tests are shown.
const SHOWN: usize = 10;

/// How many tests of a program one process runs. Tests with neighbouring names share what they start.
const SHARE: usize = 10;

/// Processes for each core: most tests wait for a part of their time.
const AT_ONCE: usize = 2;

/// A test program.
pub struct Program {
    package: String,
    /// The arguments of cargo that select it within its package.
    target: Vec<String>,
    path: PathBuf,
    /// The folder of its package, where cargo would run it.
    folder: PathBuf,
}

/// What a process did.
struct Run {
    program: Arc<Program>,
    trials: Vec<Trial>,
    /// What it printed and how it ended, if it failed.
    failure: Option<String>,
}

/// `cargo test` for all packages that have tests. The benchmarks have none and need 63 more crates: the lints check them, and
/// `cargo xtask soak` runs them.
pub fn tests() -> Command {
    cargo(["test", "--locked", "--workspace", "--exclude=tapis-benches"])
}

/// Builds all test programs of the workspace, and the programs that these start.
///
/// # Errors
/// The build fails.
pub fn build(steps: &mut Steps) -> Result<Vec<Program>> {
    let mut build = tests();
    build.args(["--tests", "--no-run"]);
    build.arg("--message-format=json-render-diagnostics");
    let told = steps.hear_quietly("tests built", build)?;
    let programs: Vec<Program> = told.lines().filter_map(program).collect();
    ensure!(!programs.is_empty(), "cargo built no test program");
    println!("── {} test programs", programs.len());
    Ok(programs)
}

/// Where the test program of the package in `folder` lies, by what cargo said.
pub fn of_package(told: &str, folder: &Path) -> Option<PathBuf> {
    told.lines().filter_map(program).find(|program| program.folder == folder).map(|program| program.path)
}

/// The test program that a line of cargo's output names, if it names one.
fn program(line: &str) -> Option<Program> {
    let line: Value = serde_json::from_str(line).ok()?;
    let path = line["executable"].as_str().filter(|_| line["profile"]["test"] == true)?;
    let (name, kind) = (line["target"]["name"].as_str()?, line["target"]["kind"][0].as_str()?);
    let folder = Path::new(line["manifest_path"].as_str()?).parent()?;
    let target = match kind {
        "lib" => vec!["--lib".to_owned()],
        kind => vec![format!("--{kind}"), name.to_owned()],
    };
    // `path+file:///…/api#tapis-api@0.1.0`, or `…/xtask#0.1.0` where folder and package have one name.
    let (place, version) = line["package_id"].as_str()?.split_once('#')?;
    let package = match version.split_once('@') {
        Some((package, _)) => package,
        None => place.rsplit('/').next()?,
    };
    Some(Program { package: package.to_owned(), target, path: path.into(), folder: folder.to_owned() })
}

/// A test that took more processor time than a quick test may, while others ran.
pub struct Dear {
    program: Arc<Program>,
    test: String,
}

/// Runs all tests of the programs. Answers the tests to measure again alone: two tests on one core can each show up to twice the
/// processor time that they need.
///
/// # Errors
/// A test fails or does not end.
pub fn run(steps: &mut Steps, mut programs: Vec<Program>) -> Result<Vec<Dear>> {
    // What starts servers waits most, so it begins first.
    programs.sort_by_key(|program| (program.package != "tapis-api", program.package != "tapis-db"));
    let start = Instant::now();
    let mut tasks = VecDeque::new();
    for program in programs.into_iter().map(Arc::new) {
        let tests = program.tests()?;
        tasks.extend(tests.chunks(SHARE).map(|share| (Arc::clone(&program), share.to_vec())));
    }
    println!("── tests: {} processes", tasks.len());
    let (tasks, done) = (Mutex::new(tasks), Mutex::new(Vec::new()));
    let next = || tasks.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE * std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some((program, tests)) = next() {
                    let run = run_one(program, &tests);
                    if let Some(failure) = &run.failure {
                        println!("{failure}\n── {}: failed", run.program.name());
                    }
                    done.lock().unwrap_or_else(PoisonError::into_inner).push(run);
                }
            });
        }
    });
    let dear = judge(&done.into_inner().unwrap_or_else(PoisonError::into_inner))?;
    println!("── tests: done in {}", seconds(start.elapsed()));
    steps.count();
    Ok(dear)
}

/// Measures tests again, one after the other while no other test runs.
///
/// # Errors
/// A test takes more processor time than a quick test may, or fails this time.
pub fn measure_alone(dear: Vec<Dear>) -> Result<()> {
    judge_alone(dear.into_iter().map(|Dear { program, test }| run_one(program, &[test])))
}

/// Runs some tests of a program to their end.
fn run_one(program: Arc<Program>, tests: &[String]) -> Run {
    let mut command = program.command();
    command.args(["--test-threads=1", "--exact"]).args(tests);
    match trial::run(command) {
        Ok((trials, failure)) => Run { program, trials, failure },
        Err(error) => Run { program, trials: Vec::new(), failure: Some(format!("{error:#}")) },
    }
}

/// Reports the tests that take too much processor time alone, or that fail.
fn judge_alone(runs: impl Iterator<Item = Run>) -> Result<()> {
    let mut faults = Vec::new();
    for Run { program, trials, failure } in runs {
        if let Some(failure) = failure {
            println!("{failure}\n── {}: failed", program.name());
            faults.push(format!("{} failed where it was measured alone", program.name()));
        }
        for Trial { name, processor, .. } in trials {
            println!("   {:>7}  {} {name}, alone", seconds(processor), program.name());
            if processor > MOST {
                faults.push(format!(
                    "{name} takes {} of a processor, where a quick test may take {}: make it smaller, and let its family \
                     run in `cargo xtask soak --nightly`: {}",
                    seconds(processor), seconds(MOST), program.alone(&name)
                ));
            }
        }
    }
    if !faults.is_empty() {
        bail!("tests:\n  {}", faults.join("\n  "));
    }
    Ok(())
}

impl Program {
    fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.current_dir(&self.folder).env("CARGO_MANIFEST_DIR", &self.folder).stdin(Stdio::null());
        command
    }

    /// The names of its tests.
    fn tests(&self) -> Result<Vec<String>> {
        let listed = self.command().args(["--list", "--format=terse"]).output()?;
        ensure!(listed.status.success(), "{} cannot list its tests: {}", self.name(), listed.status);
        let listed = String::from_utf8(listed.stdout)?;
        Ok(listed.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect())
    }

    /// The command that runs one of its tests alone, with the variables for tests that the environment sets.
    fn alone(&self, test: &str) -> String {
        let set =
            std::env::vars().filter(|(name, _)| name.starts_with("TAPIS_") || name.starts_with("PROPTEST_"));
        let mut command: String = set.map(|(name, value)| format!("{name}={value} ")).collect();
        let _ = write!(command, "cargo test -p {} {} -- --exact {test}", self.package, self.target.join(" "));
        command
    }

    fn name(&self) -> String {
        format!("{} {}", self.package, self.target.join(" "))
    }
}

/// Reports the tests that failed, each with the command that repeats it. Answers the tests that took too much processor time.
fn judge(runs: &[Run]) -> Result<Vec<Dear>> {
    let mut all: Vec<_> =
        runs.iter().flat_map(|run| run.trials.iter().map(move |trial| (run, trial))).collect();
    all.sort_by_key(|(_, trial)| std::cmp::Reverse(trial.processor));
    let mut programs: BTreeMap<String, (usize, Duration)> = BTreeMap::new();
    for (run, trial) in &all {
        let of = programs.entry(run.program.name()).or_default();
        *of = (of.0 + 1, of.1 + trial.processor);
    }
    for (name, (tests, processor)) in programs {
        println!("   {name}: {tests} tests, {} of a processor", seconds(processor));
    }
    println!("── the slowest of {} tests, by what they took of a processor:", all.len());
    for (run, trial) in all.iter().take(SHOWN) {
        println!("   {:>7}  {} {}", seconds(trial.processor), run.program.name(), trial.name);
    }
    let mut faults = Vec::new();
    for run in runs.iter().filter(|run| run.failure.is_some()) {
        let failed: Vec<_> = run.trials.iter().filter(|trial| !trial.passed).collect();
        faults.extend(
            failed.iter().map(|trial| format!("{} failed: {}", trial.name, run.program.alone(&trial.name))),
        );
        if failed.is_empty() {
            faults.push(format!("{} failed outside of its tests", run.program.name()));
        }
    }
    let (passed, failed) = (all.iter().filter(|(_, trial)| trial.passed).count(), faults.len());
    println!("{passed} passed, {failed} failed");
    if failed > 0 {
        bail!("tests:\n  {}", faults.join("\n  "));
    }
    let dear = all.iter().filter(|(_, trial)| trial.processor > MOST);
    Ok(dear
        .map(|(run, trial)| Dear { program: Arc::clone(&run.program), test: trial.name.clone() })
        .collect())
}

/// Runs the documentation test. Only `tapis-testkit` has one.
///
/// # Errors
/// The test fails or is gone.
pub fn documented(steps: &mut Steps) -> Result<()> {
    let tests = cargo(["test", "--locked", "--package", "tapis-testkit", "--doc"]);
    let told = steps.hear("tests of documentation", tests)?;
    ensure!(told.contains("1 passed"), "the test in the documentation of tapis-testkit is gone");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_programs_are_found_in_what_cargo_says() {
        let line = r#"{"reason":"compiler-artifact","package_id":"path+file:///p/api#tapis-api@0.1.0","manifest_path":"/p/api/Cargo.toml","target":{"kind":["test"],"name":"live"},"profile":{"test":true},"executable":"/p/target/debug/deps/live-1"}"#;
        let found = program(line).unwrap();
        assert_eq!((found.name().as_str(), found.folder.to_str()), ("tapis-api --test live", Some("/p/api")));
        assert!(found.alone("a::b").ends_with("cargo test -p tapis-api --test live -- --exact a::b"));
        assert_eq!(of_package(&format!("\n{line}"), Path::new("/p/api")), Some(found.path));
        assert_eq!(of_package(line, Path::new("/p")), None);
        let own = line.replace("api#tapis-api@0.1.0", "xtask#0.1.0").replace("\"test\"]", "\"bin\"]");
        assert_eq!(program(&own).unwrap().name(), "xtask --bin live");
        for other in [line.replace("true", "false"), line.replace("\"/p/target/debug/deps/live-1\"", "null")]
        {
            assert!(program(&other).is_none(), "{other}");
        }
    }

    fn run_of(trials: &[(&str, bool, u64)], failure: Option<&str>) -> Run {
        let trials = trials.iter().map(|&(name, passed, millis)| Trial {
            name: name.to_owned(),
            passed,
            processor: Duration::from_millis(millis),
        });
        let program = Program {
            package: "p".into(),
            target: vec!["--lib".into()],
            path: PathBuf::new(),
            folder: PathBuf::new(),
        };
        Run { program: Arc::new(program), trials: trials.collect(), failure: failure.map(str::to_owned) }
    }

    #[test]
    fn what_took_too_much_beside_others_is_judged_by_what_it_takes_alone() {
        let beside = run_of(&[("cheap", true, 4_990), ("dear", true, 5_010)], None);
        let [Dear { test, .. }] = &judge(&[beside]).unwrap()[..] else { panic!("one is dear") };
        assert_eq!(test, "dear");
        let alone = |passed, millis, failure| {
            judge_alone(std::iter::once(run_of(&[("dear", passed, millis)], failure)))
        };
        assert!(alone(true, 4_990, None).is_ok());
        let dear = alone(true, 5_020, None).unwrap_err().to_string();
        assert!(
            dear.contains("dear takes 5.0 s") && dear.contains("cargo test -p p --lib -- --exact dear"),
            "{dear}"
        );
        let failed = alone(false, 10, Some("it")).unwrap_err().to_string();
        assert!(failed.contains("p --lib failed where it was measured alone"), "{failed}");
    }

    #[test]
    fn what_failed_is_named_with_the_command_that_repeats_it() {
        let failed = judge(&[run_of(&[("a", false, 10), ("b", true, 10)], Some("it"))]);
        let failed = failed.err().unwrap().to_string();
        assert!(
            failed.contains("a failed: ") && failed.contains("cargo test -p p --lib -- --exact a"),
            "{failed}"
        );
        assert!(!failed.contains("--exact b"), "{failed}");
        let ended = judge(&[run_of(&[], Some("it"))]).err().unwrap().to_string();
        assert!(ended.contains("p --lib failed outside of its tests"), "{ended}");
    }
}
