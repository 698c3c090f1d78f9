//! `tapis export`: what finished games say, in a file for notebooks.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use tapis_db::DatabaseUrl;
use tapis_db::model::{FinishedFilter, Source};
use tapis_lab::export::tables::FactTable;
use tapis_lab::export::{Export, Exported, Meanings, format_of};
use tapis_solver::registry::Registry;

/// Writes the results of finished games to a file, even while a service or a simulation runs. The file has no secrets: no seed,
/// no token, no move, no name. It appears complete or not at all.
#[derive(Debug, Args)]
pub(super) struct ExportArgs {
    /// The file. Its suffix selects the format: .parquet, .csv or .ndjson.
    #[arg(long)]
    to: PathBuf,
    /// The database with the results: `sqlite:<path>` or `postgres://user:password@host/database`.
    #[arg(long, default_value = "sqlite:lab.db")]
    database: DatabaseUrl,
    /// The table: games (one row for each game), seats (for each game and seat), features (for each game, seat and value of a
    /// feature), measures (for each game and further measure), records (for each game and seat, with all values of all features
    /// in it: what a public data set is made of). Default: the table that the file is named after, otherwise
    /// seats.
    #[arg(long, value_parser = table)]
    table: Option<FactTable>,
    /// Only games with this game id.
    #[arg(long)]
    game: Option<String>,
    /// Only games from this source: played, bots, practice or `experiment:<id>`.
    #[arg(long)]
    source: Option<Source>,
    /// Replaces a file of that name.
    #[arg(long)]
    force: bool,
}

fn table(name: &str) -> Result<FactTable, String> {
    let names = || FactTable::ALL.map(<&str>::from).join(", ");
    name.parse().map_err(|_| format!("the tables are {}", names()))
}

/// Writes the file and says what is in it.
///
/// # Errors
/// What is wrong with the name of the file; the database cannot be read; the file cannot be written. There is no file then.
pub(super) fn run(args: &ExportArgs, games: &Registry) -> anyhow::Result<()> {
    format_of(&args.to)?; // before anything is opened
    let url = &args.database;
    let database = url.open_finished().with_context(|| format!("cannot read {url}"))?;
    let filter = FinishedFilter { game: args.game.clone(), source: args.source.clone() };
    let meanings = Meanings::new(games);
    let export = Export { filter, table: args.table, meanings, replace: args.force };
    let Exported { games, table, rows } = export.write(&*database, &args.to)?;
    let table: &str = table.into();
    println!("{}: table {table}, {rows} rows of {games} finished games", args.to.display());
    Ok(())
}
