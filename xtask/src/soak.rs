//! `cargo xtask soak`: the tests that can be made longer, made long. `--nightly` runs every suite at its size of a night, and
//! prints a line for each.

use std::fs::File;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};

use crate::project::{cargo, target};
use crate::step::{Steps, seconds};
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

/// Tests that read their size from the environment, or that only a night has time for.
struct Suite {
    name: &'static str,
    /// What its first size counts.
    counts: &'static str,
    run: Kind,
}

enum Kind {
    /// Tests of a package: the target, the beginning of their names, and the variables with their sizes of a night.
    Tests {
        package: &'static str,
        target: &'static str,
        filter: &'static str,
        sizes: &'static [(&'static str, u32)],
    },
    /// Seconds of schemathesis.
    Schemathesis(u32),
    /// All games of every generated client.
    Clients,
    /// All games in a browser.
    Browser,
}

/// The size that a suite has at night, where it has one.
impl Suite {
    fn size(&self) -> Option<u32> {
        match self.run {
            Kind::Tests { sizes, .. } => sizes.first().map(|(_, size)| *size),
            Kind::Schemathesis(seconds) => Some(seconds),
            Kind::Clients | Kind::Browser => None,
        }
    }

    /// As it is written on the command line.
    fn written(&self, size: Option<u32>) -> String {
        size.map_or_else(|| self.name.to_owned(), |size| format!("{}={size}", self.name))
    }
}

const fn tests(
    name: &'static str,
    counts: &'static str,
    [package, target]: [&'static str; 2],
    filter: &'static str,
    sizes: &'static [(&'static str, u32)],
) -> Suite {
    Suite { name, counts, run: Kind::Tests { package, target, filter, sizes } }
}

/// Every long suite. What each promises, and its member in the quick command: docs/reliability.md.
const SUITES: &[Suite] = &[
    tests("kills", "kill -9 in the middle of play", API_LIVE, "kills::", &[("TAPIS_KILLS", 20)]),
    tests(
        "submits",
        "moves submitted 32 times at once",
        API_LIVE,
        "submits::",
        &[("TAPIS_SUBMITS", 1_000), ("TAPIS_COPIES", 32)],
    ),
    tests(
        "node-kills",
        "kill -9 of one of three nodes",
        API_LIVE,
        "nodes::",
        &[("TAPIS_NODE_KILLS", 6), ("TAPIS_NODE_SUBMITS", 15)],
    ),
    tests(
        "node-experiments",
        "deals on three nodes, one of which is killed",
        API_LIVE,
        "nodes_lab::",
        &[("TAPIS_NODE_LAB_GAMES", 600)],
    ),
    tests(
        "games-at-once",
        "games played at once, and five times as many",
        API_LIVE,
        "many::",
        &[("TAPIS_GAMES_AT_ONCE", 50), ("TAPIS_BUSY_CLIENTS", 8)],
    ),
    tests("sockets", "sockets that stall", API_LIVE, "sockets::", &[("TAPIS_SOCKETS", 400)]),
    tests(
        "questions",
        "2: all questions of docs/lab.md, small; 1: at full size",
        API_LIVE,
        "questions::",
        &[("TAPIS_QUESTIONS", 2)],
    ),
    tests(
        "bot-games",
        "games of bots at Richelieu, played and recounted; as many of the others",
        API_LIVE,
        "bots_finish::",
        &[
            ("TAPIS_BOT_GAMES", 60),
            ("TAPIS_BLASONS_GAMES", 80),
            ("TAPIS_MALIN_GAMES", 20),
            ("TAPIS_PARBOURG_GAMES", 10),
        ],
    ),
    tests(
        "lab-kills",
        "kills in the middle of a simulation and of an experiment",
        API_NIGHTLY,
        "lab_kills::",
        &[("TAPIS_LAB_KILLS", 5)],
    ),
    tests(
        "hints-beside-moves",
        "moves beside ten times the hints that can be searched",
        API_NIGHTLY,
        "hint_load::",
        &[("TAPIS_LOAD_MOVES", 60)],
    ),
    tests(
        "rolling",
        "restarts of three nodes in turn",
        API_NIGHTLY,
        "nodes_rolling::",
        &[("TAPIS_ROLLING_ROUNDS", 1), ("TAPIS_ROLLING_TABLES", 6)],
    ),
    tests("departed-node", "", API_NIGHTLY, "nodes::", &[]),
    tests(
        "delays",
        "turns of each kind whose delays are compared",
        API_NIGHTLY,
        "delays::",
        &[("TAPIS_DELAYS", 240)],
    ),
    tests(
        "two-worlds",
        "pairs of look-alike deals, byte for byte",
        API_QUICK,
        "two_worlds::",
        &[("TAPIS_TWO_WORLDS", 96), ("TAPIS_WAITING_DEALS", 4), ("TAPIS_REDACTION_PAIRS", 60)],
    ),
    tests(
        "experiments",
        "games of experiments that share the machine",
        API_QUICK,
        "statistics::experiments::",
        &[("TAPIS_EXPERIMENT_GAMES", 500)],
    ),
    tests(
        "disconnects",
        "clients that go away while a hint is searched",
        API_QUICK,
        "hints::",
        &[("TAPIS_DISCONNECTS", 100)],
    ),
    tests("guesses", "guesses at tokens", API_QUICK, "operation::guesses::", &[("TAPIS_GUESSES", 20_000)]),
    tests(
        "hostile",
        "hostile options, decks and notations a game",
        API_QUICK,
        "hostile::",
        &[("PROPTEST_CASES", 200)],
    ),
    tests(
        "store-kills",
        "kills in each task of the store",
        ["tapis-db", "sqlite"],
        "killed::",
        &[("TAPIS_KILLS", 20)],
    ),
    tests(
        "writes",
        "events of each of 64 writers at once",
        ["tapis-db", "contract"],
        "concurrency::",
        &[("TAPIS_WRITES", 200)],
    ),
    tests(
        "flips",
        "flipped bytes and cut files",
        ["tapis-db", "sqlite"],
        "damage::",
        &[("TAPIS_FLIPS", 1_000)],
    ),
    tests(
        "table-worlds",
        "pairs of look-alike tables a game, in process",
        LAWS_RULES,
        "laws::two_worlds::",
        &[("TAPIS_TABLE_WORLDS", 400)],
    ),
    tests(
        "shown-games",
        "games under the laws of what is shown",
        LAWS_RULES,
        "laws::drawn::",
        &[("TAPIS_SHOWN_GAMES", 4)],
    ),
    tests("conformance", "", LAWS_NIGHTLY, "conformance::", &[]),
    tests("strength", "", LAWS_NIGHTLY, "parbourg::", &[]),
    tests(
        "worlds",
        "worlds of Le Malin drawn and counted",
        LAWS_RULES,
        "malin::sampler::",
        &[("TAPIS_WORLDS", 4_000)],
    ),
    tests(
        "parbourg",
        "random games a number of players",
        LAWS_RULES,
        "parbourg::",
        &[("TAPIS_PARBOURG_RANDOM", 20)],
    ),
    tests("recounts", "games of each game recounted", LAWS_RULES, "recounts::", &[("TAPIS_RECOUNTS", 80)]),
    tests("hands", "games whose hands are inferred", LAWS_RULES, "kit::hands::", &[("TAPIS_HAND_GAMES", 12)]),
    tests(
        "oracle",
        "positions compared with an oracle",
        LAWS_SEARCH,
        "exhaustive::",
        &[("TAPIS_ORACLE_POSITIONS", 10_000), ("TAPIS_ORACLE_ROUNDS", 100), ("TAPIS_HINT_PLACES", 6)],
    ),
    tests(
        "work",
        "games in which the work of bots' moves is counted",
        LAWS_SEARCH,
        "work::",
        &[("TAPIS_WORK_GAMES", 1), ("TAPIS_WORK_PLACES", 2)],
    ),
    tests(
        "search-units",
        "deals on which intervals are compared with the truth",
        ["tapis-laws", "units_of_solver"],
        "",
        &[("TAPIS_COVERAGE_DEALS", 12), ("TAPIS_CLAIM_GAMES", 10), ("TAPIS_ROUND_GAMES", 3_000)],
    ),
    tests(
        "reviews",
        "reviews of each line-up",
        ["tapis-review", "reviews"],
        "",
        &[("TAPIS_REVIEWS", 24), ("TAPIS_FAULTS", 4)],
    ),
    tests(
        "reviews-at-length",
        "reviews of each line-up",
        ["tapis-review", "nightly"],
        "",
        &[("TAPIS_REVIEWS", 24), ("TAPIS_PLANTED", 2)],
    ),
    tests(
        "lab-games",
        "games of Parbourg with a card that is too strong",
        ["tapis-lab", "games"],
        "",
        &[("TAPIS_PLANTED_GAMES", 300)],
    ),
    tests(
        "lab-at-length",
        "games dealt anew without and with a planted cause",
        ["tapis-lab", "nightly"],
        "",
        &[("TAPIS_CAUSE_GAMES", 150), ("TAPIS_CAUSE_RUNS", 8), ("TAPIS_RATED_DEALS", 4)],
    ),
    Suite { name: "schemathesis", counts: "seconds", run: Kind::Schemathesis(60) },
    Suite { name: "clients", counts: "", run: Kind::Clients },
    Suite { name: "browser", counts: "", run: Kind::Browser },
];

const API_LIVE: [&str; 2] = ["tapis-api", "live"];
const API_QUICK: [&str; 2] = ["tapis-api", "quick"];
const API_NIGHTLY: [&str; 2] = ["tapis-api", "nightly"];
const LAWS_RULES: [&str; 2] = ["tapis-laws", "rules"];
const LAWS_SEARCH: [&str; 2] = ["tapis-laws", "search"];
const LAWS_NIGHTLY: [&str; 2] = ["tapis-laws", "nightly"];

/// Runs what is asked for.
///
/// # Errors
/// A suite that is unknown or fails. All others are run all the same.
pub fn run(soak: &Soak) -> Result<String> {
    let chosen: Vec<_> = match soak.nightly {
        true => SUITES.iter().map(|suite| (suite, suite.size())).collect(),
        false => soak.suites.iter().map(|word| choose(word)).collect::<Result<_>>()?,
    };
    ensure!(!chosen.is_empty(), "nothing was asked for; `--nightly` runs all of these:\n{}", listed());
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

/// A suite with its size, as somebody wrote it.
fn choose(word: &str) -> Result<(&'static Suite, Option<u32>)> {
    let (name, size) = word.split_once('=').map_or((word, None), |(name, size)| (name, Some(size)));
    let suite = SUITES.iter().find(|suite| suite.name == name);
    let suite = suite.ok_or_else(|| anyhow!("there is no suite '{name}', but:\n{}", listed()))?;
    let size = size.map(|size| size.parse().with_context(|| format!("'{size}' in '{word}' is no number")));
    Ok((suite, size.transpose()?.or(suite.size())))
}

fn listed() -> String {
    let lines = SUITES.iter().map(|suite| format!("  {:<28} {}", suite.written(suite.size()), suite.counts));
    lines.collect::<Vec<_>>().join("\n")
}

impl Suite {
    fn begin(&self, steps: &mut Steps, size: Option<u32>, seed: u32) -> Result<()> {
        match self.run {
            Kind::Tests { package, target, filter, sizes } => {
                self.logged(steps, long(package, target, filter, sizes, size, seed))
            }
            Kind::Schemathesis(_) => schemathesis::run(steps, size.unwrap_or_default(), 1_000, seed),
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

    /// Runs a command whose output goes to `target/soak`; the end of it is shown where it fails.
    fn logged(&self, steps: &mut Steps, mut command: Command) -> Result<()> {
        let folder = target().join("soak");
        std::fs::create_dir_all(&folder)?;
        let log = folder.join(format!("{}.log", self.name));
        let output = File::create(&log)?;
        let status = command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output).status()?;
        steps.count();
        let told = String::from_utf8_lossy(&std::fs::read(&log)?).into_owned();
        ensure!(!told.contains("running 0 tests"), "{}: no test has this name any more", self.name);
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
    let mut command = cargo(["test", "--locked", "--package", package, "--test", target]);
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
        let (suite, size) = choose("kills=1000").unwrap();
        assert_eq!((suite.name, size), ("kills", Some(1000)));
        assert_eq!(choose("kills").unwrap().1, suite.size());
        for (word, told) in
            [("kill", "no suite 'kill'"), ("kills=many", "'many' in 'kills=many' is no number")]
        {
            let error = format!("{:#}", choose(word).map(|_| ()).unwrap_err());
            assert!(error.contains(told), "{error}");
        }
        let mut names: Vec<_> = SUITES.iter().map(|suite| suite.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), SUITES.len());
    }

    /// A suite whose tests have another name by now would pass without running any.
    #[test]
    fn every_suite_has_tests() {
        let root = crate::project::root();
        for suite in SUITES {
            let Kind::Tests { package, target, filter, sizes } = suite.run else { continue };
            let manifest = ["api", "laws", "db", "lab", "review", "service", "solver", "examples/ecarte"];
            let folder = manifest.iter().find(|folder| {
                let text = std::fs::read_to_string(root.join(folder).join("Cargo.toml")).unwrap_or_default();
                text.contains(&format!("name = \"{package}\""))
            });
            let folder = root.join(folder.unwrap_or_else(|| panic!("{}: no package {package}", suite.name)));
            let tests = folder.join("tests").join(target);
            let module = filter.split("::").next().unwrap_or_default();
            let found = [tests.join(module), tests.join(format!("{module}.rs"))];
            assert!(
                module.is_empty() || found.iter().any(|path| path.exists()),
                "{}: no {filter}",
                suite.name
            );
            let all = sources(&root);
            for (variable, _) in sizes {
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
