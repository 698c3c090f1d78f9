//! `tapis luck`: how much of a result is luck.

use std::io::{Write, stdout};

use clap::Args;
use tapis_games::locale::Language;
use tapis_lab::{Luck, MeasuredLuck, Simulation, seed_of, told};
use tapis_solver::bots::Bot;
use tapis_solver::control::Control;
use tapis_solver::registry::Registry;

use super::play::{bar, ruleset};

/// Plays each deal several times and measures how much of the result depends on the deal: luck that play does not change. With
/// different bots, it plays every deal in all seatings and also measures how much is skill. Nothing is recorded.
#[derive(Debug, Args)]
pub(super) struct LuckArgs {
    /// The game's id.
    #[arg(long, default_value = "richelieu")]
    game: String,
    /// Options of the ruleset as JSON; missing ones take their defaults.
    #[arg(long, default_value = "{}")]
    options: String,
    /// The bots, comma-separated: one for all seats, or one for each.
    #[arg(long, value_delimiter = ',', required = true)]
    seats: Vec<Bot>,
    /// The number of deals.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    deals: u64,
    /// How often each deal is played in each seating.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u64).range(2..=1_000))]
    replays: u64,
    /// 64 hex digits, or any words, which are hashed. The same seed gives the same games.
    #[arg(long, default_value = "tapis")]
    seed: String,
    /// Worker threads; 0 for one a core. Never changes the result.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
    /// Prints the result as JSON.
    #[arg(long)]
    json: bool,
    /// The language: en or fr.
    #[arg(long, default_value = "en")]
    language: Language,
}

/// Plays the games and prints the shares; a progress bar goes to the standard error output.
///
/// # Errors
/// What is wrong with the arguments; a game could not be played.
pub(super) fn run(args: &LuckArgs, games: &Registry) -> anyhow::Result<()> {
    let ruleset = ruleset(games, &args.game, &args.options)?;
    let simulation = Simulation::new(games, ruleset, &args.seats, seed_of(&args.seed))?;
    let bar = bar(args.deals * args.replays * simulation.seatings() as u64);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.into()).build()?;
    let shown = |played| bar.set_position(played);
    let luck =
        pool.install(|| Luck::measure(&simulation, args.deals, args.replays, &Control::default(), &shown))?;
    bar.finish_and_clear();
    let document = MeasuredLuck::of(&simulation, luck);
    let output = if args.json {
        serde_json::to_string_pretty(&document)? + "\n"
    } else {
        text(&document, args.language)
    };
    Ok(stdout().write_all(output.as_bytes())?)
}

fn text(document: &MeasuredLuck, language: Language) -> String {
    let MeasuredLuck { game, ruleset, seats, seed, luck } = document;
    let Luck { deals, seatings, replays, .. } = luck;
    let seats = seats.join(",");
    let mut lines = vec![
        format!("{game} {ruleset}"),
        language.say(format!("seed {seed}"), format!("graine {seed}")),
        language.say(
            format!("{seats}: {deals} deals, {seatings} seating(s), each played {replays} times"),
            format!(
                "{seats}\u{202f}: {deals} donnes, {seatings} disposition(s), chacune jouée {replays} fois"
            ),
        ),
    ];
    lines.extend(told::luck(luck, language));
    lines.join("\n") + "\n"
}
