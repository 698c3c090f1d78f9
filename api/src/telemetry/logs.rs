//! Logs.

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
    let lines = fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let done = match settings.format {
        LogFormat::Json => lines.json().flatten_event(true).try_init(),
        LogFormat::Text => lines.try_init(),
    };
    done.map_err(|error| anyhow::anyhow!("logs cannot be set up: {error}"))
}
