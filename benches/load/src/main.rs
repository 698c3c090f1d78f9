//! The binary `tapis-load`: see `cargo xtask load --help`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use clap::{Args, Parser, Subcommand};
use tapis_load::bench::Bench;
use tapis_load::host::Processes;
use tapis_load::peer::{self, Peer};
use tapis_load::report::{HEAD, load_average};
use tapis_load::rows::Rows;

/// Measures the service and its store beside the least that could do the same work.
#[derive(Parser)]
#[command(name = "tapis-load")]
struct Load {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Measure.
    Measure(Measure),
    /// Be what is compared with.
    Peer {
        /// Which.
        peer: Peer,
        /// Where its database is.
        #[arg(long)]
        directory: PathBuf,
    },
}

#[derive(Args)]
struct Measure {
    /// The program `tapis`.
    #[arg(long)]
    tapis: PathBuf,
    /// Which rows, comma separated; all but `attack` when absent.
    #[arg(long, value_delimiter = ',', ignore_case = true)]
    rows: Vec<Rows>,
    /// The same as `--rows attack`: a person and another caller beside floods of each documented call with a small, the largest and a
    /// compressed body, for 15 minutes at most.
    #[arg(long, conflicts_with = "rows")]
    attack: bool,
    /// Of these floods, those of one call, by its `operationId`.
    #[arg(long, value_name = "CALL")]
    only: Option<String>,
    /// Pairs of measurements of each row.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Seconds of one measurement.
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    /// Connections at once, where a row says many.
    #[arg(long, default_value_t = 32)]
    connections: usize,
    /// Sockets of an evening.
    #[arg(long, default_value_t = 200)]
    sockets: usize,
    /// Milliseconds between two moves at a table of an evening; everything else follows from it.
    #[arg(long, default_value_t = 50)]
    pause: u64,
    /// Where the databases are put, in folders that go away: the disk decides about H3.
    #[arg(long, default_value_os_t = std::env::temp_dir())]
    directory: PathBuf,
}

fn main() -> ExitCode {
    let done = match Load::parse().command {
        Command::Measure(measure) => run(measure),
        Command::Peer { peer, directory } => peer::serve(&directory, peer),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tapis-load: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(measure: Measure) -> Result<()> {
    let rows = match measure.rows {
        _ if measure.attack => vec![Rows::Attack],
        rows if rows.is_empty() => Rows::USUAL.to_vec(),
        rows => rows,
    };
    let bench = Bench {
        host: Box::new(Processes { tapis: measure.tapis }),
        directory: measure.directory,
        connections: measure.connections,
        sockets: measure.sockets,
        pause: Duration::from_millis(measure.pause),
        rounds: measure.rounds,
        time: Duration::from_secs_f64(measure.seconds),
        only: measure.only,
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let profile = if cfg!(debug_assertions) { "development" } else { "release" };
    println!(
        "load average {} at the beginning, {threads} processors, {profile} build\n\n{HEAD}",
        load_average()
    );
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    for which in rows {
        for row in runtime.block_on(which.measure(&bench))? {
            println!("{row}");
        }
    }
    println!("\nload average {} at the end", load_average());
    Ok(())
}
