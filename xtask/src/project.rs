//! The folders of the project, and commands that run at its top folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

/// The top folder of the workspace.
pub fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask).to_owned()
}

/// The games of this project.
pub const BUILT_IN: [&str; 4] = ["malin", "parbourg", "richelieu", "sept-blasons"];

/// The names of all games: the folders of `examples/`, and those of this project.
pub fn games(root: &Path) -> Vec<String> {
    let folders = std::fs::read_dir(root.join("examples")).into_iter().flatten().flatten();
    let folders = folders.filter(|folder| folder.path().join("Cargo.toml").is_file());
    let mut games: Vec<String> =
        folders.map(|folder| folder.file_name().to_string_lossy().into_owned()).collect();
    games.extend(BUILT_IN.map(str::to_owned));
    games.sort();
    games
}

/// The target folder of cargo. Our commands write their files there, too.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// `cargo` with these arguments, at the top folder.
pub fn cargo<const N: usize>(arguments: [&str; N]) -> Command {
    // Cargo sets the variable to the very program that runs us.
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = command(program, arguments);
    // What is kept to build on takes a third of the disk, and half as much time again.
    command.env("CARGO_INCREMENTAL", "0");
    // What cargo says of this package to this program would make build scripts run again that look at it.
    for (name, _) in std::env::vars_os() {
        if ["CARGO_PKG_", "CARGO_MANIFEST_"].iter().any(|of| name.to_string_lossy().starts_with(of)) {
            command.env_remove(name);
        }
    }
    command
}

/// A program with these arguments, at the top folder.
pub fn command<const N: usize>(program: impl AsRef<std::ffi::OsStr>, arguments: [&str; N]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    command
}

/// The files below a folder, by path from there.
///
/// # Errors
/// One that cannot be read.
pub fn files(folder: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder)?.flatten() {
        let name = PathBuf::from(entry.file_name());
        if entry.file_type()?.is_dir() {
            found.extend(files(&entry.path())?.into_iter().map(|(path, bytes)| (name.join(path), bytes)));
        } else {
            found.insert(name, std::fs::read(entry.path())?);
        }
    }
    Ok(found)
}
