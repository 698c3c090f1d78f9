//! `tapis experiment FILE`: compares arms on the same deals.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
use serde::Serialize;
use tapis_db::{DatabaseUrl, Store};
use tapis_games::locale::{Language, unread_json};
use tapis_lab::chart::{of_experiment, svg};
use tapis_lab::export::write_whole;
use tapis_lab::report::experiment_html;
use tapis_lab::{Equipment, Experiment, LabError, Outcome, Plan, ask, conduct, reported, seed_of, told};
use tapis_service::rulesets::Rulesets;
use tapis_service::sources::Sources;
use tapis_solver::registry::Registry;
use tapis_solver::simulation::SimulationError;

use super::play::{PlayArgs, bar, print, read, written_to};

/// Rows of facts recorded in one transaction: nobody waits beside it.
const ROWS_A_TRANSACTION: usize = 65_536;

/// Plays arms (rulesets with line-ups) on the same deals and compares them. The file is JSON, see docs/lab.md. Repeat an
/// interrupted command to continue it.
#[derive(Debug, Args)]
pub(super) struct ExperimentArgs {
    /// The experiment, as `POST /v1/experiments` takes it: game, arms, games, metric, …
    file: PathBuf,
    /// 64 hex digits, or any words, which are hashed, instead of the seed of the file. The same seed gives the same games.
    #[arg(long)]
    seed: Option<String>,
    /// The language of the output: en or fr.
    #[arg(long, default_value = "en")]
    language: Language,
    /// Also writes what came of it as one self-contained HTML page; the name ends in .html.
    #[arg(long)]
    report: Option<PathBuf>,
    /// Also draws the differences between the arms, or the only arm, with the intervals of the stopping rule; the name ends in .svg.
    #[arg(long)]
    chart: Option<PathBuf>,
    /// Replaces files of these names.
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    play: PlayArgs,
}

/// The result as JSON.
#[derive(Serialize)]
struct ExperimentDocument {
    id: String,
    /// Lower-case hex.
    seed: String,
    #[serde(flatten)]
    outcome: Outcome,
}

/// Plays the experiment and prints what came of it; a progress bar goes to the standard error output.
///
/// # Errors
/// What is wrong with the file, with its place; the database cannot be used; a game could not be played.
pub(super) fn run(args: &ExperimentArgs, games: &Registry) -> anyhow::Result<()> {
    written_to(args.report.as_deref(), "html", args.force)?;
    written_to(args.chart.as_deref(), "svg", args.force)?;
    let plan = plan(args)?;
    let rulesets = Rulesets::new(games.clone());
    // Before the database is made or brought up to date; it alone has the rulesets that are named by their hash.
    if plan.arms.iter().all(|arm| arm.ruleset.is_none()) {
        planned(args, &plan, &rulesets, &*DatabaseUrl::Memory.open()?)?;
    }
    let (pool, control) = (args.play.threads.pool()?, args.play.control()?);
    let store = args.play.store()?;
    let plan = plan.among(&rulesets, &*store)?;
    let experiment = planned(args, &plan, &rulesets, &*store)?;
    experiment.warnings(args.language).iter().for_each(|warning| eprintln!("{warning}"));
    let bar = bar(experiment.games());
    let clock = Sources::system(games.clone()).clock;
    let with = Equipment {
        store: &*store,
        clock: &*clock,
        control: &control,
        rows_a_transaction: ROWS_A_TRANSACTION,
        gives_way: &|| false,
    };
    ask(&experiment, &*store, &*clock)?;
    let ran = pool.install(|| conduct(&experiment, with, &|played, _| bar.set_position(played)));
    bar.finish_and_clear();
    let outcome = match ran {
        Err(LabError::Game(SimulationError::Cancelled)) => {
            eprintln!("ended early; the same command goes on");
            experiment.outcome_of(&store.experiment_chunks(experiment.id())?)
        }
        ran => ran?,
    };
    write_files(args, &experiment, &*store)?;
    store.close()?;
    let document = ExperimentDocument {
        id: experiment.id().to_owned(),
        seed: hex::encode(seed_of(&plan.seed)),
        outcome,
    };
    print(&document, args.play.json, || text(&document, &plan, args))
}

/// The experiment of a plan, or what is wrong with it.
fn planned(
    args: &ExperimentArgs,
    plan: &Plan,
    rulesets: &Rulesets,
    store: &dyn Store,
) -> anyhow::Result<Experiment> {
    let of_texts = plan.faults_of_texts();
    let experiment = if of_texts.is_empty() { Experiment::new(plan, rulesets, store) } else { Err(of_texts) };
    experiment.map_err(|faults| {
        let faults: Vec<_> =
            faults.iter().map(|fault| format!("{}: {}", fault.pointer, fault.detail)).collect();
        anyhow!("{}: {}", args.file.display(), faults.join("; "))
    })
}

/// Writes the page and the chart that are asked for.
fn write_files(args: &ExperimentArgs, experiment: &Experiment, store: &dyn Store) -> anyhow::Result<()> {
    let Some(report) = reported(experiment, store)? else { return Ok(()) };
    if let Some(file) = &args.report {
        write_whole(file, experiment_html(&report, args.language).as_bytes(), args.force)?;
    }
    if let Some(file) = &args.chart {
        let drawn = svg::draw(&of_experiment::main(&report, args.language), "chart", args.language);
        write_whole(file, drawn.as_bytes(), args.force)?;
    }
    Ok(())
}

fn plan(args: &ExperimentArgs) -> anyhow::Result<Plan> {
    let (file, text) = (args.file.display(), read(&args.file)?);
    let mut reader = serde_json::Deserializer::from_str(&text);
    let plan: Plan = serde_path_to_error::deserialize(&mut reader)
        .map_err(|error| anyhow!("{file}: at {}: {}", error.path(), unread_json(&text, error.inner())))?;
    reader.end().map_err(|error| anyhow!("{file}: {}", unread_json(&text, &error)))?;
    Ok(Plan { seed: args.seed.clone().unwrap_or_else(|| plan.seed.clone()), ..plan })
}

fn text(document: &ExperimentDocument, plan: &Plan, args: &ExperimentArgs) -> Vec<String> {
    let seed = told::seed(&document.seed, args.language);
    let mut lines = vec![format!("{}, {seed}", document.outcome.metric)];
    lines.extend(document.outcome.in_words(plan, args.language));
    let colon = args.language.colon();
    lines.extend(document.outcome.arms.iter().map(|arm| format!("{}{colon} {}", arm.name, arm.source)));
    lines
}
