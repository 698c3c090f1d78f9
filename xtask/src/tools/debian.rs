//! Packages of Debian and its kin.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

/// Whether this machine lets us install packages.
///
/// # Errors
/// It has no apt-get, or this user is not root and has no sudo that asks no password.
pub fn may_install() -> Result<()> {
    let works = |words: &[&str]| {
        let mut command = Command::new(words[0]);
        let quiet =
            command.args(&words[1..]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        quiet.status().is_ok_and(|status| status.success())
    };
    ensure!(works(&["apt-get", "--version"]), "there is no apt-get here");
    let may = is_root() || works(&["sudo", "--non-interactive", "apt-get", "--version"]);
    ensure!(may, "only root may install packages, and sudo asks for a password or is not there");
    Ok(())
}

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
    let root = is_root();
    let program = if root { "apt-get" } else { "sudo" };
    let mut command = Command::new(program);
    if !root {
        command.args(["--non-interactive", "apt-get"]);
    }
    let status =
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null()).status();
    match status.with_context(|| format!("{program} cannot be started"))? {
        status if status.success() => Ok(()),
        status => bail!("apt-get {} failed ({status}): is there a network?", arguments.join(" ")),
    }
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
