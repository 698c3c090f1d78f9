//! The project's chores: `cargo xtask test` is everything CI asks for, `cargo xtask bless` rewrites what is on record.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod bless;
mod clients;
mod exports;
mod figures;
mod learn;
mod load;
mod project;
mod python;
mod schemathesis;
mod service;
mod soak;
mod step;
mod test;
mod tools;

/// Chores of the tapis project.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Xtask {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Formatting, lints, documentation, all tests and the checks in Python: what CI runs.
    Test,
    /// The generated clients alone.
    Clients,
    /// Tests that can be made longer, made long; see its --help.
    Soak(soak::Soak),
    /// The service and its store in release under load, as ratios to bare peers; see benches/load/README.md.
    Load(load::Load),
    /// Every row of the table of goals of benches/README.md, ours and the peers'; takes about ten minutes.
    Figures(figures::Figures),
    /// Learns the evaluation of a game from nothing and writes its weights; about five minutes on two cores.
    Learn(learn::Learn),
    /// Rewrites the files that record what the program does: perft counts, playthroughs, vectors, openapi.json.
    Bless,
}

fn main() -> ExitCode {
    let done = match Xtask::parse().chore {
        Chore::Test => test::run(),
        Chore::Clients => test::clients(),
        Chore::Soak(soak) => soak::run(&soak),
        Chore::Load(load) => load::run(&load),
        Chore::Figures(figures) => figures::run(&figures),
        Chore::Learn(learn) => learn::run(&learn),
        Chore::Bless => bless::run(),
    };
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
