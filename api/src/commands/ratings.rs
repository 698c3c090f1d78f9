//! `tapis ratings`: how strong bots are, on one scale.

use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;
use serde::Serialize;
use tapis_db::Store;
use tapis_lab::{LabError, Ratings, Simulation, meetings, pairs, ratings, seed_of, told};
use tapis_service::sources::{Clock, Sources};
use tapis_solver::bots::Bot;
use tapis_solver::control::Control;
use tapis_solver::registry::Registry;
use tapis_solver::simulation::SimulationError;

use super::play::{GameArgs, PlayArgs, bar, print};
use crate::settings::within;

/// Lets every two bots (or only neighbours) meet in all mixtures and seatings of the same deals, and rates them on Elo's scale:
/// 400 points are odds of ten to one. The games are recorded; repeat an interrupted command to continue it.
#[derive(Debug, Args)]
pub(super) struct RatingsArgs {
    #[command(flatten)]
    of: GameArgs,
    /// The bots, comma-separated, at least two: random, greedy, novice, beginner, apprentice, casual, club, expert, solver:N for N playouts a move, or
    /// plain:N for the same without guidance by move scores. The first has the rating 0.
    #[arg(long, value_delimiter = ',', required = true)]
    levels: Vec<Bot>,
    /// Games of every two bots, rounded up to whole deals. Every deal is played in all seatings of two bots: 2 games with two
    /// seats, 6 with three, 14 with four.
    #[arg(long, default_value_t = 200, value_parser = within(1_u64..=100_000_000))]
    games: u64,
    /// Only bots next to each other in the list meet: few games then rate many bots.
    #[arg(long)]
    neighbours: bool,
    #[command(flatten)]
    play: PlayArgs,
}

/// The result as JSON.
#[derive(Serialize)]
struct RatingsDocument {
    game: String,
    ruleset: String,
    /// Lower-case hex.
    seed: String,
    #[serde(flatten)]
    ratings: Ratings,
}

/// The bots meet in so many turns, so that all have met about equally often whenever it ends.
const TURNS: u64 = 16;

/// Plays the games that are missing and prints the ratings, also when it is ended early.
///
/// # Errors
/// What is wrong with the arguments; the database cannot be used; a game could not be played.
pub(super) fn run(args: &RatingsArgs, games: &Registry) -> anyhow::Result<()> {
    let pairs =
        if args.neighbours { args.levels.windows(2).flat_map(pairs).collect() } else { pairs(&args.levels) };
    let Some(anchor) = args.levels.first().filter(|_| !pairs.is_empty()) else {
        anyhow::bail!("--levels: at least two bots");
    };
    let ruleset = args.of.ruleset(games)?;
    let (seed, seats) = (seed_of(&args.of.seed), ruleset.seats());
    let line_ups = pairs.into_iter().flat_map(|(a, b)| meetings(a, b, seats));
    let line_ups: Vec<_> = line_ups
        .map(|line_up| Simulation::new(games, ruleset.clone(), &line_up, seed))
        .collect::<Result<_, _>>()?;
    let deals = args.games.div_ceil((1 << seats) - 2);
    let (pool, control) = (args.play.threads.pool()?, args.play.control()?);
    let store = args.play.store()?;
    let clock = Sources::system(games.clone()).clock;
    let bar = bar(line_ups.iter().map(|line_up| deals * line_up.seatings() as u64).sum());
    pool.install(|| play(&line_ups, deals, &*store, &*clock, &control, &|played| bar.inc(played)))?;
    let mut strata = Vec::new();
    for line_up in &line_ups {
        strata.extend(store.summary(&line_up.population())?);
    }
    bar.finish_and_clear();
    store.close()?;
    if control.cancel.is_cancelled() {
        eprintln!("ended early; the same command goes on");
    }
    let document = RatingsDocument {
        game: args.of.game.clone(),
        ruleset: ruleset.ruleset().hash.clone(),
        seed: hex::encode(seed),
        ratings: ratings(&strata, &anchor.to_string()),
    };
    print(&document, args.play.json, || {
        let (of, language) = (&document, args.of.language);
        let head = told::head(&of.game, &of.ruleset, &of.seed, language);
        [head, told::ratings(&of.ratings, language)].concat()
    })
}

/// Plays what is missing of so many deals of all line-ups, in turns, until it is ended.
fn play(
    line_ups: &[Simulation],
    deals: u64,
    store: &dyn Store,
    clock: &dyn Clock,
    control: &Control,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<(), LabError> {
    for turn in 1..=deals.min(TURNS) {
        for line_up in line_ups {
            let games = deals * turn / deals.min(TURNS) * line_up.seatings() as u64;
            let known = AtomicU64::new(0);
            let shown = |now: u64| progress(now.saturating_sub(known.swap(now, Ordering::Relaxed)));
            match line_up.run(games, store, clock, control, &shown) {
                Err(LabError::Game(SimulationError::Cancelled)) => return Ok(()),
                played => played?,
            };
        }
    }
    Ok(())
}
