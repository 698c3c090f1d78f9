//! Makes `lab/data/balance.json`, `solver/data/bot-ratings.json` and the tables of `docs/balance.md` anew; `cargo xtask balance` runs it.
//!
//! `balance <percent> <seed> <date> <command>`. Results are kept in a database of `target/balance`, named after the bots: a run goes on
//! where the last one stopped.

use std::fs;
use std::path::Path;
use std::time::Instant;

use tapis_common::sources::Sources;
use tapis_db::DatabaseUrl;
use tapis_lab::balance::{Balance, Bench, SAMPLE_SEED, fill, measure, measure_ratings, parts, rated, sample};
use tapis_solver::bots::AllRatings;
use tapis_solver::fingerprint;
use tapis_solver::registry::Registry;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [percent, seed, date, command] = &arguments[..] else {
        eprintln!("run it with `cargo xtask balance`");
        std::process::exit(2);
    };
    let percent = percent.parse().expect("a percentage");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let bots = fingerprint::of_bots();
    let work = root.join(format!("target/balance/{}.db", &bots[..16]));
    fs::create_dir_all(work.parent().expect("a folder")).expect("target is writable");
    let store = DatabaseUrl::Sqlite(work.clone()).open().expect("a database in target");
    let games = Registry::standard();
    let clock = Sources::system(games.clone()).clock;
    let bench = Bench { games: &games, store: &*store, clock: &*clock, seed };
    let began = Instant::now();
    let told = |what: &str| eprintln!("{:>6.0} s  {what}", began.elapsed().as_secs_f64());
    let mut rows = Vec::new();
    for part in parts(percent) {
        told(&format!("{} {:?}, {} games", part.name(), part.bots, part.games));
        rows.extend(measure(&bench, &part).expect("games are played"));
    }
    let sample = measure(&Bench { seed: SAMPLE_SEED, ..bench }, &sample()).expect("games are played");
    let mut games = Vec::new();
    for of in rated(percent) {
        told(&format!("{}: ratings of {:?}, {} games of neighbours", of.game, of.levels, of.games));
        games.push(measure_ratings(&bench, &of).expect("games are played"));
    }
    store.close().expect("the database is closed");
    let [command, date, seed] = [command, date, seed].map(Clone::clone);
    let balance = Balance { command, date, bots: bots.clone(), seed, rows, sample };
    let ratings = AllRatings { bots, games };
    write(&root.join("lab/data/balance.json"), &json(&balance));
    write(&root.join("solver/data/bot-ratings.json"), &json(&ratings));
    let page = root.join("docs/balance.md");
    let text = fs::read_to_string(&page).expect("docs/balance.md");
    write(&page, &fill(&text, &balance, &ratings));
    told(&format!("written; the games lie in {}", work.display()));
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string_pretty(value).expect("plain data") + "\n"
}

fn write(path: &Path, text: &str) {
    fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
