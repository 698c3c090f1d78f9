//! The command line: serving, and what operators and designers do beside it.

use std::ffi::OsString;
use std::io::{Write, stdout};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};
use tapis_service::process;
use tapis_service::sources::Sources;
use tapis_solver::registry::Registry;

use crate::settings::{Database, Settings};
use crate::startup::{Application, Signals};
use crate::telemetry;

mod admin;
mod arena;
mod balance;
mod chart;
mod copy;
mod course;
mod database;
mod experiment;
mod export;
mod keys;
mod luck;
mod play;
mod prune;
mod ratings;
mod replay;
mod report;
mod review;
mod secrets;
mod simulate;
mod stats;

/// A card-table server: four published games over HTTP, hints and balance statistics.
#[derive(Debug, Parser)]
#[command(version, name = "tapis", args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: Settings,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve (the default).
    Serve(Box<Settings>),
    /// Print the OpenAPI document.
    Openapi,
    /// Pit two line-ups of bots against each other.
    Arena(arena::ArenaArgs),
    /// Play games of bots in memory and record their results for the statistics.
    Simulate(simulate::SimulateArgs),
    /// Measure how games go, by win probabilities: changes of the lead, drama, uncertainty, and their curves.
    Course(course::CourseArgs),
    /// Answer the three first questions about a game: are the seats fair, does skill pay, which card matters?
    Balance(balance::BalanceArgs),
    /// Measure how much of a result is luck.
    Luck(luck::LuckArgs),
    /// Say who wins when luck is taken out of the results: the same means with narrower intervals.
    Adjusted(luck::AdjustedArgs),
    /// Rate bots on one scale.
    Ratings(ratings::RatingsArgs),
    /// Compare rulesets or line-ups on the same deals.
    Experiment(experiment::ExperimentArgs),
    /// Write the results of finished games to a file for notebooks: Parquet, CSV or NDJSON.
    Export(export::ExportArgs),
    /// Print the statistics of finished games and what goes with winning, without a service.
    Stats(stats::StatsArgs),
    /// Draw statistics as SVG.
    Chart(chart::ChartArgs),
    /// Write a report on finished games: verdicts in words, charts and tables, on one HTML page.
    Report(report::ReportArgs),
    /// Say what in the result of a finished game was luck and what was play, from its replay.
    Review(review::ReviewArgs),
    /// Write a complete copy of the database to a new file, even while the service runs.
    Backup(database::BackupArgs),
    /// Copy a database into another, of any engine. No service may run on either.
    Copy(copy::CopyArgs),
    /// Check every game, every hash and all statistics of the database, even while the service runs.
    Verify(Database),
    /// Recompute all statistics from the results of the games. The service must not run.
    RebuildStatistics(Database),
    /// Delete old games and free their space. The service must not run.
    Prune(prune::PruneArgs),
    /// Print the admin token of a service on this machine: the one it was started with, or the one stored next to its database.
    Admin(Box<admin::AdminArgs>),
    /// Make, list and revoke the keys of front ends and designers, even while the service runs.
    Keys(keys::KeysArgs),
    /// Check every hash of a finished game and print its replay, even while the service runs.
    Replay(replay::ReplayArgs),
}

/// The whole program `tapis` for `games`: reads the command line, does what it says, and answers the exit status. A fault is
/// one line of the standard error output, whatever the environment says about backtraces.
pub fn main(games: Registry) -> ExitCode {
    process::keep_files_private();
    process::warn_of_limits();
    let cli = match Cli::read(std::env::args_os().collect()) {
        Ok(cli) => cli,
        Err(error) => secrets::without_secrets(error).exit(),
    };
    match cli.run(games) {
        Ok(status) => status,
        // Whoever read the output has seen enough: `tapis stats | head`.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tapis: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.chain().find_map(|cause| cause.downcast_ref::<std::io::Error>());
    io.is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
}

impl Cli {
    /// Reads a command line. `serve` is what the program does anyhow, so it may stand anywhere: `tapis --port 80 serve`.
    fn read(mut given: Vec<OsString>) -> clap::error::Result<Self> {
        Self::try_parse_from(&given).or_else(|error| {
            let serve = given.iter().position(|argument| argument == "serve");
            let Some(at) = serve.filter(|at| error.kind() == ErrorKind::ArgumentConflict && *at > 1) else {
                return Err(error);
            };
            let serve = given.remove(at);
            given.insert(1, serve);
            Self::try_parse_from(&given)
        })
    }

    /// Does what the command line says; answers the exit status.
    ///
    /// # Errors
    /// What went wrong, for people to read.
    pub fn run(self, games: Registry) -> anyhow::Result<ExitCode> {
        match self.command.unwrap_or(Command::Serve(Box::new(self.serve))) {
            Command::Serve(settings) => serve(*settings, games)?,
            Command::Arena(arguments) => arena::run(arguments, &games)?,
            Command::Simulate(arguments) => simulate::play(&arguments, &games)?,
            Command::Course(arguments) => course::run(&arguments, &games)?,
            Command::Balance(arguments) => balance::run(&arguments, &games)?,
            Command::Luck(arguments) => luck::run(&arguments, &games)?,
            Command::Adjusted(arguments) => luck::adjusted(&arguments, &games)?,
            Command::Ratings(arguments) => ratings::run(&arguments, &games)?,
            Command::Experiment(arguments) => experiment::run(&arguments, &games)?,
            Command::Export(arguments) => export::run(&arguments, &games)?,
            Command::Stats(arguments) => stats::run(&arguments, &games)?,
            Command::Chart(arguments) => chart::run(&arguments, &games)?,
            Command::Report(arguments) => report::run(&arguments, &games)?,
            Command::Review(arguments) => review::run(&arguments, &games)?,
            Command::Backup(arguments) => database::backup(&arguments)?,
            Command::Verify(database) => return database::verify(&database.url),
            Command::RebuildStatistics(database) => database::rebuild_statistics(&database.url)?,
            Command::Copy(arguments) => copy::run(&arguments)?,
            Command::Prune(arguments) => prune::run(&arguments)?,
            Command::Admin(arguments) => admin::run(&arguments)?,
            Command::Keys(arguments) => keys::run(&arguments, games)?,
            Command::Replay(arguments) => replay::run(&arguments, games)?,
            Command::Openapi => {
                writeln!(stdout(), "{}", serde_json::to_string_pretty(&crate::openapi())?)?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn serve(settings: Settings, games: Registry) -> anyhow::Result<()> {
    telemetry::init(&settings.logging)?;
    actix_web::rt::System::new().block_on(async {
        let signals = Signals::listen()?;
        let application = Application::build(settings, Sources::system(games))?;
        println!("listening on http://{}", application.address());
        Ok(application.run_until(signals).await?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn port(line: &str) -> Option<u16> {
        let cli = Cli::read(line.split(' ').map(OsString::from).collect()).ok()?;
        let settings = match cli.command {
            Some(Command::Serve(serve)) => *serve,
            None => cli.serve,
            Some(_) => return None,
        };
        Some(settings.server.port)
    }

    #[test]
    fn to_serve_may_be_said_before_after_or_not_at_all() {
        for line in [
            "tapis --port 81",
            "tapis serve --port 81",
            "tapis --port 81 serve",
            "tapis --host ::1 serve --port 81",
        ] {
            assert_eq!(port(line), Some(81), "{line}");
        }
        for line in ["tapis --port 81 verify", "tapis --port serve", "tapis --port 81 serve serve"] {
            assert_eq!(port(line), None, "{line}");
        }
    }

    #[test]
    fn a_value_that_cannot_be_read_is_told_what_would_be_right() {
        for (line, told) in [
            ("tapis simulate --seats greedy --games 40.0", "a whole number from 1 to 100000000"),
            ("tapis course --seats greedy --lines 0,5", "a whole number from 10 to 10000"),
            ("tapis keys add shop --rate-moves 20_000", "a whole number from 0 to 4294967295"),
            ("tapis experiment plan.json --minutes 0,5", "as 0.5"),
            ("tapis prune --before 31.01.2026", "2026-01-31"),
            ("tapis --port 8080.0", "a whole number from 0 to 65535"),
            ("tapis --host localhost", "expected an address, as 127.0.0.1"),
        ] {
            let read = Cli::read(line.split(' ').map(OsString::from).collect());
            let error = read.expect_err(line).to_string();
            assert!(error.contains(told), "{line}: {error}");
        }
    }
}
