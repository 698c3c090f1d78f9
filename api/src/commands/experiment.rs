//! `tapis experiment FILE`: compares arms on the same deals.

use std::io::{Write, stdout};
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use serde::Serialize;
use tapis_db::DatabaseUrl;
use tapis_service::lab::{Comparison, Experiment, Interval, Outcome, Plan, Verdict};
use tapis_service::sources::Sources;
use tapis_solver::control::Control;
use tapis_solver::registry::Registry;

use super::arena::{bar, seed};

/// Plays arms (rulesets with line-ups) on the same deals and compares them. The file is JSON, see docs/lab.md. The same command goes
/// through games that were recorded before once more and counts none twice.
#[derive(Debug, Args)]
pub(super) struct ExperimentArgs {
    /// The experiment: game, arms, games, metric, minimum_effect, confidence, stop.
    file: PathBuf,
    /// 64 hex digits, or any words, which are hashed. The same seed gives the same games.
    #[arg(long, default_value = "tapis")]
    seed: String,
    /// Worker threads; 0 for one a core. Never changes the result.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
    /// Where the results are recorded: `sqlite:<path>`. A service must not run on it.
    #[arg(long, default_value = "sqlite:lab.db")]
    database: DatabaseUrl,
    /// Prints the result as JSON.
    #[arg(long)]
    json: bool,
}

/// The result as JSON.
#[derive(Serialize)]
struct Document {
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
    let plan = plan(args)?;
    let seed = seed(Some(&args.seed))?;
    let experiment = Experiment::new(&plan, games, seed).map_err(|faults| {
        let faults: Vec<_> =
            faults.iter().map(|fault| format!("{}: {}", fault.pointer, fault.detail)).collect();
        anyhow::anyhow!("{}: {}", args.file.display(), faults.join("; "))
    })?;
    let store = args.database.open().with_context(|| format!("cannot use the database {}", args.database))?;
    let bar = bar(experiment.games());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.into()).build()?;
    let clock = Sources::system(games.clone()).clock;
    let shown = |played| bar.set_position(played);
    let outcome = pool.install(|| experiment.run(&*store, &*clock, &Control::default(), &shown))?;
    bar.finish_and_clear();
    store.close()?;
    let document = Document { seed: hex::encode(seed), outcome };
    let output = if args.json { serde_json::to_string_pretty(&document)? + "\n" } else { text(&document) };
    Ok(stdout().write_all(output.as_bytes())?)
}

fn plan(args: &ExperimentArgs) -> anyhow::Result<Plan> {
    let file = args.file.display();
    let text = std::fs::read_to_string(&args.file).with_context(|| format!("cannot read {file}"))?;
    let reader = &mut serde_json::Deserializer::from_str(&text);
    match serde_path_to_error::deserialize(reader) {
        Ok(plan) => Ok(plan),
        Err(error) => bail!("{file}: at {}: {}", error.path(), error.inner()),
    }
}

fn text(document: &Document) -> String {
    let Outcome { metric, confidence, deals, stopped_early, arms, comparisons } = &document.outcome;
    let early = if *stopped_early { ", stopped early: everything is decided" } else { "" };
    let mut lines = vec![
        format!("{metric}, seed {}", document.seed),
        format!("{deals} deals in every arm{early}"),
        format!("all intervals together hold with probability {confidence}, however often one looks"),
    ];
    for arm in arms {
        lines.push(format!("{}: {} ({} games, {})", arm.name, interval(&arm.mean), arm.games, arm.source));
    }
    lines.extend(comparisons.iter().map(compared));
    lines.join("\n") + "\n"
}

fn compared(comparison: &Comparison) -> String {
    let Comparison { arm, with, difference, verdict, more_deals } = comparison;
    let verdict = match (verdict, more_deals) {
        (Verdict::Higher, _) => "higher".to_owned(),
        (Verdict::Lower, _) => "lower".to_owned(),
        (Verdict::NoRelevantDifference, _) => "no difference that matters".to_owned(),
        (Verdict::Undecided, Some(more)) => format!("undecided; about {more} more deals would decide"),
        (Verdict::Undecided, None) => "undecided".to_owned(),
    };
    format!("{arm} less {with}: {}: {verdict}", interval(difference))
}

fn interval(interval: &Interval) -> String {
    let Interval { value, low, high, n } = interval;
    match (low, high) {
        (Some(low), Some(high)) => format!("{value:.4} [{low:.4}, {high:.4}] n {n}"),
        _ => format!("{value:.4}, no interval yet, n {n}"),
    }
}
