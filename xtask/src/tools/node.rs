//! Node.js from the npm registry, for machines whose own is too old.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::clients::copy;
use crate::own;
use crate::project::{root, target};

/// Where its programs lie. Our commands look there first, see [`own`]. The npm of Debian 12 makes no link to the program of a
/// package that may be left out.
pub fn programs() -> [PathBuf; 2] {
    let processor = match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    };
    let modules = place().join("node_modules");
    [modules.join(format!("node-linux-{processor}/bin")), modules.join(".bin")]
}

fn place() -> PathBuf {
    target().join("node")
}

/// Installs node and npm, as `xtask/node` locks them, under `target/`. Nothing of the system is changed.
///
/// # Errors
/// There is no npm to begin with, or it fails.
pub fn install() -> Result<()> {
    copy(&root().join("xtask/node"), &place())?;
    let mut npm = Command::new("npm");
    npm.args(["ci", "--no-audit", "--no-fund", "--include=optional", "--loglevel=error"])
        .current_dir(place());
    // The npm of the machine: one that lies in the folder would be replaced while it runs.
    let path = std::env::var_os("PATH").unwrap_or_default();
    let others = std::env::split_paths(&path).filter(|folder| !programs().contains(folder));
    npm.env("PATH", std::env::join_paths(others)?);
    own::succeed(npm).context("npm cannot install the packages that xtask/node names")
}
