//! Logs.

use std::io::IsTerminal;

use anyhow::Context;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::settings::{LogFormat, Logging};

/// Sends log lines to standard error.
///
/// # Errors
/// The filter does not parse, or logs were set up before.
pub fn init(settings: &Logging) -> anyhow::Result<()> {
    let filter = settings.filter.parse::<Targets>().context("the log filter cannot be read")?;
    let at_terminal = std::io::stderr().is_terminal();
    let kept = tracing_subscriber::registry().with(filter);
    let lines = fmt::layer().with_writer(std::io::stderr);
    let usual = if at_terminal { LogFormat::Text } else { LogFormat::Json };
    let done = match settings.format.unwrap_or(usual) {
        LogFormat::Json => kept.with(lines.json().flatten_event(true)).try_init(),
        LogFormat::Text => kept.with(lines.with_ansi(at_terminal && colours_are_welcome())).try_init(),
    };
    done.map_err(|error| anyhow::anyhow!("logs cannot be set up: {error}"))
}

/// See <https://no-color.org>.
fn colours_are_welcome() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
