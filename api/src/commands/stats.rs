//! `tapis stats`: the statistics of a database, without a service.

use std::io::{Write, stdout};

use anyhow::Context;
use clap::Args;
use serde::Serialize;
use tapis_db::DatabaseUrl;
use tapis_db::model::{Assisted, LineUp, Source};
use tapis_db::sqlite::ReadOnlyDatabase;
use tapis_service::rulesets::Rulesets;
use tapis_service::statistics::{Choice, Chosen, Estimate, Features, Summary, tidy};
use tapis_service::tabular::TableFormat;
use tapis_solver::registry::Registry;

/// Prints what came of finished games and what went with a win, also while a service or a simulation runs. Where the database
/// has games that are not counted together it lists them.
#[derive(Debug, Args)]
pub(super) struct StatsArgs {
    #[command(flatten)]
    pub(super) which: Which,
    /// Only this feature.
    #[arg(long)]
    feature: Option<String>,
    /// Prints everything as JSON.
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Prints everything as a table with a row for each number.
    #[arg(long)]
    csv: bool,
}

/// Which games of which database.
#[derive(Debug, Args)]
pub(super) struct Which {
    /// Where the results are: `sqlite:<path>`.
    #[arg(long, default_value = "sqlite:lab.db")]
    pub(super) database: DatabaseUrl,
    /// Only games of this game: its id.
    #[arg(long)]
    game: Option<String>,
    /// Only games from this source: played, bots, practice or `experiment:<id>`.
    #[arg(long)]
    source: Option<Source>,
    /// Only games of this ruleset: its hash, or how it begins.
    #[arg(long)]
    ruleset: Option<String>,
    /// Only games of this line-up: a player for each seat, `human` or a bot's level.
    #[arg(long)]
    lineup: Option<LineUp>,
    /// Counts games in which anybody was helped as well.
    #[arg(long)]
    assisted: bool,
}

impl Which {
    /// The database, and the games that are meant.
    ///
    /// # Errors
    /// The database cannot be read; it is not clear which games are meant.
    pub(super) fn find(&self, games: &Registry) -> anyhow::Result<(ReadOnlyDatabase, Chosen)> {
        let url = &self.database;
        let database = url.open_read_only().with_context(|| format!("cannot read {url}"))?;
        let choice = Choice {
            game: self.game.clone(),
            ruleset: self.ruleset.clone(),
            source: self.source.clone(),
            line_up: self.lineup.clone(),
            assisted: if self.assisted { Assisted::Include } else { Assisted::Exclude },
        };
        let chosen = choice.find(&database, &Rulesets::new(games.clone()))?;
        Ok((database, chosen))
    }
}

/// Everything as JSON.
#[derive(Serialize)]
struct Document {
    summary: Summary,
    features: Features,
}

/// Prints the statistics.
///
/// # Errors
/// The database cannot be read; it is not clear which games are meant; there is no such feature.
pub(super) fn run(args: &StatsArgs, games: &Registry) -> anyhow::Result<()> {
    let (database, Chosen { question, .. }) = args.which.find(games)?;
    let features = question.known_features(&database, args.feature.as_deref())?;
    let document = Document { summary: question.summary(&database)?, features };
    let output = if args.json {
        serde_json::to_vec_pretty(&document)?
    } else if args.csv {
        let mut rows = tidy::tidy(&document.summary)?;
        rows.extend(tidy::tidy(&document.features)?);
        TableFormat::Csv.bytes(tidy::COLUMNS, &rows)?
    } else {
        text(&document).into_bytes()
    };
    Ok(stdout().write_all(&output)?)
}

fn text(Document { summary, features }: &Document) -> String {
    let of = &summary.population;
    let mut lines =
        vec![format!("{} {}", of.game, of.ruleset), format!("{} games from {}", of.games, of.source)];
    for seat in &summary.seats {
        lines.push(format!("seat {}: win share {}", seat.seat, interval(&seat.win_share, 4)));
        lines.push(format!("seat {}: score {}", seat.seat, interval(&seat.score.spread.mean, 2)));
    }
    lines.push(format!("shared wins: {}", interval(&summary.ties, 4)));
    lines.push(format!("plies: {}", interval(&summary.length.spread.mean, 1)));
    for measure in &summary.measures {
        lines.push(format!("{}: {}", measure.name, interval(&measure.spread.mean, 3)));
    }
    lines.push(format!(
        "features: lift over the other values; * marks a discovery, at most {} % of which are expected to be false",
        features.false_discovery_rate * 100.0
    ));
    for feature in &features.features {
        for bucket in &feature.buckets {
            let mark = if bucket.discovery == Some(true) { "* " } else { "  " };
            let lift = interval(&bucket.lift, 4);
            lines.push(format!("{mark}{} {}: {lift}", feature.name, bucket.bucket));
        }
    }
    lines.join("\n") + "\n"
}

/// `0.5310 [0.4970, 0.5650] n 812`.
pub(super) fn interval(estimate: &Estimate, digits: usize) -> String {
    match (estimate.value, estimate.low, estimate.high) {
        (Some(value), Some(low), Some(high)) => {
            format!("{value:.digits$} [{low:.digits$}, {high:.digits$}] n {}", estimate.n)
        }
        _ => format!("unknown, n {}", estimate.n),
    }
}
