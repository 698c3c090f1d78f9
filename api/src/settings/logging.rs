//! Logs.

use clap::{Args, ValueEnum};

/// What is logged, and how. Tokens and anything hidden in a game are never logged.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Logging")]
pub struct Logging {
    /// The filter of log lines, as in `info` or `tapis_api=debug,info`.
    #[arg(long = "log", env = "TAPIS_LOG", default_value = "info")]
    pub filter: String,
    /// The format of log lines. Default: text at a terminal, otherwise JSON, one object a line.
    #[arg(long = "log-format", env = "TAPIS_LOG_FORMAT", value_enum)]
    pub format: Option<LogFormat>,
}

/// The form of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// One JSON object a line.
    Json,
    /// For people.
    Text,
}
