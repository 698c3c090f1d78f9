//! Clients generated from `openapi.json`, compiled, and playing a whole game of each ruleset.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::project::{root, target};
use crate::service::Service;
use crate::step::Steps;

/// What is made in place, and kept from one run to the next or never copied.
const MADE: [&str; 5] = ["node_modules", ".venv", "build", "tapis_client", "__pycache__"];

/// Runs what `clients/README.md` says, on copies under `target/`.
///
/// # Errors
/// A generator, a compiler or a player that fails.
pub fn run(steps: &mut Steps) -> Result<()> {
    let copies = target().join("clients-test");
    copy(&root().join("clients"), &copies.join("clients"))?;
    copy(&root().join("openapi/openapi.json"), &copies.join("openapi/openapi.json"))?;
    // Bots answer at once.
    let service = Service::start(steps, &["--bot-pace-ms", "0"])?;
    typescript(steps, &copies.join("clients/typescript"), &service.base)?;
    python(steps, &copies.join("clients/python"), &service.base)
}

fn typescript(steps: &mut Steps, place: &Path, base: &str) -> Result<()> {
    install(place, "package-lock.json", "node_modules", |_| {
        steps.run("TypeScript tools", at(place, "npm", &["ci", "--no-audit", "--no-fund"]))
    })?;
    steps.run("TypeScript client", at(place, "npm", &["run", "generate"]))?;
    steps.run("TypeScript compiler", at(place, "npm", &["run", "build"]))?;
    steps.run("TypeScript player", at(place, "node", &["build/main.js", base]))
}

fn python(steps: &mut Steps, place: &Path, base: &str) -> Result<()> {
    environment(steps, place)?;
    let arguments = [
        "generate",
        "--path=../../openapi/openapi.json",
        "--meta=none",
        "--output-path=tapis_client",
        "--config=generator.yaml",
        "--overwrite",
        "--fail-on-warning",
    ];
    steps.run("Python client", at(place, ".venv/bin/openapi-python-client", &arguments))?;
    steps.run("Python type checker", at(place, ".venv/bin/mypy", &["--strict", "main.py"]))?;
    steps.run("Python player", at(place, ".venv/bin/python", &["main.py", base]))
}

/// A virtual environment `.venv` with what `requirements.txt` lists.
///
/// # Errors
/// It cannot be made.
pub fn environment(steps: &mut Steps, place: &Path) -> Result<()> {
    install(place, "requirements.txt", ".venv", |requirements| {
        steps.run("Python environment", at(place, "python3", &["-m", "venv", "--clear", ".venv"]))?;
        let pip = ["install", "--quiet", "--disable-pip-version-check", "--requirement", requirements];
        steps.run("Python tools", at(place, ".venv/bin/pip", &pip))
    })
}

/// Installs what `lock` lists into `folder`, unless that has been done.
fn install(place: &Path, lock: &str, folder: &str, install: impl FnOnce(&str) -> Result<()>) -> Result<()> {
    let wanted = std::fs::read(place.join(lock)).with_context(|| format!("{lock} is missing"))?;
    let done = place.join(folder).join(".installed");
    if std::fs::read(&done).is_ok_and(|found| found == wanted) {
        return Ok(());
    }
    install(lock)?;
    Ok(std::fs::write(done, wanted)?)
}

/// A program with arguments, run at a place; its path is found from there.
pub fn at(place: &Path, program: &str, arguments: &[&str]) -> Command {
    let found = if program.starts_with('.') { place.join(program) } else { PathBuf::from(program) };
    let mut command = Command::new(found);
    command.args(arguments).current_dir(place).env("PYTHONDONTWRITEBYTECODE", "1");
    command
}

/// Makes `to` what `from` is, but for what is made in place.
///
/// # Errors
/// A file that cannot be read or written.
pub fn copy(from: &Path, to: &Path) -> Result<()> {
    if from.is_file() {
        std::fs::create_dir_all(to.parent().unwrap_or(to))?;
        std::fs::copy(from, to).with_context(|| format!("{} cannot be copied", from.display()))?;
        return Ok(());
    }
    let is_made = |name: &std::ffi::OsStr| MADE.iter().any(|made| name == *made);
    std::fs::create_dir_all(to)?;
    for old in std::fs::read_dir(to)?.flatten().filter(|old| !is_made(&old.file_name())) {
        if !from.join(old.file_name()).exists() {
            std::fs::remove_file(old.path()).or_else(|_| std::fs::remove_dir_all(old.path()))?;
        }
    }
    for file in std::fs::read_dir(from)?.flatten().filter(|file| !is_made(&file.file_name())) {
        copy(&file.path(), &to.join(file.file_name()))?;
    }
    Ok(())
}
