//! Learns the values of a game: `cargo learn <game> <players> <games> <lines> <rounds> <seed>` writes `target/<game>-<2|n>.value`,
//! which `versus` measures.
//!
//! So many games a round are played with so many lines a move, and after the first come so many rounds.
//! The first games are played by `plain`, and each later round by the search with the values learned so far. Nothing depends on the
//! clock or on the number of threads. One game in ten is held out, to see what was learned.

use std::error::Error;
use std::time::Instant;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rayon::prelude::*;
use tapis_games::random::Seed;
use tapis_solver::bots::Bot;
use tapis_solver::control::Control;
use tapis_solver::learning::{Experience, Fit, Play, fit, squared_error};
use tapis_solver::registry::{RegisteredGame, Registry};
use tapis_solver::sampling::Tuning;
use tapis_solver::simulation::deal_seed;
use tapis_solver::value::{Net, Values};

mod mix;

/// Random moves in a hundred.
const RANDOM: u32 = 6;
/// One game in so many is held out.
const HELD_OUT: usize = 10;

struct Course {
    game: &'static dyn RegisteredGame,
    players: u8,
    games: u64,
    lines: u64,
    seed: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, players, numbers @ ..] = &arguments[..] else {
        return Err("learn <game> <players> <games> <lines> <rounds> <seed>".into());
    };
    let numbers = numbers.iter().map(|word| word.parse()).collect::<Result<Vec<u64>, _>>()?;
    let [games, lines, rounds, seed] = numbers[..] else {
        return Err("four numbers: games, lines, rounds and seed".into());
    };
    let players = players.parse()?;
    let game = Registry::standard().game(game).ok_or("no such game")?;
    let (mut known, mut net) = (Experience::default(), None);
    let mut held_out = Experience::default();
    for round in 0..=rounds {
        let course = Course { game, players, games, lines, seed: seed + 1000 * round };
        net = Some(course.round(net, &mut known, &mut held_out)?);
    }
    let net = net.ok_or("no round")?;
    let seats = if players == 2 { "2" } else { "n" };
    let target = concat!(env!("CARGO_MANIFEST_DIR"), "/../target");
    std::fs::create_dir_all(target)?;
    let file = format!("{target}/{}-{seats}.value", game.id());
    let command = format!("cargo learn {}", arguments.join(" "));
    std::fs::write(&file, net.write(known.names(), &command))?;
    println!("{file}");
    Ok(())
}

impl Course {
    /// Plays the games of a round and fits all experience so far.
    fn round(
        &self,
        net: Option<Net>,
        known: &mut Experience,
        held_out: &mut Experience,
    ) -> Result<Net, Box<dyn Error>> {
        let bot = match net.clone() {
            Some(net) => {
                let tuning = Tuning { values: Values::Given(Box::leak(Box::new(net))), ..Tuning::bot() };
                Bot::Solver { iterations: self.lines, tuning }
            }
            None => Bot::plain(self.lines),
        };
        let began = Instant::now();
        let played: Vec<_> = (0..self.games).into_par_iter().map(|deal| self.play(bot, deal)).collect();
        for (n, experience) in played.into_iter().enumerate() {
            let kind = if n % HELD_OUT == 0 { &mut *held_out } else { &mut *known };
            kind.append(&experience?);
        }
        let took = began.elapsed().as_secs_f64();
        let fitted = fit(known, Fit { seed: self.seed, ..Fit::default() }).rounded();
        println!(
            "seed {}: {} positions of {} games in {took:.0} s; squared error of the {} held out: before {:.5}, after {:.5} \
             (fitted ones {:.5}); {:.0} s in all",
            self.seed,
            known.positions(),
            self.games,
            held_out.positions(),
            squared_error(net.as_ref(), held_out),
            squared_error(Some(&fitted), held_out),
            squared_error(Some(&fitted), known),
            began.elapsed().as_secs_f64(),
        );
        Ok(fitted)
    }

    fn play(&self, bot: Bot, deal: u64) -> Result<Experience, String> {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&self.seed.to_le_bytes());
        let seed: Seed = deal_seed(key, deal);
        let options = mix::options(self.game.id(), self.players, &mut ChaCha8Rng::from_seed(seed.0));
        let rules = self.game.ruleset(&options).map_err(|faults| format!("{options}: {faults:?}"))?;
        let play = Play { bot, random: RANDOM, seeds: seed.into() };
        self.game.experience(&*rules, play, &Control::default()).map_err(|error| error.to_string())
    }
}
