//! The test programs of the workspace: built once, and run by themselves, some tests of a program at a time, one after the other.
//! So the processor time of each test is known, whatever else the machine does, and what waits leaves its core to the others.

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

/// What one test should take of a processor at most: those that take more are named, to be made smaller.
const BUDGET: Duration = Duration::from_secs(5);

/// What one test may take of a processor.
const MOST: Duration = Duration::from_secs(20);

/// How many of the slowest tests are shown.
const SHOWN: usize = 10;

/// So many tests of a program are run by one process. Neighbours by name share what they start.
const SHARE: usize = 10;

/// So many processes a processor: most tests wait for a part of their time.
const AT_ONCE: usize = 2;

/// A test program.
pub struct Program {
    package: String,
    /// Arguments of cargo that name it among those of its package.
    target: Vec<String>,
    path: PathBuf,
    /// The folder of its package, where cargo would run it.
    folder: PathBuf,
}

/// What a process did.
struct Run {
    program: Arc<Program>,
    trials: Vec<Trial>,
    /// What it printed, and how it ended, where it failed.
    failure: Option<String>,
}

/// `cargo test` of what has tests. The benchmarks have none, and need 63 crates more: the lints check them, and `cargo xtask soak`
/// runs them.
pub fn tests() -> Command {
    cargo(["test", "--locked", "--workspace", "--exclude=tapis-benches"])
}

/// Builds all test programs of the workspace, and the programs they start.
///
/// # Errors
/// They cannot be built.
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

/// The test program that a line of cargo is about.
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

/// Runs all tests of the programs.
///
/// # Errors
/// A test that fails, that does not end, or that takes more of a processor than a quick test may.
pub fn run(steps: &mut Steps, mut programs: Vec<Program>) -> Result<()> {
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
    let mut runs = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    runs.iter_mut().for_each(|run| measure_alone(run, run_one));
    judge(&runs)?;
    println!("── tests: done in {}", seconds(start.elapsed()));
    steps.count();
    Ok(())
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

/// Measures again what took too much beside others: two tests on one core count up to twice what each takes. A test that fails
/// this time has failed.
fn measure_alone(run: &mut Run, again: impl Fn(Arc<Program>, &[String]) -> Run) {
    let dear = run.trials.iter_mut().filter(|trial| trial.passed && trial.processor > MOST);
    for trial in dear {
        let mut alone = again(Arc::clone(&run.program), std::slice::from_ref(&trial.name));
        if let Some(failure) = alone.failure {
            println!("{failure}\n── {}: failed", run.program.name());
            (trial.passed, run.failure) = (false, Some(failure));
        } else if let Some(measured) = alone.trials.pop() {
            *trial = measured;
        }
    }
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

    /// The command that runs one of its tests alone, with what the environment sets for tests.
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

/// Says which tests failed or took too much, each with the command that repeats it.
fn judge(runs: &[Run]) -> Result<()> {
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
    for (run, trial) in all.iter().skip(SHOWN).filter(|(_, trial)| trial.processor > BUDGET) {
        println!("   {:>7}  {} {}", seconds(trial.processor), run.program.name(), trial.name);
    }
    for (run, trial) in all.iter().filter(|(_, trial)| trial.processor > MOST) {
        faults.push(format!(
            "{} takes {} of a processor, where a quick test may take {}: make it smaller, and let its family run in \
             `cargo xtask soak --nightly`: {}",
            trial.name, seconds(trial.processor), seconds(MOST), run.program.alone(&trial.name)
        ));
    }
    let (passed, failed) = (all.iter().filter(|(_, trial)| trial.passed).count(), faults.len());
    println!("{passed} passed, {failed} failed");
    if failed > 0 {
        bail!("tests:\n  {}", faults.join("\n  "));
    }
    Ok(())
}

/// The tests in the documentation of the one crate that has one.
///
/// # Errors
/// It fails.
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
        let measured = |passed, millis, failure| {
            let mut run = run_of(&[("cheap", true, 10), ("dear", true, 20_010)], None);
            measure_alone(&mut run, |_, tests| {
                assert_eq!(tests, ["dear"]);
                run_of(&[("dear", passed, millis)], failure)
            });
            judge(&[run])
        };
        assert!(measured(true, 19_990, None).is_ok());
        let dear = measured(true, 20_020, None).unwrap_err().to_string();
        assert!(dear.contains("dear takes 20.0 s"), "{dear}");
        let failed = measured(false, 10, Some("it")).unwrap_err().to_string();
        assert!(failed.contains("dear failed: ") && !failed.contains("cheap"), "{failed}");
    }

    #[test]
    fn what_failed_and_what_takes_too_much_is_named_with_the_command_that_repeats_it() {
        assert!(judge(&[run_of(&[("a", true, 19_990)], None)]).is_ok());
        let dear = judge(&[run_of(&[("a", true, 10), ("b", true, 20_010)], None)]).unwrap_err().to_string();
        assert!(
            dear.contains("b takes 20.0 s") && dear.contains("cargo test -p p --lib -- --exact b"),
            "{dear}"
        );
        assert!(!dear.contains("--exact a"), "{dear}");
        let failed = judge(&[run_of(&[("a", false, 10)], Some("it"))]).unwrap_err().to_string();
        assert!(failed.contains("a failed: ") && failed.contains("--exact a"), "{failed}");
        let ended = judge(&[run_of(&[], Some("it"))]).unwrap_err().to_string();
        assert!(ended.contains("p --lib failed outside of its tests"), "{ended}");
    }
}
