//! Measures what the moves of a level take: `thinking <game> <options> <positions> <seed> <level>`.
//!
//! One position a game, at a random place of games of `greedy` with some random moves. Prints what a move takes of one processor, on average
//! and at most.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_solver::control::Control;
use tapis_solver::engine::BotLevel;
use tapis_solver::registry::Registry;

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
    let level = BotLevel::named(level).expect("a level");
    let mut spent = Spent::default();
    for number in 0..positions {
        let mut rng = ChaCha8Rng::seed_from_u64(seed << 32 | number);
        let Some(log) = place(&*rules, &*engine, &mut rng) else { continue };
        spent.time(|| engine.choose(level, &log, [1; 32], &Control::default()).expect("a move"));
        println!("  {} positions: {}", number + 1, spent.words());
    }
}
