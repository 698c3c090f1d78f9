//! The pages: that `web/dist` is what the sources build to, and that they do in a browser what they promise.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, ensure};

use crate::clients::{at, copy, npm};
use crate::project::{files, root, target};
use crate::step::Steps;
use crate::tools;
use crate::{python, service};

/// Builds the pages, which needs no program of ours, and compares the result with the committed one. Answers where they lie.
///
/// # Errors
/// The first step that fails; a committed file that is not what the sources build to.
pub fn prepare(steps: &mut Steps) -> Result<PathBuf> {
    let place = build(steps)?;
    let (built, committed) = (files(&place.join("dist"))?, files(&root().join("web/dist"))?);
    ensure!(built == committed, "web/dist is not what web/ builds to: run `cargo xtask bless-web`");
    Ok(place)
}

/// The tests of every run.
pub const BROWSER: &str = "tests/browser/";

/// Tests alone: `cargo xtask pages`.
///
/// # Errors
/// The first step that fails.
pub fn pages() -> Result<String> {
    let mut steps = Steps::begin();
    tools::provide()?;
    let place = prepare(&mut steps)?;
    browser(&mut steps, &place, BROWSER)?;
    Ok(format!("cargo xtask pages: {}", steps.end()))
}

/// Writes pictures of every page to `target/pictures`, and those of the README to `docs/pictures`.
///
/// # Errors
/// The first step that fails.
pub fn pictures() -> Result<String> {
    let mut steps = Steps::begin();
    tools::provide()?;
    let place = build(&mut steps)?;
    browser(&mut steps, &place, "tests/pictures/")?;
    copy(&target().join("pictures/readme"), &root().join("docs/pictures"))?;
    Ok(format!("cargo xtask pictures: {} lie in target/pictures", files(&target().join("pictures"))?.len()))
}

/// Writes `web/dist` anew.
///
/// # Errors
/// The first step that fails.
pub fn bless() -> Result<String> {
    let mut steps = Steps::begin();
    tools::provide_node()?;
    let place = build(&mut steps)?;
    let dist = root().join("web/dist");
    copy(&place.join("dist"), &dist)?;
    Ok(format!("cargo xtask bless-web: {} files", files(&dist)?.len()))
}

/// Builds a copy under `target/`, and says where it lies.
fn build(steps: &mut Steps) -> Result<PathBuf> {
    let copies = target().join("web-test");
    let place = copies.join("web");
    copy(&root().join("web"), &place)?;
    copy(&root().join("openapi/openapi.json"), &copies.join("openapi/openapi.json"))?;
    copy(&root().join("api/tests/fixtures"), &copies.join("api/tests/fixtures"))?;
    python::environment(steps)?;
    npm(steps, "tools of the pages", &place)?;
    steps.run("types of the pages", at(&place, "npm", &["run", "generate"]))?;
    steps.run("checks of the pages", at(&place, "npm", &["run", "check"]))?;
    steps.run("pages", at(&place, "npm", &["run", "build"]))?;
    Ok(place)
}

/// Runs a folder of tests in a browser, against services of this build.
///
/// # Errors
/// A test that fails.
pub fn browser(steps: &mut Steps, place: &Path, tests: &str) -> Result<()> {
    service::build(steps)?;
    steps.test("browser", tested(place, tests)?)
}

/// As [`browser`], with the tests of the night among those of every run: whole games of every ruleset by every way, with the
/// deals of a seed.
///
/// # Errors
/// A test that fails.
pub fn browser_at_night(steps: &mut Steps, place: &Path, seed: u32) -> Result<()> {
    service::build(steps)?;
    let mut command = tested(place, BROWSER)?;
    command.env("TAPIS_BROWSER", "all").env("TAPIS_TEST_SEED", seed.to_string());
    steps.test("browser at night", command)
}

fn tested(place: &Path, tests: &str) -> Result<Command> {
    // By name: what a folder means here differs from one version of Node.js to the next.
    let files = files(&place.join(tests))?;
    let tests = files.keys().map(|file| Path::new(tests).join(file)).filter(|file| is_test(file));
    let mut command = Command::new("node");
    command.arg("tests/run.js").args(tests).current_dir(place);
    command.env("TAPIS_PROGRAM", target().join("debug/tapis-counted"));
    command.env("TAPIS_PICTURES", target().join("pictures"));
    Ok(command)
}

fn is_test(file: &Path) -> bool {
    file.to_string_lossy().ends_with(".test.js")
}
