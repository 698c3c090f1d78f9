//! `tapis balance`: the three first questions about a game.

use std::io::{Write, stdout};
use std::time::Duration;

use clap::Args;
use tapis_db::model::Json;
use tapis_games::locale::Language;
use tapis_lab::{FirstLook, Means, seed_of};
use tapis_service::sources::Sources;
use tapis_solver::registry::Registry;

use super::play::{early_end, ruleset, time_bar};
use crate::settings::within;

/// Answers the three first questions about a game in sentences: are the seats fair, does skill pay, which card matters? Bots play
/// until the time is over; at Ctrl-C the answers are those of the games so far. Nothing is recorded.
#[derive(Debug, Args)]
pub(super) struct BalanceArgs {
    /// The game's id.
    game: String,
    /// Options of the ruleset as JSON; missing ones take their defaults.
    #[arg(long, default_value = "{}")]
    options: String,
    /// Minutes, at most ten. Less time, or a slow game, makes wider intervals.
    #[arg(long, default_value_t = 9.0, value_parser = minutes)]
    minutes: f64,
    /// 64 hex digits, or any words, which are hashed. The same seed gives the same games.
    #[arg(long, default_value = "tapis")]
    seed: String,
    /// Worker threads; 0 for one a core.
    #[arg(long, default_value_t = 0, value_parser = within(0_u16..=1_024))]
    threads: u16,
    /// The language: en or fr.
    #[arg(long, default_value = "en")]
    language: Language,
}

fn minutes(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(minutes) if (0.01..=10.0).contains(&minutes) => Ok(minutes),
        _ => Err("expected minutes, from 0.01 to 10, as 0.5".to_owned()),
    }
}

/// Plays the games and prints the answers; a progress bar goes to the standard error output.
///
/// # Errors
/// What is wrong with the arguments; a game could not be played.
pub(super) fn run(args: &BalanceArgs, games: &Registry) -> anyhow::Result<()> {
    let ruleset = ruleset(games, &args.game, &args.options)?;
    let control = early_end(None)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.into()).build()?;
    let (clock, bar) = (Sources::system(games.clone()).clock, time_bar());
    let means = Means {
        games,
        clock: &*clock,
        control: &control,
        time: Duration::from_secs_f64(args.minutes * 60.0),
        progress: &|part| bar.set_position((part.min(1.0) * 1_000.0) as u64),
    };
    let looked = pool.install(|| FirstLook::take(&ruleset, seed_of(&args.seed), &means))?;
    bar.finish_and_clear();
    let named = ruleset.ruleset();
    let options: Json = Json::of(&named.options);
    let mut lines = vec![format!("{} {}", named.game, named.hash)];
    lines.extend(looked.told(&options, args.language));
    Ok(stdout().write_all((lines.join("\n") + "\n").as_bytes())?)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        balance: BalanceArgs,
    }

    fn balance(line: &str) -> anyhow::Result<BalanceArgs> {
        Ok(Line::try_parse_from(format!("balance {line}").split_whitespace())?.balance)
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert!(balance("").is_err() && balance("richelieu --minutes 11").is_err());
        let args = balance("whist --minutes 0.01").expect("good arguments");
        let error = run(&args, &Registry::standard()).expect_err("no such game").to_string();
        assert_eq!(error, format!("there is no game 'whist'; there are {}", Registry::standard().ids()));
    }
}
