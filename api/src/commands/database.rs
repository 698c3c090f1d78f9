//! `tapis backup`, `tapis verify`, `tapis rebuild-statistics`: care of a database.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use tapis_db::model::RulesetRecord;
use tapis_db::{DatabaseUrl, StoreError};
use tapis_service::rulesets::of_record;

use crate::settings::Database;

/// Writes a complete copy of the database, including the seeds of running games, to a new file and syncs it. When it fails, no
/// file remains.
#[derive(Debug, Args)]
pub(super) struct BackupArgs {
    /// The new file.
    file: PathBuf,
    #[command(flatten)]
    database: Database,
}

/// Writes the copy.
///
/// # Errors
/// There is such a file, or the database cannot be read; there is no copy then.
pub(super) fn backup(args: &BackupArgs) -> anyhow::Result<()> {
    let (from, to) = (&args.database.url, args.file.display());
    let database = from.open_read_only().with_context(|| format!("cannot read {from}"))?;
    database.back_up(&args.file).with_context(|| format!("cannot back up {from} to {to}"))?;
    let bytes = std::fs::metadata(&args.file)?.len();
    println!("{to}: a complete copy of {from}, {bytes} bytes");
    println!("Keep {from}.secret with it: without it the tokens of its games are worthless.");
    Ok(())
}

/// Checks the structure of a database, that every row can be read, every hash of every game, the rules, and the statistics against the
/// results, and prints what was found. It only reads, and may run beside the service. The exit status is 0 when nothing is damaged, 1
/// otherwise.
///
/// # Errors
/// The database cannot be read. Damage is no error but a finding.
pub(super) fn verify(url: &DatabaseUrl) -> anyhow::Result<ExitCode> {
    let mut report = url.verify().with_context(|| format!("cannot check {url}"))?;
    report.findings.extend(changed_rules(url).with_context(|| format!("cannot check {url}"))?);
    report.findings.iter().for_each(|finding| println!("damaged: {finding}"));
    let checked = format!("{} games with {} events, {} results", report.games, report.events, report.results);
    if report.is_sound() {
        println!("{url}: {checked}; nothing is damaged");
        return Ok(ExitCode::SUCCESS);
    }
    println!("{url}: {checked}; {} findings", report.findings.len());
    Ok(ExitCode::FAILURE)
}

/// Which rulesets are not what their hashes say.
fn changed_rules(url: &DatabaseUrl) -> Result<Vec<String>, StoreError> {
    let changed = |ruleset: &RulesetRecord| {
        of_record(ruleset).err().map(|error| format!("ruleset {}: {error}", ruleset.hash))
    };
    match url.rulesets() {
        // The check has said so.
        Err(StoreError::Corrupt(_)) => Ok(Vec::new()),
        rulesets => Ok(rulesets?.iter().filter_map(changed).collect()),
    }
}

/// Computes the statistics anew.
///
/// # Errors
/// The service runs on the database, or it cannot be read or written; the statistics are as before then.
pub(super) fn rebuild_statistics(url: &DatabaseUrl) -> anyhow::Result<()> {
    let store = url.open_existing().with_context(|| format!("cannot use the database {url}"))?;
    store.rebuild_rollups().with_context(|| format!("cannot compute the statistics of {url} anew"))?;
    store.close()?;
    println!("{url}: all statistics were computed anew from the results");
    Ok(())
}
