//! `tapis report`: what some games say, on one page.

use std::io::{Write, stdout};
use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
use tapis_db::model::Json;
use tapis_games::locale::Language;
use tapis_lab::export::write_whole;
use tapis_lab::report::{Report, html, verdicts};
use tapis_lab::statistics::{Chosen, Summary};
use tapis_lab::{Luck, Simulation, seed_of};
use tapis_service::rulesets::Rulesets;
use tapis_solver::bots::Bot;
use tapis_solver::control::Control;
use tapis_solver::registry::Registry;

use super::play::{bar, written_to};
use super::stats::Which;
use crate::settings::within;

/// Writes a report on finished games, even while a service or a simulation runs: one self-contained HTML page. It begins with
/// what somebody asks who decides about the game; then come all verdicts in words, which are also printed, charts, tables,
/// methods and the commands to reproduce it.
#[derive(Debug, Args)]
pub(super) struct ReportArgs {
    #[command(flatten)]
    which: Which,
    /// The seed of the simulation, to print in the report; it is checked.
    #[arg(long)]
    seed: Option<String>,
    /// The file: its name ends in .html.
    #[arg(long)]
    to: PathBuf,
    /// Plays so many deals four times each, with the bots of the games, to measure how much of a result is luck.
    #[arg(long, value_parser = within(20_u64..=1_000_000))]
    luck: Option<u64>,
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
    written_to(Some(&args.to), "html", args.force)?;
    let (database, Chosen { question, options }) = args.which.find(games)?;
    let summary = question.summary(&database)?;
    let simulation =
        args.seed.as_deref().map(|words| simulation(words, &summary, &options, games)).transpose()?;
    let luck = args.luck.map(|deals| luck(deals, &summary, &options, games)).transpose()?;
    let report = Report {
        summary,
        luck,
        simulation,
        advantage: question.advantage(&database)?,
        features: question.features(&database, None)?,
        options,
        database: Some(args.which.database.to_string()),
        language: args.language,
    };
    write_whole(&args.to, html(&report).as_bytes(), args.force)?;
    let mut said = stdout().lock();
    verdicts(&report).iter().try_for_each(|verdict| writeln!(said, "{verdict}"))?;
    writeln!(said, "{}", args.to.display())?;
    Ok(())
}

/// How often a deal is played to measure luck.
const REPLAYS: u64 = 4;

/// How much of a result is luck, for the bots that played most of the games.
fn luck(deals: u64, summary: &Summary, options: &Json, games: &Registry) -> anyhow::Result<Luck> {
    let of = &summary.population;
    let lineup = summary.lineups.iter().max_by_key(|lineup| lineup.games);
    let bots =
        lineup.and_then(|of| of.lineup.split(',').map(|bot| bot.parse().ok()).collect::<Option<Vec<Bot>>>());
    let bots = bots.ok_or_else(|| anyhow!("--luck plays deals again: it needs games of bots alone"))?;
    let ruleset = Rulesets::new(games.clone()).by_options(&of.game, options.as_str())?;
    let simulation = Simulation::new(games, ruleset, &bots, seed_of(&of.source))?;
    let bar = bar(deals * REPLAYS * simulation.seatings() as u64);
    let luck =
        Luck::measure(&simulation, deals, REPLAYS, &Control::default(), &|played| bar.set_position(played))?;
    bar.finish_and_clear();
    Ok(luck)
}

/// The command that plays the games again. The source of simulated games is made of ruleset, line-up and seed: it tells whether
/// the seed is theirs.
fn simulation(words: &str, summary: &Summary, options: &Json, games: &Registry) -> anyhow::Result<String> {
    let of = &summary.population;
    let seed = seed_of(words);
    let ruleset = Rulesets::new(games.clone()).by_options(&of.game, options.as_str())?;
    let is_theirs = |lineup: &&str| {
        let bots: Result<Vec<Bot>, _> = lineup.split(',').map(str::parse).collect();
        let simulation = bots.ok().and_then(|bots| Simulation::new(games, ruleset.clone(), &bots, seed).ok());
        simulation.is_some_and(|simulation| simulation.source().to_string() == of.source)
    };
    let lineup = summary.lineups.iter().map(|lineup| lineup.lineup.as_str()).find(is_theirs);
    let lineup = lineup.ok_or_else(|| anyhow!("{} was not simulated with the seed '{words}'", of.source))?;
    Ok(format!(
        "tapis simulate --game {} --options {} --seats {lineup} --games {} --seed {}",
        of.game,
        quoted(options.as_str()),
        of.games,
        quoted(words)
    ))
}

/// One word for a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}
