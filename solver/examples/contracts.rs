//! How often bots meet their contracts at Le Malin, and what they lose: `contracts <options> <rounds> <seed> <bot>…`, one
//! bot a seat, turned by one seat from deal to deal. Prints a line a bot of the first seating.

use rand::rngs::ChaCha8Rng;
use rayon::prelude::*;
use tapis_games::game::{Game, Observed, Published, Turn};
use tapis_games::log::Ply;
use tapis_games::malin::Malin;
use tapis_games::random::{Seed, Stream};
use tapis_games::seat::{Seat, Viewer};
use tapis_solver::bots::{Bot, pick};
use tapis_solver::control::Control;

/// What one bot made of its rounds.
#[derive(Clone, Copy, Default)]
struct Sum {
    rounds: u32,
    met: u32,
    lost: i32,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [options, rounds, seed, bots @ ..] = &arguments[..] else {
        eprintln!("contracts <options> <rounds> <seed> <bot>…");
        return;
    };
    let options = serde_json::from_str(options).expect("options as JSON");
    let rules = Malin::new(options).expect("a ruleset");
    let bots: Vec<Bot> = bots.iter().map(|bot| bot.parse().expect("a bot")).collect();
    assert_eq!(bots.len(), rules.seats(), "a bot a seat");
    let (rounds, seed): (u64, u64) =
        (rounds.parse().expect("a number of rounds"), seed.parse().expect("a seed"));
    let sums = (0..rounds).into_par_iter().map(|round| play(&rules, &bots, seed, round)).reduce(
        || vec![Sum::default(); bots.len()],
        |one, other| one.iter().zip(&other).map(|(a, b)| a.and(b)).collect(),
    );
    for (bot, sum) in bots.iter().zip(sums) {
        let of = |part: f64| part / f64::from(sum.rounds);
        println!("{bot}: met {:.4}, points a round {:.4}", of(sum.met.into()), of(sum.lost.into()));
    }
}

impl Sum {
    fn and(&self, other: &Self) -> Self {
        Self { rounds: self.rounds + other.rounds, met: self.met + other.met, lost: self.lost + other.lost }
    }
}

/// The first round of a game, the bots turned by its number.
fn play(rules: &Malin, bots: &[Bot], seed: u64, round: u64) -> Vec<Sum> {
    let seats = bots.len();
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    // Every deal is played in all seatings.
    key[8..16].copy_from_slice(&(round / seats as u64).to_le_bytes());
    let seed = Seed(key);
    let bot_at = |seat: Seat| (seat.index() + round as usize) % seats;
    let mut state = rules.start();
    let mut minds: Vec<_> = Seat::all(seats).map(|seat| rules.know(Viewer::Seat(seat))).collect();
    let mut ended = None;
    for n in 0.. {
        let before = state.clone();
        let action = match rules.turn(&state) {
            Turn::Player(seat) => {
                let mut own = [0; 32];
                rand::Rng::fill_bytes(&mut seed.stream(Stream::Bot(n)), &mut own);
                let bot = bots[bot_at(seat)];
                Some((
                    seat,
                    pick(rules, &minds[seat.index()], bot, own, &Control::default()).expect("a move"),
                ))
            }
            _ if n > 0 => break,
            _ => None,
        };
        if let Some((_, mv)) = action {
            rules.play(&mut state, mv).expect("a legal move");
        }
        if rules.round_scores(&state).is_some() {
            ended = Some(state);
            break;
        }
        let stream = if n == 0 { Stream::Deal } else { Stream::Chance(n) };
        let mut chance = Vec::new();
        let mut rng: ChaCha8Rng = seed.stream(stream);
        while rules.turn(&state) == Turn::Chance {
            let outcome = rules.sample_chance(&state, &mut rng);
            rules.resolve(&mut state, &outcome).expect("a drawn outcome fits");
            chance.push(outcome);
        }
        let ply = Ply { n, action, chance };
        for (seat, mind) in Seat::all(seats).zip(&mut minds) {
            rules.learn(mind, &rules.see(&before, &ply, &state, Viewer::Seat(seat))).expect("a true log");
        }
    }
    let end = ended.expect("the round ends");
    let mut sums = vec![Sum::default(); seats];
    for seat in Seat::all(seats) {
        let contract = i32::from(end.contracts[seat.index()].unwrap_or(0));
        let lost = (contract - i32::from(end.taken[seat.index()])).abs();
        sums[bot_at(seat)] = Sum { rounds: 1, met: u32::from(lost == 0), lost };
    }
    sums
}
