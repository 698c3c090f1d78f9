//! Packages of Debian and its kin.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// Installs packages, and nothing that is merely recommended beside them.
///
/// # Errors
/// There is no apt-get, it may not be run as root, or it fails.
pub fn install(packages: &[&str]) -> Result<()> {
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
    let program = if root { "apt-get" } else { "sudo" };
    let mut command = Command::new(program);
    if !root {
        command.args(["--non-interactive", "apt-get"]);
    }
    let status =
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null()).status();
    match status.with_context(|| format!("{program} cannot be started"))? {
        status if status.success() => Ok(()),
        status => bail!("apt-get {} failed ({status})", arguments.join(" ")),
    }
}
