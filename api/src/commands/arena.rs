//! `tapis arena`: two line-ups of bots against each other, with the result and its interval.

use std::io::{IsTerminal, Write, stderr, stdout};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rand::TryRng;
use rand::rngs::SysRng;
use serde::Serialize;
use sha2::{Digest, Sha256};
use tapis_games::erased::AnyRuleset;
use tapis_games::ruleset::Ruleset;
use tapis_solver::arena::{Contest, Estimate, LineUp, Report};
use tapis_solver::bots::Bot;
use tapis_solver::control::Control;
use tapis_solver::registry::{RegisteredGame, Registry};

/// Pits two line-ups of bots against each other: the same deals from every seat.
#[derive(Debug, Args)]
pub struct ArenaArgs {
    /// The game's id.
    #[arg(long, default_value = "richelieu")]
    game: String,
    /// Options of the ruleset as JSON; missing ones take their defaults.
    #[arg(long, default_value = "{}")]
    options: String,
    /// The first line-up, comma-separated: random, greedy, casual, club, expert, or solver:N for N playouts a move.
    #[arg(long, value_delimiter = ',', required = true)]
    a: Vec<Bot>,
    /// The second line-up; its last bot takes all seats left over.
    #[arg(long, value_delimiter = ',', required = true)]
    b: Vec<Bot>,
    /// Games, rounded up so that every deal is played in all seatings.
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// 64 hex digits, or any words, which are hashed. The same seed gives the same result. Drawn when absent.
    #[arg(long)]
    seed: Option<String>,
    /// Worker threads; 0 for one a core. Never changes the result.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
    /// Prints the result as JSON.
    #[arg(long)]
    json: bool,
}

/// The result as JSON.
#[derive(Serialize)]
struct Document<'a> {
    ruleset: &'a Ruleset,
    /// Lower-case hex.
    seed: String,
    #[serde(flatten)]
    report: Report,
}

/// Plays the contest and prints its result; a progress bar goes to the standard error output.
///
/// # Errors
/// What is wrong with the arguments, or with the game.
pub fn run(args: ArenaArgs, games: &Registry) -> anyhow::Result<()> {
    let (game, ruleset) = ruleset(games, &args.game, &args.options)?;
    let seed = seed(args.seed.as_deref())?;
    let contest = Contest { a: args.a, b: args.b, games: args.games, seed };
    let bar = bar(contest.games_at(ruleset.seats()));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.into()).build()?;
    let shown = |finished| bar.set_position(finished);
    let report = pool.install(|| game.contest(&*ruleset, &contest, &Control::default(), &shown))?;
    bar.finish_and_clear();
    let document = Document { ruleset: ruleset.ruleset(), seed: hex::encode(seed), report };
    let output = if args.json { serde_json::to_string_pretty(&document)? + "\n" } else { text(&document) };
    Ok(stdout().write_all(output.as_bytes())?)
}

pub(super) fn ruleset(
    games: &Registry,
    game: &str,
    options: &str,
) -> anyhow::Result<(&'static dyn RegisteredGame, Arc<dyn AnyRuleset>)> {
    let Some(found) = games.game(game) else {
        bail!("there is no game '{game}'; there are {}", games.ids());
    };
    let ruleset = found.ruleset(options).map_err(|faults| {
        let faults: Vec<String> = faults.iter().map(|fault| format!("{fault}")).collect();
        anyhow!("the options do not make a ruleset of {game}: {}", faults.join("; "))
    })?;
    Ok((found, ruleset))
}

pub(super) fn seed(text: Option<&str>) -> anyhow::Result<[u8; 32]> {
    let mut seed = [0; 32];
    match text {
        None => SysRng.try_fill_bytes(&mut seed).context("the system gives no random numbers")?,
        Some(text) if hex::decode_to_slice(text, &mut seed).is_ok() => {}
        Some(words) => seed = Sha256::digest(words).into(),
    }
    Ok(seed)
}

pub(super) fn bar(games: u64) -> ProgressBar {
    let target =
        if stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(games), target);
    let template = "{wide_bar} {pos}/{len} games, {per_sec}, {eta} left";
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

fn text(document: &Document<'_>) -> String {
    let Document { ruleset, seed, report } = document;
    let mut lines = vec![
        format!("{} {}", ruleset.game, ruleset.hash),
        format!("seed {seed}"),
        format!("{} games: {} deals in every seating", report.games, report.deals),
    ];
    for (name, line_up) in [("a", &report.a), ("b", &report.b)] {
        lines.push(format!("{name}: {}", line_up_text(line_up)));
    }
    lines.push(format!("shared wins: {}", report.shared));
    lines.push(format!("margin of a: {} points", interval(&report.margin, 2)));
    let pace = report.pace;
    lines.push(format!("{:.1} s, {:.2} games/s", pace.seconds, pace.games_per_second));
    lines.join("\n") + "\n"
}

fn line_up_text(line_up: &LineUp) -> String {
    let LineUp { bots, seats, par, share, share_of_games, won } = line_up;
    let games = interval(share_of_games, 4);
    format!(
        "{} (seats {seats}, par {par:.3}): win share {}, by games {games}, won {won}",
        bots.join(","),
        interval(share, 4)
    )
}

fn interval(estimate: &Estimate, digits: usize) -> String {
    let Estimate { mean, low, high, n } = estimate;
    format!("{mean:.digits$} [{low:.digits$}, {high:.digits$}] n {n}")
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
        assert_eq!((args.a.len(), args.b.len(), args.games), (1, 2, 6));
        assert!(parse("--a clubs --b greedy").is_err());
        assert!(parse("--a club --b greedy --games 0").is_err());
        assert!(parse("--a club").is_err());
    }

    #[test]
    fn plays_and_reports() {
        let args = parse("--a greedy --b random --games 4 --seed test --json").expect("good arguments");
        assert!(run(args, &Registry::standard()).is_ok());
        let games = Registry::standard();
        let (game, ruleset) = ruleset(&games, "richelieu", "{}").expect("the default ruleset");
        let seed = seed(Some("test")).expect("a seed");
        let contest = Contest { a: vec![Bot::Greedy], b: vec![Bot::Random], games: 4, seed };
        let report = game.contest(&*ruleset, &contest, &Control::default(), &|_| {}).expect("a result");
        let document = Document { ruleset: ruleset.ruleset(), seed: hex::encode(seed), report };
        let text = text(&document);
        assert!(text.contains("4 games: 2 deals") && text.contains("greedy (seats 1, par 0.500)"), "{text}");
        let json = serde_json::to_value(&document).expect("JSON");
        assert_eq!(json["a"]["bots"][0], "greedy");
        assert_eq!(json["games"], 4);
    }

    #[test]
    fn a_seed_is_hex_or_words() {
        let hex = "00".repeat(31) + "ff";
        assert_eq!(seed(Some(&hex)).expect("hex")[31], 255);
        assert_eq!(seed(Some("luck")).expect("words"), seed(Some("luck")).expect("words"));
        assert_ne!(seed(None).expect("drawn"), seed(None).expect("drawn"));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let games = Registry::standard();
        let error = ruleset(&games, "whist", "{}").err().expect("no such game").to_string();
        assert!(error.contains("whist") && error.contains("richelieu"), "{error}");
        let error = ruleset(&games, "richelieu", "{\"players\":9}").err().expect("too many").to_string();
        assert!(error.contains("/players"), "{error}");
        let crowd = parse("--a club,club --b greedy --games 2").expect("good arguments");
        assert!(run(crowd, &games).expect_err("three bots").to_string().contains("2 seats"));
    }
}
