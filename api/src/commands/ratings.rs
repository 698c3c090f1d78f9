//! `tapis ratings`: how strong bots are, on one scale.

use std::io::{Write, stdout};

use clap::Args;
use serde::Serialize;
use tapis_service::lab::{LabError, Rating, Simulation, ratings, seed_of};
use tapis_service::sources::Sources;
use tapis_solver::bots::Bot;
use tapis_solver::registry::Registry;
use tapis_solver::simulation::SimulationError;

use super::play::{PlayArgs, bar, ruleset};

/// Lets every two bots meet, in all seatings of the same deals, and rates them on Elo's scale: 400 points are odds of ten to one.
/// The games are recorded; the same command goes on where it was interrupted.
#[derive(Debug, Args)]
pub(super) struct RatingsArgs {
    /// The game's id.
    #[arg(long, default_value = "richelieu")]
    game: String,
    /// Options of the ruleset as JSON; missing ones take their defaults.
    #[arg(long, default_value = "{}")]
    options: String,
    /// The bots, comma-separated, at least two: random, greedy, casual, club, expert, solver:N for N lines a move that
    /// end in the learned evaluation, or plain:N for N lines played to the end. The first has the rating 0.
    #[arg(long, value_delimiter = ',', required = true)]
    levels: Vec<Bot>,
    /// Games of every two bots, rounded up to whole deals. They sit in turn: a, b, a, b, …
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// 64 hex digits, or any words, which are hashed. The same seed gives the same games.
    #[arg(long, default_value = "tapis")]
    seed: String,
    #[command(flatten)]
    play: PlayArgs,
}

/// The result as JSON.
#[derive(Serialize)]
struct Document {
    game: String,
    ruleset: String,
    /// Lower-case hex.
    seed: String,
    /// The strongest first.
    ratings: Vec<Rating>,
}

/// Plays the games that are missing and prints the ratings, also when it is ended early.
///
/// # Errors
/// What is wrong with the arguments; the database cannot be used; a game could not be played.
pub(super) fn run(args: &RatingsArgs, games: &Registry) -> anyhow::Result<()> {
    let [anchor, _, ..] = args.levels[..] else { anyhow::bail!("--levels: at least two bots") };
    let ruleset = ruleset(games, &args.game, &args.options)?;
    let (seed, seats) = (seed_of(&args.seed), ruleset.seats());
    let mut pairs = Vec::new();
    for (at, &a) in args.levels.iter().enumerate() {
        for &b in &args.levels[..at] {
            let line_up: Vec<Bot> = [b, a].into_iter().cycle().take(seats).collect();
            pairs.push(Simulation::new(games, ruleset.clone(), &line_up, seed)?);
        }
    }
    let store = args.play.store()?;
    let clock = Sources::system(games.clone()).clock;
    let (pool, control) = (args.play.pool()?, args.play.control()?);
    let bar = bar(pairs.iter().map(|pair| args.games.next_multiple_of(pair.seatings() as u64)).sum());
    let (mut strata, mut before) = (Vec::new(), 0);
    for pair in &pairs {
        let shown = |recorded| bar.set_position(before + recorded);
        match pool.install(|| pair.run(args.games, &*store, &*clock, &control, &shown)) {
            Ok(recorded) => before += recorded,
            Err(LabError::Game(SimulationError::Cancelled)) => {}
            Err(error) => return Err(error.into()),
        }
        strata.extend(store.summary(&pair.population())?);
    }
    bar.finish_and_clear();
    store.close()?;
    if control.cancel.is_cancelled() {
        eprintln!("ended early; the same command goes on");
    }
    let document = Document {
        game: args.game.clone(),
        ruleset: ruleset.ruleset().hash.clone(),
        seed: hex::encode(seed),
        ratings: ratings(&strata, &anchor.to_string()),
    };
    let output =
        if args.play.json { serde_json::to_string_pretty(&document)? + "\n" } else { text(&document) };
    Ok(stdout().write_all(output.as_bytes())?)
}

fn text(document: &Document) -> String {
    let Document { game, ruleset, seed, ratings } = document;
    let mut lines = vec![format!("{game} {ruleset}"), format!("seed {seed}")];
    lines.extend(ratings.iter().map(|Rating { bot, elo, low, high, games }| match (low, high) {
        (Some(low), Some(high)) => format!("{bot}: {elo:+.0} [{low:+.0}, {high:+.0}], {games} games"),
        _ => format!("{bot}: {elo:+.0}, {games} games"),
    }));
    lines.join("\n") + "\n"
}
