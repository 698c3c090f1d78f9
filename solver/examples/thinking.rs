//! Measures what the moves of a level take, or how late hints are: `thinking <game> <options> <positions> <seed> <level or, as 300ms, time>`.
//!
//! One position a game, at a random place of games of `greedy` with some random moves. Prints what a move takes of one processor, on average
//! and at most; of hints with so much time how late they come, those that use their time.

use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_games::log::ObservationLog;
use tapis_solver::answer::Stop;
use tapis_solver::control::Control;
use tapis_solver::engine::{BotLevel, Engine};
use tapis_solver::registry::Registry;
use tapis_solver::request::{Budget, Request};

mod places;
mod spent;

use places::place;
use spent::Spent;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, options, positions, seed, level] = &arguments[..] else {
        eprintln!("thinking <game> <options> <positions> <seed> <level>");
        return;
    };
    println!("{}", arguments.join(" "));
    let [positions, seed] = [positions, seed].map(|number| number.parse::<u64>().expect("a number"));
    let game = Registry::standard().game(game).expect("a game");
    let rules = game.ruleset(options).expect("a ruleset");
    let engine = game.engine(&*rules).expect("an engine");
    let logs = (0..positions).filter_map(|number| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed << 32 | number);
        place(&*rules, &*engine, &mut rng)
    });
    if let Some(ms) = level.strip_suffix("ms") {
        return print_lateness(&*engine, logs, ms.parse().expect("milliseconds"));
    }
    let level = BotLevel::named(level).expect("a level");
    let mut spent = Spent::default();
    for (number, log) in logs.enumerate() {
        spent.time(|| engine.choose(level, &log, [1; 32], &Control::default()).expect("a move"));
        println!("  {} positions: {}", number + 1, spent.words());
    }
}

fn print_lateness(engine: &dyn Engine, logs: impl Iterator<Item = ObservationLog>, ms: u64) {
    let (mut late, mut early) = (Vec::new(), 0);
    for log in logs {
        let budget = Budget { ms: Some(ms), ..Budget::default() };
        let request = Request { budget, threads: 1, ..Request::default() };
        let began = Instant::now();
        let answer = engine.hint(&log, &request, &Control::default()).expect("a hint");
        if answer.stop == Stop::Deadline {
            late.push(began.elapsed().saturating_sub(Duration::from_millis(ms)));
        } else {
            early += 1;
        }
    }
    late.sort_unstable();
    let at = |share: f64| late.get((share * late.len() as f64) as usize).or(late.last());
    let [half, most] = [0.5, 0.99].map(at);
    println!(
        "  {} hints used their time, {early} ended before: late p50 {half:.1?}, p99 {most:.1?}",
        late.len()
    );
}
