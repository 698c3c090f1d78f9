//! `tapis stats`: the statistics of a database, without a service.

use std::io::{Write, stdout};

use anyhow::Context;
use clap::Args;
use serde::Serialize;
use tapis_db::DatabaseUrl;
use tapis_db::model::{Assisted, LineUp, Source};
use tapis_db::sqlite::ReadOnlyDatabase;
use tapis_games::locale::Language;
use tapis_lab::statistics::{Choice, Chosen, Features, Summary, tidy};
use tapis_lab::tabular::{Cell, TableFormat};
use tapis_lab::told;
use tapis_service::rulesets::Rulesets;
use tapis_solver::registry::Registry;

use super::play::print;

/// Prints the statistics of finished games and what goes with winning, even while a service or a simulation runs. If the
/// database has several sets of games that cannot be counted together, it lists them.
#[derive(Debug, Args)]
pub(super) struct StatsArgs {
    #[command(flatten)]
    pub(super) which: Which,
    /// Only this feature.
    #[arg(long)]
    feature: Option<String>,
    /// With --feature: crosses it with another feature, or with `player`, the level of who plays the seat. Prints what each of its
    /// values is worth with each value of the other, and without it.
    #[arg(long, requires = "feature")]
    by: Option<String>,
    /// The language: en or fr.
    #[arg(long, default_value = "en")]
    language: Language,
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
    /// The database with the results: `sqlite:<path>`.
    #[arg(long, default_value = "sqlite:lab.db")]
    pub(super) database: DatabaseUrl,
    /// Only games with this game id.
    #[arg(long)]
    game: Option<String>,
    /// Only games from this source: played, bots, practice or `experiment:<id>`.
    #[arg(long)]
    source: Option<Source>,
    /// Only games of this ruleset: its hash, or the beginning of the hash.
    #[arg(long)]
    ruleset: Option<String>,
    /// Only games of this line-up: a player for each seat, `human` or a bot's level.
    #[arg(long)]
    lineup: Option<LineUp>,
    /// Also counts assisted games.
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
        // Counts and figures of one report are of the same games, also while others are recorded.
        database.hold_still().with_context(|| format!("cannot read {url}"))?;
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
struct StatsDocument {
    summary: Summary,
    features: Features,
}

/// Prints the statistics.
///
/// # Errors
/// The database cannot be read; it is not clear which games are meant; there is no such feature.
pub(super) fn run(args: &StatsArgs, games: &Registry) -> anyhow::Result<()> {
    let (database, Chosen { question, .. }) = args.which.find(games)?;
    if let (Some(feature), Some(by)) = (&args.feature, &args.by) {
        question.check_crossed(feature, by)?;
        let crossed = question.crossed(&database, feature, by)?;
        return output(args, &crossed, || tidy::tidy(&crossed), || told::crossed(&crossed, args.language));
    }
    let features = question.known_features(&database, args.feature.as_deref())?;
    let document = StatsDocument { summary: question.summary(&database)?, features };
    let StatsDocument { summary, features } = &document;
    let rows = || [tidy::tidy(summary), tidy::tidy(features)].concat();
    output(args, &document, rows, || told::statistics(summary, features, args.language))
}

/// Prints what was found as it is asked for.
fn output<T: Serialize>(
    args: &StatsArgs,
    found: &T,
    rows: impl FnOnce() -> Vec<Vec<Cell<'static>>>,
    lines: impl FnOnce() -> Vec<String>,
) -> anyhow::Result<()> {
    if args.csv {
        return Ok(stdout().write_all(&TableFormat::Csv.bytes(tidy::COLUMNS, &rows())?)?);
    }
    print(found, args.json, lines)
}
