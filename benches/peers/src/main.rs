//! Compares our game interface and solvers with other crates, on the same work, in one interleaved run. Prints the
//! table that `benches/README.md` quotes. See `benches/peers/README.md`.

mod connect_four;
mod endgames;
mod figures;
mod oh_hell;
mod position;
mod rated;
mod row;
mod rows;

use std::time::Duration;

use anyhow::{Result, ensure};
use clap::Parser;
use row::{Row, Size};

/// Measures the rows of the table of goals that have a peer.
#[derive(Debug, Parser)]
struct Options {
    /// Rows to measure, comma separated; all when absent
    #[arg(long, value_delimiter = ',')]
    rows: Vec<String>,
    /// Rounds, in each of which both sides take a turn
    #[arg(long, default_value_t = 7)]
    rounds: usize,
    /// Seconds a side takes in a round, where the work has no size of its own
    #[arg(long, default_value_t = 0.4)]
    seconds: f64,
    /// Work as small as still asserts something: its figures say nothing
    #[arg(long)]
    tiny: bool,
}

fn main() -> Result<()> {
    let options = Options::parse();
    let known = || rows::ALL.iter().map(|(id, _)| *id).chain(endgames::ALL.iter().map(|row| row.id));
    let unknown = |id: &&String| !known().any(|known| known == *id);
    if let Some(id) = options.rows.iter().find(unknown) {
        anyhow::bail!("no row {id}; there are {}", known().collect::<Vec<_>>().join(", "));
    }
    ensure!(options.rounds > 0, "at least one round");
    ensure!((0.0..600.0).contains(&options.seconds), "seconds from 0 to 600");
    let size = if options.tiny { Size::Tiny } else { Size::Full };
    println!("Load average at the beginning: {}", load());
    println!();
    println!("| row | work | ours | peer | ratio | spread | n | goal | met |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    let (mut met, mut all) = (0, 0);
    for (id, make) in rows::ALL {
        if !options.rows.is_empty() && !options.rows.iter().any(|wanted| wanted == id) {
            continue;
        }
        for mut row in make(size) {
            met += print(&mut row, &options);
            all += row.goals.len();
        }
    }
    for row in &endgames::ALL {
        if options.rows.is_empty() || options.rows.iter().any(|wanted| wanted == row.id) {
            let (line, is_met) = row.line(size);
            println!("{line}");
            met += usize::from(is_met);
            all += 1;
        }
    }
    println!();
    println!("Goals met: {met} of {all}. Load average at the end: {}", load());
    Ok(())
}

/// Measures a row and prints its lines. Returns how many goals it meets.
fn print(row: &mut Row, options: &Options) -> usize {
    let pairs = row.measure(options.rounds, Duration::from_secs_f64(options.seconds));
    let (lines, met) = row.lines(&pairs);
    lines.iter().for_each(|line| println!("{line}"));
    met
}

/// The load averages over the last 1, 5 and 15 minutes.
fn load() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let averages: Vec<_> = text.split(' ').take(3).collect();
    if averages.len() == 3 { averages.join(" ") } else { "unknown".to_owned() }
}
