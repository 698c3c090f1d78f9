//! Measures how often bots meet their contracts at Le Malin, and what they lose: `contracts <options> <deals> <seed>
//! <bot>… [/ <bot>…]`, one bot per seat, one or two line-ups. A line-up of different bots plays every deal in all its
//! seatings. Two line-ups play the same deals, and the rate of the first is compared with that of the second.
//! Intervals are at 95 %, with deals as the unit, because rounds of one deal are alike.

use rayon::prelude::*;
use tapis_games::game::{Game, Published};
use tapis_games::malin::Malin;
use tapis_games::seat::Seat;
use tapis_solver::bots::Bot;

mod rounds;

use rounds::{first_round, seed_of};

/// The results of one bot in its rounds of one deal.
#[derive(Clone, Copy, Default)]
struct Sum {
    rounds: f64,
    met: f64,
    lost: f64,
}

/// A line-up and the results of its bots, by place and deal.
struct Played {
    names: Vec<String>,
    deals: Vec<Vec<Sum>>,
}

/// A mean with its standard error.
struct Mean(f64, f64);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [options, deals, seed, bots @ ..] = &arguments[..] else {
        eprintln!("contracts <options> <deals> <seed> <bot>… [/ <bot>…]");
        return;
    };
    let options = serde_json::from_str(options).expect("options as JSON");
    let rules = Malin::new(options).expect("a ruleset");
    let (deals, seed) = (deals.parse().expect("a number of deals"), seed.parse().expect("a seed"));
    let played: Vec<Played> =
        bots.split(|bot| bot == "/").map(|names| play_all(&rules, names, seed, deals)).collect();
    played.iter().for_each(print);
    if let [one, other] = &played[..] {
        let ratio = ratio(&one.whole(), &other.whole());
        println!("contracts met, first line-up to second: {}", ratio.shown(""));
    }
}

fn play_all(rules: &Malin, names: &[String], seed: u64, deals: u64) -> Played {
    let bots: Vec<Bot> = names.iter().map(|bot| bot.parse().expect("a bot")).collect();
    assert_eq!(bots.len(), rules.seats(), "a bot a seat");
    let alike = names.iter().all(|name| *name == names[0]);
    let seatings = if alike { 1 } else { bots.len() };
    let deal = |deal| {
        let mut sums = vec![Sum::default(); bots.len()];
        (0..seatings).for_each(|rotation| play(rules, &bots, seed, deal, rotation, &mut sums));
        sums
    };
    Played { names: names.to_vec(), deals: (0..deals).into_par_iter().map(deal).collect() }
}

/// Prints the bots by name. For different bots also how much less the first loses than the others on the same deals.
fn print(played: &Played) {
    let mut names = played.names.clone();
    names.dedup();
    println!("{} on {} deals", played.names.join(", "), played.deals.len());
    for name in &names {
        let sums = played.of(|other| other == name);
        let met = mean(&sums, |sum| sum.met).shown("");
        println!("  {name}: met {met}, points lost a round {}", mean(&sums, |sum| sum.lost).shown(""));
    }
    if names.len() > 1 {
        let (first, others) = (played.of(|name| *name == names[0]), played.of(|name| *name != names[0]));
        let fewer = |(one, other): (&Sum, &Sum)| Sum {
            rounds: 1.0,
            met: 0.0,
            lost: other.lost / other.rounds - one.lost / one.rounds,
        };
        let fewer: Vec<Sum> = first.iter().zip(&others).map(fewer).collect();
        println!("  {} loses fewer a round: {}", names[0], mean(&fewer, |sum| sum.lost).shown("+"));
    }
}

impl Played {
    /// By deal, the results of all bots with these names together.
    fn of(&self, counts: impl Fn(&String) -> bool) -> Vec<Sum> {
        let add = |all: Sum, one: &Sum| Sum {
            rounds: all.rounds + one.rounds,
            met: all.met + one.met,
            lost: all.lost + one.lost,
        };
        let these = |deal: &Vec<Sum>| {
            deal.iter().zip(&self.names).filter(|(_, name)| counts(name)).map(|(sum, _)| *sum).collect()
        };
        let sum = |sums: Vec<Sum>| sums.iter().fold(Sum::default(), add);
        self.deals.iter().map(these).map(sum).collect()
    }

    fn whole(&self) -> Vec<Sum> {
        self.of(|_| true)
    }
}

impl Mean {
    fn shown(&self, sign: &str) -> String {
        let Self(mean, error) = *self;
        let (low, high) = (mean - 1.96 * error, mean + 1.96 * error);
        match sign {
            "+" => format!("{mean:+.3} [{low:+.3}, {high:+.3}]"),
            _ => format!("{mean:.3} [{low:.3}, {high:.3}]"),
        }
    }
}

/// The mean of a part per round.
fn mean(deals: &[Sum], part: impl Fn(&Sum) -> f64) -> Mean {
    let rounds: f64 = deals.iter().map(|sum| sum.rounds).sum();
    let mean = deals.iter().map(&part).sum::<f64>() / rounds;
    let squares: f64 = deals.iter().map(|sum| (part(sum) - mean * sum.rounds).powi(2)).sum();
    Mean(mean, squares.sqrt() / rounds)
}

/// The ratio of two rates of contracts met on the same deals.
fn ratio(one: &[Sum], other: &[Sum]) -> Mean {
    let rate = |deals: &[Sum]| mean(deals, |sum| sum.met).0;
    let (a, b) = (rate(one), rate(other));
    let off = |sum: &Sum, rate: f64| sum.met / sum.rounds / rate - 1.0;
    let squares: f64 = one.iter().zip(other).map(|(x, y)| (off(x, a) - off(y, b)).powi(2)).sum();
    Mean(a / b, a / b * squares.sqrt() / one.len() as f64)
}

/// The first round of a game, with the bots rotated by `rotation` seats.
fn play(rules: &Malin, bots: &[Bot], seed: u64, deal: u64, rotation: usize, sums: &mut [Sum]) {
    let bot_at = |seat: Seat| (seat.index() + rotation) % bots.len();
    let end = first_round(rules, seed_of(seed, deal), |seat| bots[bot_at(seat)], |_, _| {});
    for seat in Seat::all(bots.len()) {
        let contract = i32::from(end.contracts[seat.index()].unwrap_or(0));
        let lost = (contract - i32::from(end.taken[seat.index()])).abs();
        let sum = &mut sums[bot_at(seat)];
        sum.rounds += 1.0;
        sum.met += f64::from(u8::from(lost == 0));
        sum.lost += f64::from(lost);
    }
}
