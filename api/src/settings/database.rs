//! Where games are kept.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

/// The database.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Database")]
pub struct Database {
    /// `sqlite:<path>`; `sqlite::memory:` keeps everything in memory and forgets it at the end.
    #[arg(long = "database", env = "TAPIS_DATABASE", default_value = "sqlite:tapis.db")]
    pub url: DatabaseUrl,
}

impl Database {
    /// Whether there is something at its place: a database that was served before.
    pub fn is_there(&self) -> bool {
        match &self.url {
            DatabaseUrl::Sqlite(path) => std::fs::metadata(path).is_ok_and(|file| file.len() > 0),
            DatabaseUrl::Memory => false,
        }
    }
}

/// Which engine, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DatabaseUrl {
    /// A SQLite file.
    Sqlite(PathBuf),
    /// A SQLite database in memory.
    Memory,
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => write!(f, "sqlite:{}", path.display()),
            Self::Memory => f.write_str("sqlite::memory:"),
        }
    }
}

impl FromStr for DatabaseUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.strip_prefix("sqlite:") {
            Some(":memory:") => Ok(Self::Memory),
            Some(path) if !path.is_empty() => Ok(Self::Sqlite(PathBuf::from(path))),
            _ => Err("expected sqlite:<path> or sqlite::memory:".to_owned()),
        }
    }
}
