//! `cargo xtask soak`: runs suites of tests at a larger size. `--nightly` runs every suite at its nightly size, and prints a line for
//! each.

use std::fs::File;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};

use crate::project::{cargo, target};
use crate::step::{Steps, seconds};
use crate::suites::{Kind, Suite, suites};
use crate::tools;
use crate::{clients, schemathesis, service, web};

/// Which suites, and how long each.
#[derive(clap::Args)]
pub struct Soak {
    /// Suites by name, each with a size if not that of a night: `kills=1000 sockets`. Without any: what there is.
    #[arg(value_name = "SUITE[=SIZE]")]
    suites: Vec<String>,
    /// Every suite at its size of a night.
    #[arg(long, conflicts_with = "suites")]
    nightly: bool,
    /// After so many minutes no further suite is begun; those left out are named.
    #[arg(long, default_value_t = 600)]
    minutes: u64,
    /// The seed of random choices, to run the same again.
    #[arg(long, default_value_t = 1)]
    seed: u32,
}

/// Runs the chosen suites.
///
/// # Errors
/// A suite is unknown or fails. When one fails, the others still run.
pub fn run(soak: &Soak) -> Result<String> {
    let all = suites()?;
    let chosen: Vec<_> = match soak.nightly {
        true => all.iter().map(|suite| (suite, suite.size())).collect(),
        false => soak.suites.iter().map(|word| choose(&all, word)).collect::<Result<_>>()?,
    };
    ensure!(!chosen.is_empty(), "nothing was asked for; `--nightly` runs all of these:\n{}", listed(&all));
    tools::provide()?;
    let (start, mut steps) = (Instant::now(), Steps::begin());
    let (mut lines, mut faults) = (Vec::new(), 0);
    for (suite, size) in chosen {
        let again = format!("cargo xtask soak {} --seed {}", suite.written(size), soak.seed);
        let begun = Instant::now();
        let verdict = if start.elapsed() > Duration::from_secs(soak.minutes * 60) {
            "not begun".to_owned()
        } else {
            match suite.begin(&mut steps, size, soak.seed) {
                Ok(()) => "passed".to_owned(),
                Err(error) => {
                    faults += 1;
                    eprintln!("{error:#}");
                    "FAILED".to_owned()
                }
            }
        };
        let line = format!("{verdict:<9} {:>12}  {again}", seconds(begun.elapsed()));
        println!("{line}");
        lines.push(line);
    }
    println!("── soak:\n{}", lines.join("\n"));
    if faults > 0 {
        bail!("{faults} suites failed; each fault becomes a named quick test with its seed");
    }
    Ok(format!("cargo xtask soak: {} suites in {}", lines.len(), seconds(start.elapsed())))
}

/// Parses an argument `SUITE[=SIZE]`.
fn choose<'a>(all: &'a [Suite], word: &str) -> Result<(&'a Suite, Option<u32>)> {
    let (name, size) = word.split_once('=').map_or((word, None), |(name, size)| (name, Some(size)));
    let suite = all.iter().find(|suite| suite.name == name);
    let suite = suite.ok_or_else(|| anyhow!("there is no suite '{name}', but:\n{}", listed(all)))?;
    let size = size.map(|size| size.parse().with_context(|| format!("'{size}' in '{word}' is no number")));
    Ok((suite, size.transpose()?.or(suite.size())))
}

fn listed(all: &[Suite]) -> String {
    let lines = all.iter().map(|suite| format!("  {:<28} {}", suite.written(suite.size()), suite.counts));
    lines.collect::<Vec<_>>().join("\n")
}

impl Suite {
    fn begin(&self, steps: &mut Steps, size: Option<u32>, seed: u32) -> Result<()> {
        match self.run {
            Kind::Tests { package, target, filter } => {
                self.logged(steps, long(package, target, filter, &self.sizes, size, seed))
            }
            Kind::Schemathesis => {
                let (time, seed) =
                    (format!("--max-time={}", size.unwrap_or_default()), format!("--seed={seed}"));
                schemathesis::run(steps, &[&time, "--max-examples=1000", &seed])
            }
            Kind::Clients => {
                clients::prepare(steps)?;
                clients::play(steps, clients::Games::All)
            }
            Kind::Browser => {
                let pages = web::prepare(steps)?;
                service::build(steps)?;
                web::browser_at_night(steps, &pages, seed)
            }
        }
    }

    /// Runs a command and writes its output to `target/soak`. If it fails, the error shows the end of the output.
    fn logged(&self, steps: &mut Steps, mut command: Command) -> Result<()> {
        let folder = target().join("soak");
        std::fs::create_dir_all(&folder)?;
        let log = folder.join(format!("{}.log", self.name));
        let output = File::create(&log)?;
        let status = command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output).status()?;
        steps.count();
        let told = String::from_utf8_lossy(&std::fs::read(&log)?).into_owned();
        let none = told.contains("running 0 tests") && !told.contains("... ok");
        ensure!(!none, "{}: no test has this name any more", self.name);
        if status.success() {
            return Ok(());
        }
        let last = told.lines().rev().take(60).collect::<Vec<_>>();
        let last: String = last.into_iter().rev().map(|line| format!("  {line}\n")).collect();
        bail!("{} ended with {status}; its last words, of {}:\n{last}", self.name, log.display())
    }
}

/// The tests of a suite, at a size.
fn long(
    package: &str,
    target: &str,
    filter: &str,
    sizes: &[(&str, u32)],
    first: Option<u32>,
    seed: u32,
) -> Command {
    let mut command = cargo(["test", "--locked", "--package", package]);
    match target {
        "lib" | "benches" => command.arg(format!("--{target}")),
        _ => command.args(["--test", target]),
    };
    if target == "nightly" {
        command.arg("--features=nightly");
    }
    command.args(["--", filter, "--nocapture"]);
    for (at, (name, size)) in sizes.iter().enumerate() {
        command.env(name, first.filter(|_| at == 0).unwrap_or(*size).to_string());
    }
    command.env("TAPIS_TEST_SEED", seed.to_string());
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_are_chosen_by_name_and_size_and_no_name_stands_twice() {
        let all = suites().unwrap();
        let (suite, size) = choose(&all, "kills=1000").unwrap();
        assert_eq!((suite.name, size), ("kills", Some(1000)));
        assert_eq!(choose(&all, "kills").unwrap().1, suite.size());
        for (word, told) in
            [("kill", "no suite 'kill'"), ("kills=many", "'many' in 'kills=many' is no number")]
        {
            let error = format!("{:#}", choose(&all, word).map(|_| ()).unwrap_err());
            assert!(error.contains(told), "{error}");
        }
        let mut names: Vec<_> = all.iter().map(|suite| suite.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all.len());
    }

    /// A suite whose tests have another name by now would pass without running any.
    #[test]
    fn every_suite_has_tests() {
        let root = crate::project::root();
        for suite in suites().unwrap() {
            let Kind::Tests { package, target, filter } = suite.run else { continue };
            if target == "benches" {
                continue; // Benches, not tests: each runs once and asserts its answer.
            }
            let name = package.trim_start_matches("tapis-");
            let folders =
                [root.join(name), root.join("examples").join(name), root.join("benches").join(name)];
            let folder = folders.iter().find(|folder| folder.join("Cargo.toml").exists());
            let folder = folder.unwrap_or_else(|| panic!("{}: no package {package}", suite.name));
            let tests = match target {
                "lib" => folder.join("src"),
                _ => folder.join("tests").join(target),
            };
            let module = filter.split("::").next().unwrap_or_default();
            let found =
                [tests.join(module), tests.join(format!("{module}.rs")), folder.join("tests").join(module)];
            // A module whose file stands elsewhere is declared in that of the program.
            let declared = std::fs::read_to_string(tests.join("main.rs"))
                .is_ok_and(|text| text.contains(&format!("mod {module};")));
            assert!(
                module.is_empty() || declared || found.iter().any(|path| path.exists()),
                "{}: no {filter}",
                suite.name
            );
            let all = sources(&root);
            for (variable, _) in suite.sizes {
                assert!(all.contains(&format!("\"{variable}\"")), "{}: nothing reads {variable}", suite.name);
            }
        }
    }

    fn sources(folder: &std::path::Path) -> String {
        let mut all = String::new();
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let skipped =
                ["target", "node_modules", ".git", "xtask", "dist"].iter().any(|name| path.ends_with(name));
            if path.is_dir() && !skipped {
                all += &sources(&path);
            } else if path.extension().is_some_and(|suffix| suffix == "rs" || suffix == "js") {
                all += &std::fs::read_to_string(&path).unwrap_or_default();
            }
        }
        all
    }
}
