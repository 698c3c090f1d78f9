//! One Python environment for everything that is not written in Rust and needs packages: the clients,
//! schemathesis and the checks of exported files. Their lists of packages agree where they overlap; pip refuses them otherwise.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::clients::once;
use crate::project::{command, root, target};
use crate::step::Steps;

/// The lists of packages.
const REQUIREMENTS: [&str; 5] = [
    "clients/mcp/requirements.txt",
    "clients/python/requirements.txt",
    "clients/java/requirements.txt",
    "openapi/schemathesis/requirements.txt",
    "openapi/outside/lab/requirements.txt",
];

/// Makes the environment, unless it is there with these very packages.
///
/// # Errors
/// A list is missing, or the environment cannot be made.
pub fn environment(steps: &mut Steps) -> Result<()> {
    let mut lock = Vec::new();
    let mut pip = vec!["install".into(), "--quiet".into(), "--disable-pip-version-check".into()];
    for list in REQUIREMENTS {
        lock.extend(std::fs::read(root().join(list)).with_context(|| format!("{list} is missing"))?);
        pip.extend(["--requirement".into(), root().join(list).display().to_string()]);
    }
    once(&place(), &lock, || {
        let place = place().display().to_string();
        steps.run("Python environment", command("python3", ["-m", "venv", "--clear", &place]))?;
        let pip: Vec<_> = pip.iter().map(String::as_str).collect();
        steps.run("Python tools", program(&root(), "pip", &pip))
    })
}

/// A program of the environment with arguments, run at a place.
pub fn program(at: &Path, program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(place().join("bin").join(program));
    command.args(arguments).current_dir(at).env("PYTHONDONTWRITEBYTECODE", "1");
    command
}

fn place() -> PathBuf {
    target().join("python")
}
