//! C1: a clean release build.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::bench::Bench;
use crate::report::{Goal, Row};

/// Seconds it may take on two processors.
const SECONDS: f64 = 360.0;
/// Megabytes the program may have.
const MEGABYTES: f64 = 30.0;

/// C1. Run it where nothing else does.
pub(super) fn clean(bench: &Bench) -> Result<Vec<Row>> {
    let target = bench.folder()?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let (began, before) = (Instant::now(), processor_seconds()?);
    let status = Command::new(cargo)
        .args(["build", "--release", "--locked", "--package", "tapis-api", "--target-dir"])
        .arg(target.path())
        .stdin(Stdio::null())
        .status()?;
    ensure!(status.success(), "the build failed: {status}");
    let (wall, processor) = (began.elapsed().as_secs_f64(), processor_seconds()? - before);
    let size = std::fs::metadata(target.path().join("release/tapis"))?.len() as f64 / 1e6;
    Ok(vec![
        row(
            format!("clean release build of the service ({processor:.0} s of a processor)"),
            "s",
            wall,
            SECONDS,
        ),
        row("size of the program".to_owned(), "MB", size, MEGABYTES),
    ])
}

fn row(work: String, unit: &'static str, ours: f64, goal: f64) -> Row {
    Row { id: "C1", work, unit, pairs: vec![(ours, goal)], goal: Goal::AtMost(1.0) }
}

/// What the children of this process that have ended used, in seconds of a processor.
fn processor_seconds() -> Result<f64> {
    let text = std::fs::read_to_string(Path::new("/proc/self/stat"))?;
    let fields: Vec<_> = text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| -> Result<f64> { Ok(fields.get(at).context("no times")?.parse()?) };
    // Fields 16 and 17 of the line, counted from 1; the first two are before the last parenthesis. Ticks of 10 ms.
    Ok((ticks(13)? + ticks(14)?) / 100.0)
}
