//! The files of `tapis export`, read by another database: every statistic is worked out again from them.

use anyhow::Result;

use crate::project::{root, target};
use crate::python;
use crate::step::Steps;

/// The checks: this folder's `test_*.py`.
const CHECKS: &str = "openapi/outside/lab";

/// Runs the checks on the program that the service was built with.
///
/// # Errors
/// A statistic that is not what the files say.
pub fn run(steps: &mut Steps) -> Result<()> {
    python::environment(steps)?;
    let arguments = ["-m", "unittest", "discover", "--start-directory", CHECKS];
    let mut checks = python::program(&root(), "python", &arguments);
    checks.env("TAPIS", target().join("debug/tapis"));
    steps.run("outside statistics", checks)
}
