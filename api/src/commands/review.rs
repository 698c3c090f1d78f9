//! `tapis review`: what in the result of a game was luck, and what was play.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::Args;
use serde_json::Value;
use tapis_games::locale::{Language, unread_json};
use tapis_review::{Decision, Effort, FinishedGame, Reviewer, Watch, kinds, told};
use tapis_solver::control::Control;
use tapis_solver::registry::Registry;

use super::play::{Threads, print, read};
use crate::settings::within;

/// Takes the result of a finished game apart: what was luck, what was play, where the game turned, and which choices were faults by
/// what could be known. It reads a replay, the
/// answer of `GET /v1/games/{id}/replay` or what `tapis replay` prints, and works it out again first: of a replay that does not
/// follow from its seed and its moves it says which ply differs, and makes no review.
#[derive(Debug, Args)]
pub(super) struct ReviewArgs {
    /// The replay, a JSON file. Of several it says together how much each kind of decision mattered.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How much work: quick, standard or deep.
    #[arg(long, default_value = "standard")]
    effort: Effort,
    #[command(flatten)]
    threads: Threads,
    /// Prints the review as JSON.
    #[arg(long)]
    json: bool,
    /// Prints the choice of this ply in full, as JSON: every move with the hint that the seat could have had, why not the one that was
    /// played, what could be believed, and what every move was worth as the cards lay.
    #[arg(long, value_parser = within(0..=u32::MAX))]
    ply: Option<u32>,
    /// With --ply: asks why not this move, in the place of the one that was played.
    #[arg(long, value_name = "MOVE", requires = "ply")]
    why: Option<String>,
    /// With --ply: tries this move in the place of the one that was played, and says what it would have been.
    #[arg(long = "try", value_name = "MOVE", requires = "ply", conflicts_with = "why")]
    attempt: Option<String>,
    /// The language: en or fr.
    #[arg(long, default_value = "en")]
    language: Language,
}

/// Prints the review, or what several say of kinds of decisions.
///
/// # Errors
/// A file cannot be read; a replay does not verify.
pub(super) fn run(args: &ReviewArgs, games: &Registry) -> anyhow::Result<()> {
    args.threads.pool()?.install(|| match (&args.files[..], args.ply) {
        ([file], None) => one(args, &ReviewedGame::read(file, games)?),
        ([file], Some(ply)) => choice(args, ply, &ReviewedGame::read(file, games)?),
        (_, Some(_)) => anyhow::bail!("a choice is one of one game: name one file"),
        (files, None) => several(args, files, games),
    })
}

/// A game, and who reviews it.
struct ReviewedGame {
    reviewer: Reviewer,
    game: FinishedGame,
}

impl ReviewedGame {
    fn read(file: &Path, games: &Registry) -> anyhow::Result<Self> {
        let name = file.display();
        let text = read(file)?;
        let replay: Value = serde_json::from_str(&text)
            .map_err(|error| anyhow!("{name} is no JSON: {}", unread_json(&text, &error)))?;
        let game =
            FinishedGame::verified(games, &replay).with_context(|| format!("{name} does not verify"))?;
        Ok(Self { reviewer: Reviewer::of(games, game.ruleset())?, game })
    }

    /// What was decided in it: all of a review that a choice and kinds of decisions need.
    fn decisions(&self, effort: Effort) -> anyhow::Result<Vec<Decision>> {
        let watch = Watch { control: &Control::default(), done: &|| {} };
        Ok(self.reviewer.decisions(&self.game, effort.depth(), watch)?)
    }
}

fn one(args: &ReviewArgs, ReviewedGame { reviewer, game }: &ReviewedGame) -> anyhow::Result<()> {
    let (depth, control) = (args.effort.depth(), Control::default());
    let par = reviewer.par(depth, &control)?;
    let review = reviewer.review(game, par, depth, Watch { control: &control, done: &|| {} })?;
    print(&review, args.json, || told::review(&review, args.language))
}

/// How much each kind of decision mattered in several games.
fn several(args: &ReviewArgs, files: &[PathBuf], games: &Registry) -> anyhow::Result<()> {
    let decided = files.iter().map(|file| {
        let played = ReviewedGame::read(file, games)?;
        Ok((played.game.ruleset().ruleset().game.clone(), played.decisions(args.effort)?))
    });
    let decided = decided.collect::<anyhow::Result<Vec<_>>>()?;
    let kinds = kinds(decided.iter().map(|(game, decisions)| (&**game, &**decisions)));
    print(&kinds, args.json, || kinds.iter().map(|of| told::kind(of, args.language)).collect())
}

/// A choice of the game in full, or another try at it.
fn choice(args: &ReviewArgs, ply: u32, played: &ReviewedGame) -> anyhow::Result<()> {
    let (ReviewedGame { reviewer, game }, decisions) = (played, played.decisions(args.effort)?);
    let decision = decisions.iter().find(|of| of.ply == ply);
    let decision = decision.with_context(|| match game.is_by_service(ply) {
        true => format!("the service played ply {ply} for the person there: nobody chose"),
        false => format!("in ply {ply} nobody had a choice"),
    })?;
    let (depth, watch) = (args.effort.depth(), Watch { control: &Control::default(), done: &|| {} });
    let Some(attempt) = &args.attempt else {
        let choice = reviewer.choice(game, decision, args.why.as_deref(), depth, watch)?;
        return print(&choice, true, Vec::new);
    };
    let verdict = reviewer.verdict(game, decision, attempt, depth, watch)?;
    let verdict = verdict.with_context(|| format!("'{attempt}' was not legal in ply {ply}"))?;
    print(&verdict, true, Vec::new)
}
