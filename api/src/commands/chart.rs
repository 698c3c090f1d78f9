//! `tapis chart`: statistics drawn, without a service.

use std::io::{Write, stdout};
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use tapis_games::locale::Language;
use tapis_lab::chart::{Chart, of_statistics, svg};
use tapis_lab::export::write_whole;
use tapis_lab::statistics::Chosen;
use tapis_solver::registry::Registry;

use super::play::written_to;
use super::stats::Which;
use crate::routes::statistics::ChartOf;

/// Draws statistics as SVG with their intervals, even while a service or a simulation runs.
#[derive(Debug, Args)]
pub(super) struct ChartArgs {
    #[command(flatten)]
    which: Which,
    /// What to draw.
    #[arg(long, value_enum)]
    of: ChartOf,
    /// For features: draw all values of this feature; when absent, the largest lifts of all.
    #[arg(long)]
    feature: Option<String>,
    /// The file: its name ends in .svg.
    #[arg(long)]
    to: PathBuf,
    /// The language: en or fr.
    #[arg(long, default_value = "en")]
    language: Language,
    /// Replaces a file of that name.
    #[arg(long)]
    force: bool,
}

/// Writes the chart and says in words what it shows.
///
/// # Errors
/// The database cannot be read; it is not clear which games are meant; there is no such feature; the file cannot be written.
/// There is no file then.
pub(super) fn run(args: &ChartArgs, games: &Registry) -> anyhow::Result<()> {
    written_to(Some(&args.to), "svg", args.force)?;
    if args.feature.is_some() && args.of != ChartOf::Features {
        bail!("--feature goes with --of features");
    }
    let chart = chart(args, games)?;
    write_whole(&args.to, svg::draw(&chart, "chart", args.language).as_bytes(), args.force)?;
    let mut said = stdout().lock();
    writeln!(said, "{}\n{}\n{}", chart.title, chart.description(args.language), args.to.display())?;
    Ok(())
}

fn chart(args: &ChartArgs, games: &Registry) -> anyhow::Result<Chart> {
    let (database, Chosen { question, .. }) = args.which.find(games)?;
    let summary = || question.summary(&database);
    Ok(match args.of {
        ChartOf::Seats => of_statistics::seats(&summary()?, args.language),
        ChartOf::Length => of_statistics::length(&summary()?, args.language),
        ChartOf::Score => of_statistics::score(&summary()?, args.language),
        ChartOf::Features => {
            let features = question.known_features(&database, args.feature.as_deref())?;
            of_statistics::features(&features, args.language)
        }
    })
}
