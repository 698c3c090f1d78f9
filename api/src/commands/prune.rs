//! `tapis prune`: deletes what is old and gives its space back.

use anyhow::Context;
use clap::Args;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use tapis_db::model::{Prune, Pruned, Shrunk, Time};
use tapis_games::locale::said;

use crate::settings::Database;

/// Deletes games that ended before a day, with their logs. They can no longer be read or replayed. Their results stay in the
/// statistics. The service must not run, except with `--dry-run`. See docs/retention.md.
#[derive(Debug, Args)]
pub(super) struct PruneArgs {
    /// Delete only what ended, or had its last event, before this day (UTC): 2026-01-31.
    #[arg(long, value_parser = day)]
    before: Date,
    /// Also delete unfinished games without a later event.
    #[arg(long)]
    unfinished: bool,
    /// Also delete experiments that are over, with the results of simulated games that no other experiment can refer to.
    #[arg(long)]
    experiments: bool,
    /// Also delete rulesets that no game, result or experiment refers to, however new.
    #[arg(long)]
    rulesets: bool,
    /// Only print what would be deleted; the service may run.
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    database: Database,
}

fn day(text: &str) -> Result<Date, String> {
    text.parse().map_err(|_| said("day").to_string())
}

/// Deletes what is old and says what it was.
///
/// # Errors
/// The service runs, or the database cannot be read or written; what was deleted until then stays deleted.
pub(super) fn run(args: &PruneArgs) -> anyhow::Result<()> {
    let url = &args.database.url;
    let before = args.before.to_zoned(TimeZone::UTC).context("there is no such day")?.timestamp();
    let what = Prune {
        before: Time::from(before),
        unfinished: args.unfinished,
        experiments: args.experiments,
        rulesets: args.rulesets,
    };
    if args.dry_run {
        let would = url.would_prune(what).with_context(|| format!("cannot read {url}"))?;
        println!("{url}: would delete {}; nothing was changed", text(&would));
        return Ok(());
    }
    let (pruned, shrunk) = url.prune(what).with_context(|| format!("cannot prune {url}"))?;
    println!("{url}: deleted {}", text(&pruned));
    let Some(Shrunk { before, now, missing }) = shrunk else {
        println!(
            "{url}: what was freed is used again once the server has cleaned up; VACUUM FULL gives it back"
        );
        return Ok(());
    };
    match missing {
        None => println!("{url}: {before} bytes before, {now} bytes now"),
        Some(bytes) => println!(
            "{url}: still {now} bytes: to shrink it takes {bytes} free bytes; what was freed in it is used again"
        ),
    }
    Ok(())
}

fn text(pruned: &Pruned) -> String {
    let Pruned { games, events, experiments, chunks, results, rulesets, ratings } = pruned;
    format!(
        "{games} games with {events} events, {experiments} experiments with {chunks} chunks, \
         {results} results of simulated games, {rulesets} rulesets, {ratings} ratings of players"
    )
}
