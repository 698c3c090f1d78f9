//! The suites of `cargo xtask soak`: `suites.txt` has a line for each. What each promises, and its member in the quick command:
//! docs/reliability.md.

use anyhow::{Context, Result};

/// Tests that read their size from the environment, or that only a night has time for.
pub struct Suite {
    pub name: &'static str,
    /// What its first size counts.
    pub counts: &'static str,
    pub run: Kind,
    /// Variables with their sizes of a night.
    pub sizes: Vec<(&'static str, u32)>,
}

/// What a suite runs.
#[derive(Clone, Copy)]
pub enum Kind {
    /// Tests of a package: the target, and the beginning of their names.
    Tests { package: &'static str, target: &'static str, filter: &'static str },
    /// Schemathesis, for as many seconds as the size says.
    Schemathesis,
    /// All games of every generated client.
    Clients,
    /// All games in a browser.
    Browser,
}

/// Every long suite.
///
/// # Errors
/// A line of the table is no suite.
pub fn suites() -> Result<Vec<Suite>> {
    let lines = include_str!("suites.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| Suite::read(line).with_context(|| format!("suites.txt: '{line}'"))).collect()
}

impl Suite {
    fn read(line: &'static str) -> Option<Self> {
        let mut columns = line.split('|').map(str::trim);
        let (name, run) = (columns.next()?, columns.next()?);
        let size = |word: &'static str| {
            word.split_once('=').and_then(|(name, size)| Some((name, size.parse::<u32>().ok()?)))
        };
        let sizes = columns.next()?.split_whitespace().map(size).collect::<Option<_>>()?;
        let mut words = run.split_whitespace();
        let run = match (words.next()?, words.next()) {
            (package, Some(target)) => {
                Kind::Tests { package, target, filter: words.next().unwrap_or_default() }
            }
            ("schemathesis", None) => Kind::Schemathesis,
            ("clients", None) => Kind::Clients,
            ("browser", None) => Kind::Browser,
            _ => return None,
        };
        Some(Self { name, counts: columns.next().unwrap_or_default(), run, sizes })
    }

    /// The size that it has at night, where it has one.
    pub fn size(&self) -> Option<u32> {
        self.sizes.first().map(|(_, size)| *size)
    }

    /// As it is written on the command line.
    pub fn written(&self, size: Option<u32>) -> String {
        size.map_or_else(|| self.name.to_owned(), |size| format!("{}={size}", self.name))
    }
}
