//! Measures bots against each other on paired deals: `versus <game> <options> <deals> <seed> <bot> <bot>… [key=value…]`, one bot a seat.
//!
//! Every deal is played in all seatings; a deal's mean is one observation. Prints the first bot's share of the wins with its 95 %
//! interval, the fair share, and the time of the whole. Keys vary the first bot's search, after `2.` that of the second, and so on: `puct`,
//! `reduction`, `temperature`, `share`, `noise`, `endgame`, `tournament`, `belief`. `lines` and `noise` make a graded bot of another
//! grade (without them its keys start from the common grades). `values` is `off` for playouts, or a file of learned values.

use std::time::Instant;

use tapis_games::random::Seed;
use tapis_solver::bots::{Bot, GRADES};
use tapis_solver::control::Control;
use tapis_solver::learning::Play;
use tapis_solver::registry::Registry;
use tapis_solver::value::{Net, Values};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, options, deals, seed, rest @ ..] = &arguments[..] else {
        eprintln!("versus <game> <options> <deals> <seed> <bot>… [key=value…]");
        return;
    };
    let (keys, names): (Vec<_>, Vec<_>) = rest.iter().partition(|word| word.contains('='));
    let mut bots: Vec<Bot> = names.iter().map(|name| name.parse().expect("a bot")).collect();
    let features = feature_names(game, options);
    for key in keys {
        let (seat, key) = key.split_once('.').filter(|(seat, _)| seat.len() == 1).unwrap_or(("1", key));
        vary(&mut bots[seat.parse::<usize>().expect("a seat") - 1], key, features);
    }
    let (deals, seed) = (deals.parse().expect("a number of deals"), seed.parse().expect("a seed"));
    println!("{}", arguments.join(" "));
    measure(game, options, deals, seed, &bots);
}

/// The names of the features of a game, as a random game gives them.
fn feature_names(game: &str, options: &str) -> &'static [&'static str] {
    let game = Registry::standard().game(game).expect("a game");
    let rules = game.ruleset(options).expect("a ruleset");
    let play = Play { bot: Bot::Random, random: 0, seeds: Seed([0; 32]).into() };
    game.experience(&*rules, play, &Control::default()).expect("a game").names()
}

fn vary(bot: &mut Bot, key: &str, features: &[&str]) {
    *bot = match *bot {
        Bot::Graded(level) => level.search(&GRADES),
        other => other,
    };
    let Bot::Solver { tuning, iterations } = bot else { return };
    let (key, value) = key.split_once('=').expect("key=value");
    if key == "values" {
        tuning.values = values(value, features);
        return;
    }
    let number: f64 = value.parse().expect("a number");
    match key {
        "puct" => tuning.puct = number as f32,
        "reduction" => tuning.reduction = number as f32,
        "temperature" => tuning.temperature = number as f32,
        "share" => tuning.guided_share = number,
        "endgame" => tuning.endgame_nodes = number as u32,
        "noise" => tuning.noise = number,
        "lines" => *iterations = number as u64,
        "tournament" => tuning.tournament = number as u32,
        "belief" => tuning.belief = number as u32,
        _ => eprintln!("no key {key}"),
    }
}

/// `off`, or the name of a file.
fn values(name: &str, names: &[&str]) -> Values {
    if name == "off" {
        return Values::Off;
    }
    let text = std::fs::read_to_string(name).expect("off, or a file of values");
    Values::Given(Box::leak(Box::new(Net::read(&text, names).expect("values of this game"))))
}

fn measure(game: &str, options: &str, deals: u64, seed: u64, bots: &[Bot]) {
    let game = Registry::standard().game(game).expect("a game");
    let rules = game.ruleset(options).expect("a ruleset");
    let seats = bots.len();
    let began = Instant::now();
    let mut means = Vec::new();
    for number in 0..deals {
        let key = deal(seed, number);
        let share = |rotation: usize| {
            let seated: Vec<Bot> = (0..seats).map(|seat| bots[(seat + rotation) % seats]).collect();
            let played = game.simulate(&*rules, &seated, key.into(), &Control::default()).expect("a game");
            played.payoffs.shares.as_slice()[(seats - rotation) % seats]
        };
        means.push((0..seats).map(share).sum::<f64>() / seats as f64);
        if (number + 1) % (deals / 8).max(1) == 0 {
            println!("  {}, {:.0} s", words(&means, seats), began.elapsed().as_secs_f64());
        }
    }
}

/// The deal of this number in the experiment with this seed.
fn deal(experiment: u64, number: u64) -> Seed {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&experiment.to_le_bytes());
    key[8..16].copy_from_slice(&number.to_le_bytes());
    Seed(key)
}

/// The mean share with its 95 % interval, each deal one observation, and the fair share of so many seats.
fn words(shares: &[f64], seats: usize) -> String {
    let n = shares.len() as f64;
    let mean = shares.iter().sum::<f64>() / n;
    let variance = shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    let radius = 1.96 * (variance / n).sqrt();
    let (low, high, fair) = (mean - radius, mean + radius, 1.0 / seats as f64);
    format!("{mean:.3} [{low:.3}, {high:.3}] of {n} deals, fair {fair:.3}")
}
