//! Logs.

use std::io::IsTerminal;

use anyhow::Context;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt;

use crate::settings::{LogFormat, Logging};

/// Sends log lines to standard error.
///
/// # Errors
/// The filter does not parse, or logs were set up before.
pub fn init(settings: &Logging) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(&settings.filter).context("the log filter cannot be read")?;
    let at_terminal = std::io::stderr().is_terminal();
    let lines = fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let usual = if at_terminal { LogFormat::Text } else { LogFormat::Json };
    let done = match settings.format.unwrap_or(usual) {
        LogFormat::Json => lines.json().flatten_event(true).try_init(),
        LogFormat::Text => lines.with_ansi(at_terminal && colours_are_welcome()).try_init(),
    };
    done.map_err(|error| anyhow::anyhow!("logs cannot be set up: {error}"))
}

/// See <https://no-color.org>.
fn colours_are_welcome() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
