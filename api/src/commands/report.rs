//! `tapis report`: what some games say, on one page.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use tapis_service::export::write_whole;
use tapis_service::language::Language;
use tapis_service::report::{Report, html, verdicts};
use tapis_service::statistics::Chosen;
use tapis_solver::registry::Registry;

use super::stats::Which;

/// Writes a report on finished games, also while a service or a simulation runs: one HTML page that needs nothing else. Verdicts
/// in words come first, and are printed; then charts, tables, methods and the commands that compute it again.
#[derive(Debug, Args)]
pub(super) struct ReportArgs {
    #[command(flatten)]
    which: Which,
    /// The file: its name ends in .html.
    #[arg(long)]
    to: PathBuf,
    /// The language: en or fr.
    #[arg(long, default_value = "en")]
    language: Language,
    /// Replaces a file of that name.
    #[arg(long)]
    force: bool,
}

/// Writes the report and prints its verdicts.
///
/// # Errors
/// The database cannot be read; it is not clear which games are meant; the file cannot be written. There is no file then.
pub(super) fn run(args: &ReportArgs, games: &Registry) -> anyhow::Result<()> {
    if !args.to.extension().is_some_and(|suffix| suffix.eq_ignore_ascii_case("html")) {
        bail!("{} does not end in .html", args.to.display());
    }
    let (database, Chosen { question, options }) = args.which.find(games)?;
    let report = Report {
        summary: question.summary(&database)?,
        features: question.features(&database, None)?,
        options,
        database: args.which.database.to_string(),
        language: args.language,
    };
    write_whole(&args.to, html(&report)?.as_bytes(), args.force)?;
    verdicts(&report).iter().for_each(|verdict| println!("{verdict}"));
    println!("{}", args.to.display());
    Ok(())
}
