//! The project's chores: `cargo xtask test` is everything CI asks for, `cargo xtask bless` rewrites what is on record.

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

mod bless;
mod check_game;
mod clients;
mod load;
mod new_game;
mod own;
mod programs;
mod project;
mod python;
mod schemathesis;
mod service;
mod soak;
mod step;
mod suites;
mod test;
mod tools;
mod trial;
mod web;

/// Commands of the project.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Xtask {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Formatting, lints, documentation, all tests and the checks in Python: what CI runs.
    Test,
    /// Installs the programs that the tests need, where they are missing; runs nothing.
    Tools,
    /// The generated clients alone.
    Clients,
    /// The pages alone: built, compared with `web/dist`, and used in a browser.
    Pages,
    /// Pictures of every page, in both languages, widths and themes, written to `target/pictures`.
    Pictures,
    /// Writes `web/dist` anew from the sources.
    BlessWeb,
    /// Tests that can be made longer, made long; see its --help.
    Soak(soak::Soak),
    /// The service and its store in release under load, as ratios to bare peers; see benches/load/README.md.
    Load(load::Load),
    /// A game of your own to begin with, in examples/NAME: rules, texts and tests, a part of the workspace.
    NewGame(new_game::NewGame),
    /// Checks every law of a game on random games, in less than a minute; each broken law is one sentence.
    CheckGame(check_game::CheckGame),
    /// Rewrites the files that record what the program does: perft counts, playthroughs, vectors, openapi.json.
    Bless,
}

fn main() -> ExitCode {
    let command = Xtask::parse().command;
    let done = own::enter().and_then(|()| run(command));
    match done {
        Ok(closing) => {
            println!("{closing}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a command; answers its closing line.
fn run(command: Command) -> Result<String> {
    match command {
        Command::Test => test::run(),
        Command::Tools => tools::provide().map(|()| "cargo xtask tools: all are there".to_owned()),
        Command::Clients => test::clients(),
        Command::Pages => web::pages(),
        Command::Pictures => web::pictures(),
        Command::BlessWeb => web::bless(),
        Command::Soak(soak) => soak::run(&soak),
        Command::Load(load) => load::run(&load),
        Command::NewGame(game) => new_game::run(&game),
        Command::CheckGame(game) => check_game::run(&game),
        Command::Bless => bless::run(),
    }
}
