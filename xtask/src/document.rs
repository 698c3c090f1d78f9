//! Checks the OpenAPI document with the rules of `openapi/lint`.

use anyhow::Result;

use crate::clients::{at, copy, once};
use crate::project::{root, target};
use crate::python;
use crate::step::Steps;

/// Installs Redocly and checks the document. Also checks a bad document, in which every rule must find a fault.
///
/// # Errors
/// A rule finds a fault in the document, or finds none in the bad one.
pub fn run(steps: &mut Steps) -> Result<()> {
    let place = target().join("openapi-test/lint");
    copy(&root().join("openapi/lint"), &place)?;
    python::environment(steps)?;
    once(&place.join("node_modules"), &std::fs::read(place.join("package-lock.json"))?, || {
        steps.run("tools of the document", at(&place, "npm", &["ci", "--no-audit", "--no-fund"]))
    })?;
    let committed = root().join("openapi/openapi.json");
    steps.run("OpenAPI document", at(&place, "node", &["check.js", &committed.to_string_lossy()]))
}
