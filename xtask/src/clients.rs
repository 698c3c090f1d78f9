//! Clients generated from `openapi.json`, compiled, and an agent, each playing a whole game of each ruleset.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::project::{root, target};
use crate::python;
use crate::service::Service;
use crate::step::Steps;

/// What is made in place, and kept from one run to the next or never copied.
const MADE: [&str; 4] = ["node_modules", "build", "tapis_client", "__pycache__"];

/// Bots answer at once.
const ARGUMENTS: [&str; 4] = ["--bot-pace-ms", "0", "--bot-slot-ms", "0"];

/// For programs of Java that run for seconds: what a long run would gain by better code costs them more.
const BRIEF: [&str; 2] = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

/// A service to play against.
///
/// # Errors
/// It cannot be started.
pub fn service(steps: &mut Steps) -> Result<Service> {
    Service::start(steps, &ARGUMENTS)
}

/// Runs what `clients/README.md` says, on copies under `target/`.
///
/// # Errors
/// A generator, a compiler or a player that fails.
pub fn run(steps: &mut Steps, service: &Service) -> Result<()> {
    let copies = target().join("clients-test");
    copy(&root().join("clients"), &copies.join("clients"))?;
    copy(&root().join("openapi/openapi.json"), &copies.join("openapi/openapi.json"))?;
    typescript(steps, &copies.join("clients/typescript"), &service.base)?;
    python(steps, &copies.join("clients/python"), &service.base)?;
    java(steps, &copies.join("clients/java"), &service.base)?;
    agent(steps, &copies.join("clients/mcp"), &service.base)
}

/// The official client of the Model Context Protocol, against `/mcp`.
fn agent(steps: &mut Steps, place: &Path, base: &str) -> Result<()> {
    python::environment(steps)?;
    steps.run("Agent", python::program(place, "python", &["main.py", base]))
}

fn typescript(steps: &mut Steps, place: &Path, base: &str) -> Result<()> {
    once(&place.join("node_modules"), &std::fs::read(place.join("package-lock.json"))?, || {
        steps.run("TypeScript tools", at(place, "npm", &["ci", "--no-audit", "--no-fund"]))
    })?;
    steps.run("TypeScript client", at(place, "npm", &["run", "generate"]))?;
    steps.run("TypeScript compiler", at(place, "npm", &["run", "build"]))?;
    steps.run("TypeScript player", at(place, "node", &["build/main.js", base]))?;
    typescript_package(steps, place, base)?;
    // Which games there are makes no difference to it: it plays one more than the document knows.
    let service = Service::start_program(steps, "tapis-ecarte", &ARGUMENTS)?;
    let games = std::env::var("TAPIS_DRAWN_GAMES").unwrap_or_else(|_| "1".to_owned());
    steps.run("TypeScript client without rules", at(place, "node", &["build/draw.js", &service.base, &games]))
}

/// As a stranger has it: packed, installed elsewhere, compiled against and run.
fn typescript_package(steps: &mut Steps, place: &Path, base: &str) -> Result<()> {
    let there = place.join("packed");
    steps
        .run("TypeScript package", at(place, "npm", &["pack", "--silent", "--pack-destination", "packed"]))?;
    let archive = std::fs::read_dir(&there)?.flatten().map(|file| file.file_name().display().to_string());
    let archive = archive.filter(|name| name.ends_with(".tgz")).max().context("npm packed nothing")?;
    let install = ["install", "--no-audit", "--no-fund", "--no-save", &archive];
    steps.run("TypeScript package installed", at(&there, "npm", &install))?;
    steps
        .run("TypeScript package compiled against", at(place, "node_modules/.bin/tsc", &["-p", "packed"]))?;
    steps.run("TypeScript package played with", at(&there, "node", &["build/law.js", base]))
}

fn python(steps: &mut Steps, place: &Path, base: &str) -> Result<()> {
    python::environment(steps)?;
    let run = |program: &str, arguments: &[&str]| python::program(place, program, arguments);
    let arguments = [
        "generate",
        "--path=../../openapi/openapi.json",
        "--meta=none",
        "--output-path=tapis_client",
        "--config=generator.yaml",
        "--overwrite",
        "--fail-on-warning",
    ];
    steps.run("Python client", run("openapi-python-client", &arguments))?;
    steps.run("Python type checker", run("mypy", &["--strict", "main.py", "draw.py"]))?;
    steps.run("Python player", run("python", &["main.py", base]))?;
    python_package(steps, place, base)
}

/// As a stranger has it: built, installed elsewhere, and run there. It plays one game more than the document knows.
fn python_package(steps: &mut Steps, place: &Path, base: &str) -> Result<()> {
    let there = place.join("packed");
    let _ = std::fs::remove_dir_all(&there);
    let build = ["-m", "build", "--no-isolation", "--outdir", "packed"];
    steps.run("Python package", python::program(place, "python", &build))?;
    copy(&place.join("draw.py"), &there.join("draw.py"))?;
    let install = [
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        "--find-links",
        ".",
        "--target",
        ".",
        "tapis-table",
    ];
    steps.run("Python package installed", python::program(&there, "pip", &install))?;
    steps.run("Python package played with", python::program(&there, "python", &["draw.py", base]))?;
    let service = Service::start_program(steps, "tapis-ecarte", &ARGUMENTS)?;
    steps.run("Python package with Écarté", python::program(&there, "python", &["draw.py", &service.base]))
}

fn java(steps: &mut Steps, place: &Path, base: &str) -> Result<()> {
    python::environment(steps)?;
    // What is left of an older document would be compiled, too.
    for made in ["tapis_client", "build"] {
        let _ = std::fs::remove_dir_all(place.join(made));
    }
    let archive =
        "import importlib.resources as r; print(r.files('openapi_generator_cli') / 'openapi-generator.jar')";
    let jar = steps.hear("Java library", python::program(place, "python", &["-c", archive]))?;
    let jar = jar.trim();
    let quiet = "-Dlog.level=warn";
    let generate = [BRIEF[0], BRIEF[1], quiet, "-jar", jar, "generate", "--config", "generator.yaml"];
    steps.run("Java client", at(place, "java", &generate))?;
    let compile = "javac -J$1 -J$2 -nowarn -proc:none -classpath \"$0\" -d build $(find . -name '*.java')";
    steps.run("Java compiler", at(place, "sh", &["-c", compile, jar, BRIEF[0], BRIEF[1]]))?;
    let classes = format!("{jar}:build");
    steps.run("Java player", at(place, "java", &[BRIEF[0], BRIEF[1], "-classpath", &classes, "Main", base]))
}

/// Installs what a lock file lists into `folder`, unless that has been done.
///
/// # Errors
/// It cannot be installed.
pub fn once(folder: &Path, lock: &[u8], install: impl FnOnce() -> Result<()>) -> Result<()> {
    let done = folder.join(".installed");
    if std::fs::read(&done).is_ok_and(|found| found == lock) {
        return Ok(());
    }
    install()?;
    Ok(std::fs::write(done, lock)?)
}

/// A program with arguments, run at a place.
pub fn at(place: &Path, program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(place);
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
