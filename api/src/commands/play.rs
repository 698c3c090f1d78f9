//! What the commands that play games share: the ruleset, the seed, threads, progress, and an early end.

use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rand::TryRng;
use rand::rngs::SysRng;
use rayon::ThreadPool;
use serde::Serialize;
use tapis_db::{DatabaseUrl, Store};
use tapis_games::erased::AnyRuleset;
use tapis_games::json::file_text;
use tapis_games::locale::Language;
use tapis_lab::export::may_write;
use tapis_lab::{LabError, Simulation, seed_of};
use tapis_solver::bots::Bot;
use tapis_solver::control::{Cancel, Control};
use tapis_solver::registry::Registry;

use crate::settings::within;

/// The threads that play.
#[derive(Clone, Debug, Args)]
pub(super) struct Threads {
    /// Worker threads; 0 for one a core. Never changes the result.
    #[arg(long, default_value_t = 0, value_parser = within(0_u16..=1_024))]
    threads: u16,
}

impl Threads {
    pub(super) fn pool(&self) -> anyhow::Result<ThreadPool> {
        Ok(rayon::ThreadPoolBuilder::new().num_threads(self.threads.into()).build()?)
    }
}

/// How games are played, and where they are recorded.
#[derive(Clone, Debug, Args)]
pub(super) struct PlayArgs {
    #[command(flatten)]
    pub threads: Threads,
    /// Stops after this many minutes and reports the games played so far, like Ctrl-C. Repeat the command to continue.
    #[arg(long, value_parser = minutes)]
    pub minutes: Option<f64>,
    /// Where the results are recorded: `sqlite:<path>`. A service must not run on it.
    #[arg(long, default_value = "sqlite:lab.db")]
    pub database: DatabaseUrl,
    /// Prints the result as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Which games are played.
#[derive(Clone, Debug, Args)]
pub(super) struct GameArgs {
    /// The game's id.
    #[arg(long, default_value = "richelieu")]
    pub game: String,
    /// Options of the ruleset as JSON; missing ones take their defaults.
    #[arg(long, default_value = "{}")]
    pub options: String,
    /// 64 hex digits, or any words, which are hashed. The same seed gives the same games.
    #[arg(long, default_value = "tapis")]
    pub seed: String,
    /// The language: en or fr.
    #[arg(long, default_value = "en")]
    pub language: Language,
}

impl GameArgs {
    /// The ruleset.
    pub(super) fn ruleset(&self, games: &Registry) -> anyhow::Result<Arc<dyn AnyRuleset>> {
        ruleset(games, &self.game, &self.options)
    }
}

/// A sample of games that is measured and not recorded.
#[derive(Clone, Debug, Args)]
pub(super) struct Sample {
    #[command(flatten)]
    pub game: GameArgs,
    /// The bots, comma-separated: one for all seats, or one for each.
    #[arg(long, value_delimiter = ',', required = true)]
    seats: Vec<Bot>,
    #[command(flatten)]
    threads: Threads,
    /// Prints the result as JSON.
    #[arg(long)]
    json: bool,
}

impl Sample {
    /// What plays.
    pub(super) fn simulation(&self, games: &Registry) -> anyhow::Result<Simulation> {
        Ok(Simulation::new(games, self.game.ruleset(games)?, &self.seats, seed_of(&self.game.seed))?)
    }

    /// Measures so many games in the threads that play; a progress bar goes to the standard error output.
    pub(super) fn measure<T: Send>(
        &self,
        games: u64,
        measure: impl FnOnce(&Control, &(dyn Fn(u64) + Sync)) -> Result<T, LabError> + Send,
    ) -> anyhow::Result<T> {
        let bar = bar(games);
        let shown = |played| bar.set_position(played);
        let measured = self.threads.pool()?.install(|| measure(&Control::default(), &shown))?;
        bar.finish_and_clear();
        Ok(measured)
    }

    /// Prints what was measured.
    pub(super) fn print<T: Serialize>(
        &self,
        measured: &T,
        lines: impl FnOnce(Language) -> Vec<String>,
    ) -> anyhow::Result<()> {
        print(measured, self.json, || lines(self.game.language))
    }
}

/// Prints what was found, as JSON or in these lines.
pub(super) fn print<T: Serialize>(
    found: &T,
    json: bool,
    lines: impl FnOnce() -> Vec<String>,
) -> anyhow::Result<()> {
    let text = if json { serde_json::to_string_pretty(found)? } else { lines().join("\n") };
    Ok(writeln!(stdout(), "{text}")?)
}

/// The text of a file that somebody wrote.
pub(super) fn read(file: &Path) -> anyhow::Result<String> {
    let name = file.display();
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {name}"))?;
    file_text(&bytes).map(str::to_owned).map_err(|why| anyhow!("{name}: {why}"))
}

/// Refuses a file whose name does not say what it will be, or that is there, before anything is played.
pub(super) fn written_to(file: Option<&Path>, suffix: &str, force: bool) -> anyhow::Result<()> {
    let Some(file) = file else { return Ok(()) };
    if !file.extension().is_some_and(|of| of.eq_ignore_ascii_case(suffix)) {
        bail!("{} does not end in .{suffix}", file.display())
    }
    Ok(may_write(file, force)?)
}

fn minutes(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(minutes) if (0.0..=1e6).contains(&minutes) => Ok(minutes),
        _ => Err("expected minutes, at most a million, as 0.5".to_owned()),
    }
}

impl PlayArgs {
    /// The database, opened.
    pub(super) fn store(&self) -> anyhow::Result<Arc<dyn Store>> {
        self.database.open().with_context(|| format!("cannot use the database {}", self.database))
    }

    /// Controls that end the games at Ctrl-C, or when the minutes are over.
    pub(super) fn control(&self) -> anyhow::Result<Control> {
        early_end(self.minutes.map(|minutes| Duration::from_secs_f64(minutes * 60.0)))
    }
}

/// Controls that end the games at Ctrl-C, or when this time is over.
pub(super) fn early_end(limit: Option<Duration>) -> anyhow::Result<Control> {
    let cancel = Cancel::default();
    let control = Control { cancel: cancel.clone(), ..Control::default() };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    // It waits as long as the program runs, and ends with it.
    std::thread::Builder::new().name("early-end".to_owned()).spawn(move || {
        runtime.block_on(async {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                () = tokio::time::sleep(limit.unwrap_or(Duration::MAX)) => {}
            }
        });
        cancel.cancel();
    })?;
    Ok(control)
}

/// The ruleset of a game with options as JSON.
pub(super) fn ruleset(games: &Registry, game: &str, options: &str) -> anyhow::Result<Arc<dyn AnyRuleset>> {
    let Some(found) = games.game(game) else {
        bail!("there is no game '{game}'; there are {}", games.ids());
    };
    found.ruleset(options).map_err(|faults| {
        let faults: Vec<String> = faults.iter().map(|fault| format!("{fault}")).collect();
        anyhow!("the options do not make a ruleset of {game}: {}", faults.join("; "))
    })
}

/// The seed of words, or one that is drawn.
pub(super) fn seed(words: Option<&str>) -> anyhow::Result<[u8; 32]> {
    let mut seed = [0; 32];
    match words {
        Some(words) => seed = seed_of(words),
        None => SysRng.try_fill_bytes(&mut seed).context("the system gives no random numbers")?,
    }
    Ok(seed)
}

/// A progress bar of games, where somebody looks.
pub(super) fn bar(games: u64) -> ProgressBar {
    styled(games, "{wide_bar} {pos}/{len} games, {per_sec}, {eta} left")
}

/// A progress bar of time, in thousandths, where somebody looks.
pub(super) fn time_bar() -> ProgressBar {
    styled(1_000, "{wide_bar} {eta} left")
}

fn styled(length: u64, template: &str) -> ProgressBar {
    let target =
        if stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(length), target);
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_hex_or_words() {
        let hex = "00".repeat(31) + "ff";
        assert_eq!(seed(Some(&hex)).expect("hex")[31], 255);
        assert_eq!(seed(Some("luck")).expect("words"), seed(Some("luck")).expect("words"));
        assert_ne!(seed(None).expect("drawn"), seed(None).expect("drawn"));
    }

    #[test]
    fn what_makes_no_ruleset_is_said() {
        let games = Registry::standard();
        let error = ruleset(&games, "whist", "{}").err().expect("no such game").to_string();
        assert!(error.contains("whist") && error.contains("richelieu"), "{error}");
        for (options, told) in [
            ("{players:3}", "a name stands in double quotes, as in \"players\": 3"),
            ("{\"players\":3,5}", "a number has a decimal point, no comma: 3.5"),
            ("{\"players\":3.0}", "/players: a whole number, 0 to 255 is expected, not the number 3.0"),
        ] {
            let error = ruleset(&games, "richelieu", options).err().expect(options).to_string();
            assert!(error.contains(told), "{error}");
        }
        let error = ruleset(&games, "richelieu", "{\"players\":9}").err().expect("too many").to_string();
        assert!(error.contains("/players"), "{error}");
        assert!(minutes("soon").is_err() && minutes("-1").is_err() && minutes("0.5") == Ok(0.5));
    }

    #[test]
    fn a_file_is_read_as_editors_and_shells_write_it_or_it_is_said_what_is_wrong() {
        let place = tempfile::tempdir().expect("a folder");
        let file = place.path().join("plan.json");
        let written = |bytes: &[u8]| {
            std::fs::write(&file, bytes).expect("written");
            read(&file).map_err(|error| error.to_string())
        };
        assert_eq!(written(b"\xef\xbb\xbf{}").as_deref(), Ok("{}"));
        let wide = written(b"\xff\xfe{\0}\0").expect_err("UTF-16");
        assert!(wide.contains("plan.json: it is UTF-16"), "{wide}");
        let latin = written(b"{\"\xe9\": 1}").expect_err("Latin-1");
        assert!(latin.contains("plan.json: it is not UTF-8, at byte 2"), "{latin}");
        let none = read(&place.path().join("none.json")).expect_err("no file").to_string();
        assert!(none.contains("cannot read"), "{none}");
    }
}
