//! Where games are kept.

use std::path::{Path, PathBuf};

use clap::Args;
use tapis_db::DatabaseUrl;

/// The database.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Database")]
pub struct Database {
    /// `sqlite:<path>`; `sqlite::memory:` keeps everything in memory and forgets it at the end; `postgres://user:password@host/database`
    /// is a PostgreSQL database.
    #[arg(
        long = "database",
        env = "TAPIS_DATABASE",
        hide_env_values = true,
        default_value = "sqlite:tapis.db"
    )]
    pub url: DatabaseUrl,
}

impl Database {
    /// Whether there is a database at its place for whose games tokens may have been given out. One of simulations alone has none.
    pub fn was_served(&self) -> bool {
        match &self.url {
            DatabaseUrl::Sqlite(path) => {
                let is_there = std::fs::metadata(path).is_ok_and(|file| file.len() > 0);
                // With its secret beside it there is nothing to look up.
                let has_secret = || beside(path, "secret").exists();
                let may_have = || self.url.open_read_only().map_or(true, |of| of.may_have_tokens());
                is_there && (has_secret() || may_have())
            }
            DatabaseUrl::Memory | DatabaseUrl::Postgres(_) => false,
        }
    }
}

/// The path of a file beside the database.
pub(super) fn beside(database: &Path, what: &str) -> PathBuf {
    let mut path = database.to_owned().into_os_string();
    path.push(format!(".{what}"));
    PathBuf::from(path)
}
