//! Logs.

use clap::Args;

/// What is logged, and how. Tokens and anything hidden in a game are never logged.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Logging")]
pub struct Logging {
    /// The filter of log lines, as in `info` or `tapis_api=debug,info`. Lines are text at a terminal, otherwise JSON, one object a line.
    #[arg(long = "log", env = "TAPIS_LOG", default_value = "info")]
    pub filter: String,
}
