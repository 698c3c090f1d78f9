//! `tapis simulate`: bots play a ruleset in memory, as many games as a designer wants to count.

use clap::Args;
use serde::Serialize;
use tapis_lab::statistics::{CONFIDENCE, Estimate, Summary};
use tapis_lab::{LabError, Simulation, seed_of, told};
use tapis_service::sources::Sources;
use tapis_solver::bots::Bot;
use tapis_solver::registry::Registry;
use tapis_solver::simulation::SimulationError;

use super::play::{GameArgs, PlayArgs, bar, print};
use crate::settings::within;

/// Plays games of bots in memory and records their results for the statistics. Repeat an interrupted command to continue it;
/// with a higher number of games it plays only the missing ones.
#[derive(Debug, Args)]
pub(super) struct SimulateArgs {
    #[command(flatten)]
    pub of: GameArgs,
    /// The bots, comma-separated: one for all seats, or one for each. random, greedy, novice, beginner, apprentice, casual, club, expert, solver:N for N
    /// playouts a move, or plain:N for the same without guidance by move scores. Every deal is played in all different seatings.
    #[arg(long, value_delimiter = ',', required = true)]
    pub seats: Vec<Bot>,
    /// Games, rounded up to whole deals.
    #[arg(long, default_value_t = 1_000, value_parser = within(1_u64..=100_000_000))]
    pub games: u64,
    #[command(flatten)]
    pub play: PlayArgs,
}

/// The result as JSON.
#[derive(Serialize)]
struct SimulationDocument {
    /// Lower-case hex.
    seed: String,
    /// How many seatings every deal is played in.
    seatings: usize,
    /// Every player's share of the win, by name.
    players: Vec<LinePlayer>,
    summary: Summary,
}

#[derive(Serialize)]
struct LinePlayer {
    name: String,
    win_share: Estimate,
}

/// Plays the games that are missing and prints what came of all, also when it is ended early; a progress bar goes to the
/// standard error output.
///
/// # Errors
/// What is wrong with the arguments; the database cannot be used; a game could not be played.
pub(super) fn play(args: &SimulateArgs, games: &Registry) -> anyhow::Result<()> {
    let ruleset = args.of.ruleset(games)?;
    let seed = seed_of(&args.of.seed);
    let simulation = Simulation::new(games, ruleset, &args.seats, seed)?;
    let (pool, control) = (args.play.threads.pool()?, args.play.control()?);
    let store = args.play.store()?;
    let bar = bar(args.games.next_multiple_of(simulation.seatings() as u64));
    let clock = Sources::system(games.clone()).clock;
    let shown = |recorded| bar.set_position(recorded);
    let played = pool.install(|| simulation.run(args.games, &*store, &*clock, &control, &shown));
    bar.finish_and_clear();
    match played {
        Err(LabError::Game(SimulationError::Cancelled)) => {
            eprintln!("ended early; the same command goes on");
        }
        played => drop(played?),
    }
    let players = simulation.players(&*store, CONFIDENCE)?.into_iter();
    let document = SimulationDocument {
        seed: hex::encode(seed),
        seatings: simulation.seatings(),
        players: players.map(|(name, win_share)| LinePlayer { name, win_share }).collect(),
        summary: simulation.question().summary(&*store)?,
    };
    store.close()?;
    print(&document, args.play.json, || text(&document, args))
}

fn text(document: &SimulationDocument, args: &SimulateArgs) -> Vec<String> {
    let SimulationDocument { seed, seatings, players, summary } = document;
    let (population, language) = (&summary.population, args.of.language);
    let mut lines = told::head(&population.game, &population.ruleset, seed, language);
    lines.push(told::played(population.games, *seatings, language));
    lines.extend(told::shares(summary, language));
    if players.len() > 1 {
        lines.extend(players.iter().map(|of| told::player(&of.name, &of.win_share, language)));
    }
    lines.extend(told::strata(summary, language));
    lines.extend(told::of_games(summary, language));
    lines.push(told::one_look(language));
    lines.push(told::recorded(&args.play.database.to_string(), &population.source, language));
    lines
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        simulate: SimulateArgs,
    }

    fn simulate(line: &str) -> anyhow::Result<SimulateArgs> {
        Ok(Line::try_parse_from(format!("simulate {line}").split(' '))?.simulate)
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert!(simulate("--games 5").is_err(), "no bots");
        assert!(simulate("--seats clubs").is_err());
        let args = simulate("--seats club,greedy,greedy --database sqlite::memory:").expect("good arguments");
        let error = play(&args, &Registry::standard()).expect_err("two seats").to_string();
        assert_eq!(error, "3 bots for 2 seats: name one for all seats, or one for each");
    }
}
