//! `tapis review`: what in the result of a game was luck, and what was play.

use std::io::{Write, stdout};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use serde_json::Value;
use tapis_games::locale::Language;
use tapis_review::{Effort, FinishedGame, Par, Review, told};
use tapis_solver::control::Control;
use tapis_solver::registry::Registry;

/// Takes the result of a finished game apart: what was luck, what was play, and where the game turned. It reads a replay, the
/// answer of `GET /v1/games/{id}/replay` or what `tapis replay` prints, and works it out again first: of a replay that does not
/// follow from its seed and its moves it says which ply differs, and makes no review.
#[derive(Debug, Args)]
pub(super) struct ReviewArgs {
    /// The replay, a JSON file.
    file: PathBuf,
    /// How much work: quick, standard or deep.
    #[arg(long, default_value = "standard")]
    effort: Effort,
    /// Worker threads; 0 for one a core. Never changes the result.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
    /// Prints the review as JSON.
    #[arg(long)]
    json: bool,
    /// The language: en or fr.
    #[arg(long, default_value = "en")]
    language: Language,
}

/// Prints the review.
///
/// # Errors
/// The file cannot be read; the replay does not verify.
pub(super) fn run(args: &ReviewArgs, games: &Registry) -> anyhow::Result<()> {
    let file = args.file.display();
    let text = std::fs::read_to_string(&args.file).with_context(|| format!("cannot read {file}"))?;
    let replay: Value = serde_json::from_str(&text).with_context(|| format!("{file} is no JSON"))?;
    let game = FinishedGame::verified(games, &replay).with_context(|| format!("{file} does not verify"))?;
    let reference = games.reference(game.ruleset()).context("a verified game is registered")?;
    let (depth, control) = (args.effort.depth(), Control::default());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.into()).build()?;
    let review = pool.install(|| {
        let par = Par::of(&*reference, depth, &control)?;
        Review::of(&game, &*reference, par, depth, &control, &|| {})
    })?;
    let output = if args.json {
        serde_json::to_string_pretty(&review)? + "\n"
    } else {
        told::review(&review, args.language).join("\n") + "\n"
    };
    Ok(stdout().write_all(output.as_bytes())?)
}
