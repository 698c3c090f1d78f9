//! The environment that our commands run in. What the person who runs them has installed or set up for themselves neither
//! helps nor harms: home, caches and language are the project's own. How a machine reaches its package registries, and
//! where cargo and rustup keep what they have, stays.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::project::target;
use crate::python;

type Variables = BTreeMap<OsString, OsString>;

/// Beginnings of the names of variables that point to what lies outside, or change what programs do.
const LEFT_OUT: [&str; 9] =
    ["XDG_", "PYTHON", "VIRTUAL_ENV", "NODE_PATH", "NODE_OPTIONS", "FONTCONFIG_", "LC_", "LANG", "PG"];

/// Folders in a home that stay where they are, by the variable that says so. The first two always; the others are version
/// managers, whose programs would not find what they manage.
const KEPT: [(&str, &str); 6] = [
    ("CARGO_HOME", ".cargo"),
    ("RUSTUP_HOME", ".rustup"),
    ("PYENV_ROOT", ".pyenv"),
    ("VOLTA_HOME", ".volta"),
    ("ASDF_DATA_DIR", ".asdf"),
    ("MISE_DATA_DIR", ".local/share/mise"),
];

/// Files of a home that say how package registries are reached.
const SETTINGS: [&str; 3] = [".npmrc", ".netrc", ".pip/pip.conf"];

/// Runs this program once more in an environment of its own, unless it already is.
///
/// # Errors
/// The home cannot be made, or the program cannot be run again.
pub fn enter() -> Result<()> {
    let target = std::path::absolute(target())?;
    let (home, outside) = (home(&target), std::env::vars_os().collect());
    if std::env::var_os("HOME").is_some_and(|now| now == home) {
        return Ok(());
    }
    lend_settings(&outside, &home).with_context(|| format!("{} cannot be made", home.display()))?;
    let mut again = Command::new(std::env::current_exe()?);
    again.args(std::env::args_os().skip(1)).env_clear().envs(inside(outside, &target));
    Err(again.exec()).context("cargo xtask cannot be run in an environment of its own")
}

fn home(target: &Path) -> PathBuf {
    target.join("home")
}

/// The variables inside, of those outside.
fn inside(mut variables: Variables, target: &Path) -> Variables {
    let before = variables.get(OsStr::new("HOME")).map(PathBuf::from);
    variables.retain(|name, _| {
        let name = name.to_string_lossy().to_uppercase();
        !LEFT_OUT.iter().any(|of| name.starts_with(of)) && name != "NPM_CONFIG_CACHE"
    });
    for (at, (name, folder)) in KEPT.into_iter().enumerate() {
        let kept = before.as_ref().map(|before| before.join(folder));
        if let Some(kept) = kept.filter(|kept| at < 2 || kept.is_dir()) {
            variables.entry(name.into()).or_insert(kept.into());
        }
    }
    let home = home(target);
    let path = variables.get(OsStr::new("PATH")).cloned().unwrap_or_default();
    let first = std::iter::once(python::node(target)).chain(std::env::split_paths(&path));
    let path = std::env::join_paths(first).unwrap_or(path);
    let own: [(&str, OsString); 5] = [
        ("PATH", path),
        ("LC_ALL", "C.UTF-8".into()),
        ("npm_config_cache", home.join("npm").into()),
        ("PIP_CACHE_DIR", home.join("pip").into()),
        ("HOME", home.into()),
    ];
    variables.extend(own.map(|(name, value)| (name.into(), value)));
    variables
}

/// Links from a home to the settings of another that say how package registries are reached.
fn lend_settings(outside: &Variables, home: &Path) -> Result<()> {
    std::fs::create_dir_all(home)?;
    let Some(before) = outside.get(OsStr::new("HOME")).map(PathBuf::from) else { return Ok(()) };
    let config = outside.get(OsStr::new("XDG_CONFIG_HOME"));
    let config = config.map_or_else(|| before.join(".config"), PathBuf::from);
    let pip = (config.join("pip/pip.conf"), home.join(".config/pip/pip.conf"));
    for (from, to) in SETTINGS.map(|file| (before.join(file), home.join(file))).into_iter().chain([pip]) {
        let _ = std::fs::remove_file(&to);
        if from.is_file() {
            to.parent().map(std::fs::create_dir_all).transpose()?;
            std::os::unix::fs::symlink(from, to)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::ffi::{OsStr, OsString};
    use std::path::Path;

    use super::{Variables, inside, lend_settings};

    fn variables(pairs: &[(&str, &str)]) -> Variables {
        pairs.iter().map(|(name, value)| (name.into(), value.into())).collect()
    }

    #[test]
    fn what_lies_in_a_home_does_not_help() {
        let outside = variables(&[
            ("HOME", "/home/ada"),
            ("PATH", "/usr/bin:/bin"),
            ("XDG_DATA_HOME", "/home/ada/data"),
            ("PYTHONPATH", "/home/ada/python"),
            ("NODE_PATH", "/home/ada/node"),
            ("FONTCONFIG_FILE", "/home/ada/fonts.conf"),
            ("LANG", "fr_FR.UTF-8"),
            ("LC_COLLATE", "fr_FR.UTF-8"),
            ("PGHOST", "elsewhere"),
            ("NPM_CONFIG_CACHE", "/home/ada/npm"),
            ("PIP_CACHE_DIR", "/home/ada/pip"),
        ]);
        let inside = inside(outside, Path::new("/project/target"));
        for (name, value) in &inside {
            let kept = ["CARGO_HOME", "RUSTUP_HOME"].map(OsStr::new).contains(&name.as_os_str());
            assert_eq!(kept, value.to_string_lossy().contains("/home/ada"), "{name:?} {value:?}");
        }
        let of = |name: &str| inside.get(OsStr::new(name)).map(|value| value.to_string_lossy().into_owned());
        assert_eq!(of("HOME").as_deref(), Some("/project/target/home"));
        assert_eq!(of("CARGO_HOME").as_deref(), Some("/home/ada/.cargo"));
        assert_eq!(of("npm_config_cache").as_deref(), Some("/project/target/home/npm"));
        assert_eq!(of("LC_ALL").as_deref(), Some("C.UTF-8"));
        assert!(of("PATH").is_some_and(|path| path == "/project/target/python/node:/usr/bin:/bin"));
        for gone in ["LANG", "LC_COLLATE", "PGHOST", "NODE_PATH", "PYTHONPATH", "FONTCONFIG_FILE"] {
            assert_eq!(of(gone), None, "{gone}");
        }
    }

    #[test]
    fn ways_to_registries_and_homes_of_cargo_stay() {
        let kept = [
            ("CARGO_HOME", "/opt/cargo"),
            ("PIP_INDEX_URL", "https://mirror.invalid/simple"),
            ("NPM_CONFIG_REGISTRY", "https://mirror.invalid/npm"),
            ("npm_config_cafile", "/etc/mirror.pem"),
            ("HTTPS_PROXY", "http://proxy.invalid"),
            ("NODE_EXTRA_CA_CERTS", "/etc/mirror.pem"),
            ("TAPIS_KILLS", "1000"),
        ];
        let inside = inside(variables(&[&kept[..], &[("HOME", "/home/ada")]].concat()), Path::new("/t"));
        for (name, value) in kept {
            assert_eq!(inside.get(OsStr::new(name)), Some(&OsString::from(value)), "{name}");
        }
    }

    #[test]
    fn settings_of_registries_are_lent_and_nothing_else() {
        let place = tempfile::tempdir().unwrap();
        let (before, home) = (place.path().join("before"), place.path().join("home"));
        let files = [".npmrc", ".netrc", ".config/pip/pip.conf", ".fonts/wide.ttf", ".bashrc"];
        for file in files {
            std::fs::create_dir_all(before.join(file).parent().unwrap()).unwrap();
            std::fs::write(before.join(file), file).unwrap();
        }
        let outside = variables(&[("HOME", before.to_str().unwrap())]);
        for _ in 0..2 {
            lend_settings(&outside, &home).unwrap();
            let there =
                files.map(|file| std::fs::read_to_string(home.join(file)).is_ok_and(|text| text == file));
            assert_eq!(there, [true, true, true, false, false]);
        }
        std::fs::remove_file(before.join(".npmrc")).unwrap();
        lend_settings(&outside, &home).unwrap();
        assert!(home.join(".npmrc").symlink_metadata().is_err(), "a setting that is gone is gone here, too");
    }
}
