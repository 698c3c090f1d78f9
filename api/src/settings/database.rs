//! Where games are kept.

use clap::Args;
use tapis_db::DatabaseUrl;

use super::hushed;

/// The database.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Database")]
pub struct Database {
    /// `sqlite:<path>`; `sqlite::memory:` keeps everything in memory and forgets it at the end; `postgres://user:password@host/database`
    /// is a PostgreSQL database.
    #[arg(long = "database", env = "TAPIS_DATABASE", hide_env_values = true, default_value = "sqlite:tapis.db", value_parser = hushed::<DatabaseUrl>())]
    pub url: DatabaseUrl,
}

impl Database {
    /// Whether there is something at its place: a database that was served before.
    pub fn is_there(&self) -> bool {
        match &self.url {
            DatabaseUrl::Sqlite(path) => std::fs::metadata(path).is_ok_and(|file| file.len() > 0),
            DatabaseUrl::Memory | DatabaseUrl::Postgres(_) => false,
        }
    }
}
