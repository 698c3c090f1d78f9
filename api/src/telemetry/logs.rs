//! Logs.

use std::io::IsTerminal;

use anyhow::Context;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::settings::Logging;

/// Sends log lines to standard error.
///
/// # Errors
/// The filter does not parse, or logs were set up before.
pub fn init(settings: &Logging) -> anyhow::Result<()> {
    let filter = kept(&settings.filter)?;
    let at_terminal = std::io::stderr().is_terminal();
    let registry = tracing_subscriber::registry().with(filter);
    let lines = fmt::layer().with_writer(std::io::stderr);
    let done = if at_terminal {
        registry.with(lines.with_ansi(colours_are_welcome())).try_init()
    } else {
        registry.with(lines.json().flatten_event(true)).try_init()
    };
    done.map_err(|error| anyhow::anyhow!("logs cannot be set up: {error}"))
}

/// Which lines are kept. Whatever is asked for, those of statements are not, which have every value that is written to PostgreSQL: seeds
/// of games that go on, and ids of players.
fn kept(filter: &str) -> anyhow::Result<Targets> {
    let filter = filter.parse::<Targets>().context("the log filter cannot be read")?;
    Ok(filter.with_target("tokio_postgres::query", LevelFilter::OFF))
}

/// See <https://no-color.org>.
fn colours_are_welcome() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

#[cfg(test)]
mod tests {
    use tracing::Level;

    use super::*;

    #[test]
    fn no_filter_shows_the_values_of_statements() {
        for filter in ["debug", "trace", "tokio_postgres=trace", "tokio_postgres::query=trace,info"] {
            let kept = kept(filter).unwrap();
            assert!(!kept.would_enable("tokio_postgres::query", &Level::DEBUG), "{filter}");
            assert!(kept.would_enable("tokio_postgres::connection", &Level::INFO), "{filter}");
        }
    }
}
