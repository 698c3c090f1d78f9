//! Makes `solver/data/calibration.json` and the tables of `benches/calibration.md` anew: `cargo calibrate [--positions 300] [--games all]
//! [--budgets 300,2000] [--reference 20000] [--minutes 180] [--seed 1]`.
//!
//! So many positions of each game and number of seats (two, more) are searched with the lines of each budget. After so many minutes the
//! table is made of what there is.
//!
//! One position a game, at a random place of games of `greedy` with some random moves. The truth is exact where the position is
//! solved, else that of the *reference*: the same search of many times the lines, from other worlds. Every position is a line of
//! a file in `target/`, named after the search: a run goes on where the last one stopped.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tapis_solver::calibration::{Calibration, Group, Position, SeatCount, check_all, fit};
use tapis_solver::fingerprint;

mod document;
#[path = "../places/mod.rs"]
mod places;
mod positions;

use positions::Source;

/// What is played, in turn: the default and the options that change most.
const PLAYED: [(&str, SeatCount, &[&str]); 6] = [
    ("richelieu", SeatCount::Two, &["{}", r#"{"variant":"three_rows"}"#]),
    ("richelieu", SeatCount::More, &[r#"{"players":3}"#, r#"{"players":4}"#]),
    ("sept-blasons", SeatCount::More, &["{}", r#"{"players":3}"#, r#"{"players":5}"#]),
    ("malin", SeatCount::More, &["{}", r#"{"players":3}"#, r#"{"players":5}"#]),
    ("parbourg", SeatCount::Two, &[r#"{"players":2}"#]),
    ("parbourg", SeatCount::More, &[r#"{"players":3}"#, r#"{"players":4}"#]),
];

struct Arguments {
    positions: usize,
    games: Vec<String>,
    budgets: Vec<u64>,
    reference: u64,
    minutes: u64,
    seed: u64,
}

/// The options, and what they are where nothing is said.
const OPTIONS: [(&str, &str); 6] = [
    ("--positions", "300"),
    ("--games", "all"),
    ("--budgets", "300,2000"),
    ("--reference", "20000"),
    ("--minutes", "180"),
    ("--seed", "1"),
];

impl Arguments {
    /// From pairs of a name and a value.
    fn read() -> Option<Self> {
        let given: Vec<String> = std::env::args().skip(1).collect();
        let mut values = BTreeMap::from(OPTIONS);
        for pair in given.chunks(2) {
            *values.get_mut(pair[0].as_str())? = pair.get(1)?.as_str();
        }
        let number = |name: &str| values[name].parse::<u64>().ok();
        let list = |name: &str| values[name].split(',').map(str::to_owned);
        Some(Self {
            positions: number("--positions")? as usize,
            games: list("--games").collect(),
            budgets: list("--budgets").map(|lines| lines.parse().ok()).collect::<Option<_>>()?,
            reference: number("--reference")?,
            minutes: number("--minutes")?,
            seed: number("--seed")?,
        })
    }

    /// The command that measures the same again.
    fn command(&self) -> String {
        let Self { positions, games, budgets, reference, seed, .. } = self;
        let (games, budgets) =
            (games.join(","), budgets.iter().map(u64::to_string).collect::<Vec<_>>().join(","));
        format!(
            "cargo calibrate --positions {positions} --games {games} --budgets {budgets} --reference {reference} --seed {seed}"
        )
    }
}

fn main() {
    let Some(arguments) = Arguments::read() else {
        eprintln!("its options, with what they are by default: {OPTIONS:?}");
        std::process::exit(2);
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let search = fingerprint::of_search();
    let Arguments { seed, reference, .. } = arguments;
    let work = root.join(format!("target/calibration/{}-{reference}-{seed}.jsonl", &search[..16]));
    let mut known = read(&work);
    measure(&arguments, &work, &mut known);
    let table = table(&arguments, search, &known);
    let path = root.join("solver/data/calibration.json");
    let text = serde_json::to_string_pretty(&table).expect("plain data") + "\n";
    fs::write(&path, text).expect("the table is written");
    document::write(&root.join("benches/calibration.md"), &table);
    println!("{}: {} positions checked; {}", path.display(), table.all.positions, work.display());
}

type Known = BTreeMap<(String, SeatCount), Vec<Position>>;

/// The positions of earlier runs of this search.
fn read(work: &PathBuf) -> Known {
    let mut known = Known::new();
    for line in fs::read_to_string(work).unwrap_or_default().lines() {
        // A line that was being written when the run ended is made anew.
        if let Ok(position) = serde_json::from_str::<Position>(line) {
            known.entry((position.game.clone(), position.seats)).or_default().push(position);
        }
    }
    known
}

/// Measures positions of all games in turn until there are enough or the time is up.
fn measure(arguments: &Arguments, work: &PathBuf, known: &mut Known) {
    fs::create_dir_all(work.parent().expect("a folder")).expect("target is writable");
    let mut file = OpenOptions::new().create(true).append(true).open(work).expect("target is writable");
    let ends = Instant::now() + Duration::from_secs(60 * arguments.minutes);
    let asked = |game: &str| arguments.games.iter().any(|one| one == game || one == "all");
    let mut sources: Vec<Source> = (PLAYED.iter())
        .filter(|(game, ..)| asked(game))
        .map(|&(game, seats, options)| Source::new(game, seats, options, arguments.seed))
        .collect();
    for number in 0..arguments.positions {
        for source in &mut sources {
            let of = known.entry(source.name()).or_default();
            if of.iter().any(|position| position.number as usize == number) {
                continue;
            }
            if Instant::now() >= ends {
                return;
            }
            let Some(position) = source.position(number as u32, &arguments.budgets, arguments.reference)
            else {
                continue;
            };
            let line = serde_json::to_string(&position).expect("plain data");
            writeln!(file, "{line}").expect("target is writable");
            of.push(position);
        }
        let left = ends.saturating_duration_since(Instant::now());
        eprintln!("{} positions each; {} s left", number + 1, left.as_secs());
    }
}

fn table(arguments: &Arguments, search: String, known: &Known) -> Calibration {
    let mut table = Calibration {
        command: arguments.command(),
        date: jiff::Timestamp::now().strftime("%Y-%m-%d").to_string(),
        search,
        reference: arguments.reference,
        ..Calibration::default()
    };
    let positions = |game: &str, seats| known.get(&(game.to_owned(), seats)).map_or(&[][..], Vec::as_slice);
    let options: Vec<Vec<String>> =
        PLAYED.iter().map(|(.., options)| options.iter().map(|&one| one.to_owned()).collect()).collect();
    let groups: Vec<Group<'_>> = (PLAYED.iter().zip(&options))
        .map(|(&(game, seats, _), options)| Group { positions: positions(game, seats), options })
        .collect();
    let parts = fit(&groups, &arguments.budgets);
    table.all = check_all(
        parts.iter().map(|(game, buckets)| (positions(&game.game, game.seats), game, buckets.as_slice())),
    );
    for (game, buckets) in parts {
        table.games.push(game);
        table.buckets.extend(buckets);
    }
    table
}
