//! Clients generated from `openapi.json`, compiled, and an agent: each plays whole games.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::project::{root, target};
use crate::python;
use crate::service::Service;
use crate::step::Steps;

/// What is made in place, and kept from one run to the next or never copied.
const MADE: [&str; 4] = ["node_modules", "build", "tapis_client", "__pycache__"];

/// Bots answer at once.
const ARGUMENTS: [&str; 4] = ["--bot-pace-ms", "0", "--tune", "bot_slot_ms=0"];

/// For programs of Java that run for seconds: what a long run would gain by better code costs them more.
const BRIEF: [&str; 2] = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

/// Which games the clients play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Games {
    /// One each, of another ruleset in each language, with deals that are the same each time.
    One,
    /// One of every ruleset each, with deals of chance.
    All,
}

/// Does what `clients/README.md` says up to the point where a service is needed, on copies under `target/`.
///
/// # Errors
/// A generator or a compiler that fails.
pub fn prepare(steps: &mut Steps) -> Result<()> {
    copy(&root().join("clients"), &copies().join("clients"))?;
    copy(&root().join("openapi/openapi.json"), &copies().join("openapi/openapi.json"))?;
    python::environment(steps)?;
    typescript(steps, &client("typescript"))?;
    python(steps, &client("python"))?;
    java(steps, &client("java"))?;
    as_it_comes(steps, &client("openapi-generator"))
}

/// Plays with what [`prepare`] has made.
///
/// # Errors
/// A player that fails.
pub fn play(steps: &mut Steps, games: Games) -> Result<()> {
    // Whose deals are the same each time.
    let counted = |steps: &mut Steps, more: &[&str]| {
        Service::start_program(steps, "tapis-counted", &[&ARGUMENTS[..], more].concat())
    };
    // What was generated from the document plays the games of the document, and what knows none plays one more.
    let known = match games {
        Games::One => counted(steps, &[])?,
        Games::All => Service::start(steps, &ARGUMENTS)?,
    };
    let stranger = counted(steps, &["with-template"])?;
    let (base, strange) = (&known.base, &stranger.base);
    let drawn = std::env::var("TAPIS_DRAWN_GAMES").unwrap_or_else(|_| "1".to_owned());
    let (typescript, packed) = (client("typescript"), client("python").join("packed"));
    let mut run = |name: &str, game: &str, mut player: Command| {
        if games == Games::One {
            player.arg(game);
        }
        steps.run(name, player)
    };
    run("TypeScript player", "richelieu", at(&typescript, "node", &["build/main.js", base]))?;
    let draw = ["build/draw.js", strange, &drawn, ""];
    run("TypeScript client without rules", "template", at(&typescript, "node", &draw))?;
    let law = at(&typescript.join("packed"), "node", &["build/law.js", strange]);
    run("TypeScript package played with", "sept-blasons", law)?;
    run("Python player", "malin", python::program(&client("python"), "python", &["main.py", base]))?;
    run("Python package played with", "template", python::program(&packed, "python", &["draw.py", strange]))?;
    let place = client("openapi-generator");
    let mut player = python::program(&place, "python", &["main.py", base]);
    player.env("PYTHONPATH", "tapis_client");
    run("Player as it comes", "richelieu", player)?;
    run("Java player", "sept-blasons", java_player(&client("java"), base)?)?;
    // The official client of the Model Context Protocol, against `/mcp`.
    run("Agent", "parbourg", python::program(&client("mcp"), "python", &["main.py", base]))
}

fn copies() -> PathBuf {
    target().join("clients-test")
}

fn client(language: &str) -> PathBuf {
    copies().join("clients").join(language)
}

fn typescript(steps: &mut Steps, place: &Path) -> Result<()> {
    npm(steps, "TypeScript tools", place)?;
    steps.run("TypeScript client", at(place, "npm", &["run", "generate"]))?;
    steps.run("TypeScript compiler", at(place, "npm", &["run", "build"]))?;
    // As a stranger has it: packed, installed elsewhere and compiled against.
    let there = place.join("packed");
    steps
        .run("TypeScript package", at(place, "npm", &["pack", "--silent", "--pack-destination", "packed"]))?;
    let archive = std::fs::read_dir(&there)?.flatten().map(|file| file.file_name().display().to_string());
    let archive = archive.filter(|name| name.ends_with(".tgz")).max().context("npm packed nothing")?;
    let install = ["install", "--no-audit", "--no-fund", "--no-save", &archive];
    steps.run("TypeScript package installed", at(&there, "npm", &install))?;
    steps.run("TypeScript package compiled against", at(place, "node_modules/.bin/tsc", &["-p", "packed"]))
}

fn python(steps: &mut Steps, place: &Path) -> Result<()> {
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
    // As a stranger has it: built, and installed elsewhere.
    let there = place.join("packed");
    let _ = std::fs::remove_dir_all(&there);
    let build = ["-m", "build", "--no-isolation", "--outdir", "packed"];
    steps.run("Python package", run("python", &build))?;
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
    steps.run("Python package installed", python::program(&there, "pip", &install))
}

fn java(steps: &mut Steps, place: &Path) -> Result<()> {
    // What is left of an older document would be compiled, too.
    for made in ["tapis_client", "build"] {
        let _ = std::fs::remove_dir_all(place.join(made));
    }
    let jar = java_library()?;
    let quiet = "-Dlog.level=warn";
    let generate = [BRIEF[0], BRIEF[1], quiet, "-jar", &jar, "generate", "--config", "generator.yaml"];
    steps.run("Java client", at(place, "java", &generate))?;
    let compile = "javac -J$1 -J$2 -nowarn -proc:none -classpath \"$0\" -d build $(find . -name '*.java')";
    steps.run("Java compiler", at(place, "sh", &["-c", compile, &jar, BRIEF[0], BRIEF[1]]))
}

/// The package that the generator of Java writes for Python, without any setting.
fn as_it_comes(steps: &mut Steps, place: &Path) -> Result<()> {
    let _ = std::fs::remove_dir_all(place.join("tapis_client"));
    let document = ["-g", "python", "-i", "../../openapi/openapi.json", "-o", "tapis_client"];
    let generate = ["-Dlog.level=warn", "-jar", &java_library()?, "generate"];
    let arguments = [&BRIEF[..], &generate, &document].concat();
    steps.run("Python client as it comes", at(place, "java", &arguments))
}

fn java_player(place: &Path, base: &str) -> Result<Command> {
    let classes = format!("{}:build", java_library()?);
    Ok(at(place, "java", &[BRIEF[0], BRIEF[1], "-classpath", &classes, "Main", base]))
}

/// The archive of the generator, which has the JSON library that the generated code needs.
fn java_library() -> Result<String> {
    let file = python::package("openapi_generator_cli")?.join("openapi-generator.jar");
    Ok(std::path::absolute(file)?.display().to_string())
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

/// Installs what the lock file of npm at a place lists, unless that has been done.
///
/// # Errors
/// It cannot be installed.
pub fn npm(steps: &mut Steps, name: &str, place: &Path) -> Result<()> {
    once(&place.join("node_modules"), &std::fs::read(place.join("package-lock.json"))?, || {
        steps.run(name, at(place, "npm", &["ci", "--no-audit", "--no-fund"]))
    })
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
