//! `tapis arena`: two line-ups of bots against each other, a short form of `tapis simulate`.

use clap::Args;
use tapis_games::locale::Language;
use tapis_solver::bots::Bot;
use tapis_solver::registry::Registry;

use super::play::{GameArgs, PlayArgs, ruleset, seed};
use super::simulate::{SimulateArgs, play};
use crate::settings::within;

/// Pits two line-ups of bots against each other: `tapis simulate` with the seats filled up. Every deal is played in all
/// different seatings, and the games are recorded.
#[derive(Debug, Args)]
pub(super) struct ArenaArgs {
    /// The game's id.
    #[arg(long, default_value = "richelieu")]
    game: String,
    /// Options of the ruleset as JSON; missing ones take their defaults.
    #[arg(long, default_value = "{}")]
    options: String,
    /// The first line-up, comma-separated: random, greedy, novice, beginner, apprentice, casual, club, expert, solver:N for N playouts a move, or
    /// plain:N for the same without guidance by move scores.
    #[arg(long, value_delimiter = ',', required = true)]
    a: Vec<Bot>,
    /// The second line-up; its last bot takes all seats left over.
    #[arg(long, value_delimiter = ',', required = true)]
    b: Vec<Bot>,
    /// Games, rounded up so that every deal is played in all seatings.
    #[arg(long, default_value_t = 400, value_parser = within(1_u64..=100_000_000))]
    games: u64,
    /// 64 hex digits, or any words, which are hashed. The same seed gives the same result. Drawn when absent.
    #[arg(long)]
    seed: Option<String>,
    /// The language: en or fr.
    #[arg(long, default_value = "en")]
    language: Language,
    #[command(flatten)]
    play: PlayArgs,
}

/// Plays the games and prints what came of them.
///
/// # Errors
/// As `tapis simulate`; more bots than seats.
pub(super) fn run(args: ArenaArgs, games: &Registry) -> anyhow::Result<()> {
    let ArenaArgs { game, options, a, b, games: number, seed: words, language, play: how } = args;
    let seats = line_up(&a, &b, ruleset(games, &game, &options)?.seats())?;
    let seed = hex::encode(seed(words.as_deref())?);
    let of = GameArgs { game, options, seed, language };
    play(&SimulateArgs { of, seats, games: number, play: how }, games)
}

/// One bot for each seat: those of `a`, then those of `b`, the last of which takes all seats left over.
fn line_up(a: &[Bot], b: &[Bot], seats: usize) -> anyhow::Result<Vec<Bot>> {
    let bots = a.len() + b.len();
    anyhow::ensure!(bots <= seats, "{bots} bots do not fit at a table of {seats} seats");
    Ok(a.iter().chain(b).chain(std::iter::repeat(&b[b.len() - 1])).take(seats).copied().collect())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        arena: ArenaArgs,
    }

    fn parse(line: &str) -> Result<ArenaArgs, clap::Error> {
        Line::try_parse_from(format!("arena {line}").split(' ')).map(|line| line.arena)
    }

    #[test]
    fn line_ups_are_lists_of_bots() {
        let args = parse("--a club --b greedy,random --games 6").expect("good arguments");
        let seats = line_up(&args.a, &args.b, 5).expect("they fit");
        let names: Vec<_> = seats.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["club", "greedy", "random", "random", "random"]);
        assert!(parse("--a clubs --b greedy").is_err());
        assert!(parse("--a club --b greedy --games 0").is_err());
        assert!(parse("--a club").is_err());
    }

    #[test]
    fn what_does_not_fit_is_said() {
        let crowd = parse("--a club,club --b greedy --games 2").expect("good arguments");
        let error = run(crowd, &Registry::standard()).expect_err("three bots").to_string();
        assert_eq!(error, "3 bots do not fit at a table of 2 seats");
    }
}
