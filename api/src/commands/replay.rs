//! `tapis replay`: a finished game from its log.

use std::io::Write;

use anyhow::{Context, bail};
use clap::Args;
use tapis_db::model::GameId;
use tapis_service::rulesets::Rulesets;
use tapis_service::tables::replay::GameReplay;
use tapis_service::tables::{GameStatus, Snapshot};
use tapis_solver::registry::Registry;

use crate::settings::Database;

/// Prints the replay of a finished game as JSON, like `GET /v1/games/{id}/replay`. It plays the log again and checks every
/// hash.
#[derive(Debug, Args)]
pub(super) struct ReplayArgs {
    /// The game's id.
    id: GameId,
    #[command(flatten)]
    database: Database,
}

/// Prints the replay.
///
/// # Errors
/// There is no such game, it is not over, or its log is damaged.
pub(super) fn run(args: &ReplayArgs, games: Registry) -> anyhow::Result<()> {
    let (id, url) = (args.id, &args.database.url);
    let database = url.open_read_only().with_context(|| format!("cannot read {url}"))?;
    let stored = database.load_game(id).with_context(|| format!("cannot load game {id} of {url}"))?;
    let snapshot = Snapshot::of_stored(&stored, &Rulesets::new(games))?;
    if snapshot.status != GameStatus::Finished {
        bail!("game {id} is not over: a replay shows what is hidden, so there is none before the end");
    }
    writeln!(std::io::stdout(), "{}", serde_json::to_string(&GameReplay::of(&snapshot)?)?)?;
    Ok(())
}
