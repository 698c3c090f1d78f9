//! The programs needed beside cargo. On Debian and its kin missing ones are installed.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::project;

/// A program and where it comes from.
struct Tool {
    program: &'static str,
    /// Arguments it answers when it is whole.
    probe: &'static [&'static str],
    package: &'static str,
    needed_for: &'static str,
}

const VERSION: &[&str] = &["--version"];

const TOOLS: [Tool; 9] = [
    tool("cc", "build-essential", "the C compiler builds SQLite"),
    tool("python3", "python3", "the outside checks are written in Python"),
    Tool {
        probe: &["-c", "import ensurepip, venv"],
        ..tool("python3", "python3-venv", "a Python client is generated in an environment of its own")
    },
    // Debian keeps the programs of the server out of the path.
    Tool {
        probe: &["-c", "command -v initdb || ls /usr/lib/postgresql/*/bin/initdb"],
        ..tool("sh", "postgresql", "the store is tested on a PostgreSQL server of its own")
    },
    tool("node", "nodejs", "a TypeScript client is generated, compiled and run"),
    tool("npm", "npm", "it installs what that needs"),
    tool("chromium", "chromium", "the pages are tested in a browser"),
    // The folders that web/tests/fonts names.
    Tool {
        probe: &["-c", "ls /usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf"],
        ..tool("sh", "fonts-liberation", "the pages are tested in narrow letters")
    },
    Tool {
        probe: &["-c", "ls /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"],
        ..tool("sh", "fonts-dejavu-core", "the pages are tested in wide letters")
    },
];

const fn tool(program: &'static str, package: &'static str, needed_for: &'static str) -> Tool {
    Tool { program, probe: VERSION, package, needed_for }
}

/// Makes sure that everything needed is there.
///
/// # Errors
/// Something is missing and cannot be installed; says what to install by hand.
pub fn provide() -> Result<()> {
    component("fmt", "rustfmt")?;
    component("clippy", "clippy")?;
    let missing: Vec<_> =
        TOOLS.iter().filter(|tool| !works(Command::new(tool.program).args(tool.probe))).collect();
    if missing.is_empty() {
        return Ok(());
    }
    for tool in &missing {
        println!(
            "── {} is missing ({}): installing the package {}",
            tool.program, tool.needed_for, tool.package
        );
    }
    let packages: Vec<_> = missing.iter().map(|tool| tool.package).collect();
    install(&packages).with_context(|| {
        format!(
            "please install {} by hand, on Debian: apt-get install {}",
            packages.join(" and "),
            packages.join(" ")
        )
    })
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

fn install(packages: &[&str]) -> Result<()> {
    // Neither a mirror nor another installation is waited for without an end.
    let bounds =
        ["-o", "Acquire::http::Timeout=30", "-o", "Acquire::Retries=2", "-o", "DPkg::Lock::Timeout=120"];
    apt(&[&bounds[..], &["update", "--quiet"]].concat())?;
    let mut arguments = bounds.to_vec();
    arguments.extend(["install", "--quiet", "--yes", "--no-install-recommends"]);
    arguments.extend(packages);
    apt(&arguments)
}

/// Runs apt-get as root: directly, or through sudo where that asks no password.
fn apt(arguments: &[&str]) -> Result<()> {
    let root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    let mut command = if root { Command::new("apt-get") } else { Command::new("sudo") };
    if !root {
        command.args(["--non-interactive", "apt-get"]);
    }
    let status =
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null()).status();
    match status.context("apt-get cannot be started")? {
        status if status.success() => Ok(()),
        status => bail!("apt-get {} failed ({status})", arguments.join(" ")),
    }
}
