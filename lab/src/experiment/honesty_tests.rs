//! What is promised of experiments, simulated.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

use super::needed::needed;
use super::*;
use crate::Sequence;
use crate::repeated_tests::runs;

fn plan(more: Value) -> Plan {
    let arm = |name: &str| json!({"name": name, "seats": ["random"]});
    let mut plan = json!({"game": "g", "arms": [arm("a")], "games": 100_000, "metric": "ties"});
    plan.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    serde_json::from_value(plan).unwrap()
}

fn field(arms: usize, plans: &[u64]) -> Field {
    Field {
        twins: (0..arms).collect(),
        reference: 0,
        numbers: vec![1; arms],
        levels: 1,
        plans: plans.to_vec(),
    }
}

/// Deals on which arms win with these probabilities; of two deals one is won by all arms or by none, as far as their
/// probabilities allow.
struct Deals {
    rng: ChaCha8Rng,
    wins: Vec<f64>,
}

impl Deals {
    fn new(wins: &[f64], seed: u64) -> Self {
        Self { rng: ChaCha8Rng::seed_from_u64(seed), wins: wins.to_vec() }
    }

    /// The next deals, by arm.
    fn chunk(&mut self, deals: u64, playing: &[bool]) -> Vec<Vec<f64>> {
        let mut chunk = vec![Vec::new(); self.wins.len()];
        for _ in 0..deals {
            let (luck, together) = (self.rng.random::<f64>(), self.rng.random_bool(0.5));
            for ((values, win), plays) in chunk.iter_mut().zip(&self.wins).zip(playing) {
                let own = self.rng.random::<f64>();
                let won = if together { luck } else { own } < *win;
                values.extend(plays.then_some(f64::from(u8::from(won))));
            }
        }
        chunk
    }
}

/// At most 5 % of the runs, and what chance adds to it.
fn at_most_5_percent(what: &str, wrong: u64) {
    println!("{what}: wrong in {wrong} of {} runs", runs());
    let noise = 2.0 * (0.05 * 0.95 / runs() as f64).sqrt();
    assert!(wrong as f64 <= (0.05 + noise) * runs() as f64, "{what}: {wrong} of {}", runs());
}

/// A designer plans 300 games, looks, and doubles `games` four times as long as nothing is decided: arms that are alike are told
/// apart in at most 5 % of the runs.
#[test]
fn raising_games_stays_honest() {
    let wrong = (0..runs()).filter(|run| {
        let mut plans = Vec::new();
        [300, 600, 1_200, 2_400, 4_800].into_iter().any(|deals| {
            plans.push(deals);
            let mut cards = Deals::new(&[0.5, 0.5], 20_000 + run);
            let mut tally = Tally::new(plan(json!({"stop": "effect"})), &field(2, &plans));
            while tally.deals < deals && !tally.is_decided() {
                tally.push(&cards.chunk(20, &[true, true]));
            }
            tally.is_decided()
        })
    });
    at_most_5_percent("games raised four times", wrong.count() as u64);
}

/// The intervals of three arms and of two differences hold together, at all looks.
#[test]
fn arms_and_differences_hold_together() {
    let truth = [0.4, 0.5, 0.45];
    let wrong = (0..runs()).filter(|run| {
        let mut cards = Deals::new(&truth, 40_000 + run);
        let mut tally = Tally::new(plan(json!({})), &field(3, &[1_500]));
        let leaves_out = |found: &crate::Interval, value: f64| {
            found.low.is_some_and(|low| low > value) || found.high.is_some_and(|high| high < value)
        };
        (0..75).any(|_| {
            tally.push(&cards.chunk(20, &[true; 3]));
            let means = tally.arms.iter().map(|arm| arm.mean.interval(tally.budget.arm));
            let arms = means.zip(truth).any(|(mean, truth)| leaves_out(&mean, truth));
            let differences = tally.comparisons(&["a", "b", "c"]);
            let truths = [truth[1] - truth[0], truth[2] - truth[0]];
            arms || differences.iter().zip(truths).any(|(found, truth)| leaves_out(&found.difference, truth))
        })
    });
    at_most_5_percent("arms and differences", wrong.count() as u64);
}

/// What a look says of the deals that are still needed, and how many it took.
struct Guess {
    about: Option<u64>,
    from: u64,
    to: Option<u64>,
    took: Option<u64>,
}

/// A look somewhere in the second half of a plan, where nothing is decided; then deals until something is, beyond the end
/// of the plan by a plan of just so many.
fn guess(wins: [f64; 2], minimum_effect: f64, planned: u64, run: u64) -> Option<Guess> {
    let alpha = 0.049;
    let mut cards = Deals::new(&wins, 60_000 + run);
    let mut sequence = Sequence::of_differences().planned(&[planned]);
    let mut play = |sequence: &mut Sequence, deals| {
        let chunk = cards.chunk(deals, &[true, true]);
        chunk[0].iter().zip(&chunk[1]).for_each(|(a, b)| sequence.push(b - a));
    };
    let is_decided = |sequence: &Sequence| {
        let (mean, radius) = (sequence.mean().unwrap().abs(), sequence.radius_after(sequence.n(), alpha));
        mean > radius || mean < minimum_effect - radius
    };
    let look = planned / 2 + planned / 20 * (run % 11);
    for _ in 0..look / 20 {
        play(&mut sequence, 20);
        if is_decided(&sequence) {
            return None;
        }
    }
    let now = sequence.n();
    let found = needed(&sequence, alpha, minimum_effect)?;
    while !is_decided(&sequence) && sequence.n() < 40 * planned {
        let deals = 10.max(sequence.n() / 200);
        play(&mut sequence, deals);
    }
    let took = is_decided(&sequence).then(|| sequence.n() - now);
    Some(Guess { about: found.about(), from: found.from, to: found.to, took })
}

/// Where one number is said, it is within a factor of two of what it took in 80 % of the runs; where two are, it took
/// a number between them in 80 %.
#[test]
fn how_many_more_deals_is_what_it_takes() {
    let cases = [
        ([0.5, 0.5], 0.08, 1_000),
        ([0.5, 0.52], 0.1, 800),
        ([0.5, 0.55], 0.0, 600),
        ([0.33, 0.42], 0.0, 300),
        ([0.5, 0.53], 0.06, 1_500),
    ];
    let guesses: Vec<Guess> = cases
        .iter()
        .flat_map(|(wins, least, planned)| (0..200).filter_map(|run| guess(*wins, *least, *planned, run)))
        .collect();
    let share = |part: usize, of: usize| part as f64 / of.max(1) as f64;
    let told = guesses.iter().filter_map(|guess| Some((guess.about?, guess.took)));
    let told: Vec<_> = told.collect();
    let near = |(about, took): &&(u64, Option<u64>)| {
        took.is_some_and(|took| took <= 2 * about + 20 && about <= &(2 * took + 20))
    };
    let near = share(told.iter().filter(near).count(), told.len());
    let between = |guess: &&Guess| {
        let took = guess.took.unwrap_or(u64::MAX);
        guess.from <= took + 20 && guess.to.is_none_or(|to| took <= to + 20)
    };
    let between = share(guesses.iter().filter(between).count(), guesses.len());
    println!(
        "of {} looks {} say one number, within a factor of two in {near:.3}; between the two numbers in {between:.3}",
        guesses.len(),
        told.len()
    );
    assert!(guesses.len() > 200 && told.len() > 20, "{} {}", guesses.len(), told.len());
    let noise = |of: usize| 2.0 * (0.16 / of as f64).sqrt();
    assert!(near >= 0.8 - noise(told.len()), "{near}");
    assert!(between >= 0.8 - noise(guesses.len()), "{between}");
}

/// After how many deals a race for what is nearest to 0.4 is decided, all arms being on one side of it, and how many it takes
/// where arms are told apart by their means alone. (Where they lie on both sides pairing helps little: then it is their
/// middle that must be known.)
fn race(seed: u64) -> (u64, u64) {
    let wins = [0.52, 0.45, 0.59];
    let race = json!({"search": {"x": [0, 1, 2]}, "goal": {"nearest": 0.4}, "stop": "effect"});
    let mut tally = Tally::new(plan(race), &field(3, &[4_000]));
    let mut cards = Deals::new(&wins, seed);
    while !tally.is_decided() && tally.deals < 4_000 {
        let playing: Vec<bool> = tally.playing().collect();
        tally.push(&cards.chunk(10, &playing));
    }
    let (mut cards, mut deals) = (Deals::new(&wins, seed), 0);
    let mut means = [(); 3].map(|()| Sequence::of_shares().planned(&[4_000]));
    loop {
        let chunk = cards.chunk(10, &[true; 3]);
        for (mean, values) in means.iter_mut().zip(&chunk) {
            values.iter().for_each(|value| mean.push(*value));
        }
        deals += 10;
        let found = means.each_ref().map(|mean| mean.interval(0.05 / 3.0));
        let away =
            found[1].low.zip(found[1].high).map(|(low, high)| (low - 0.4).abs().max((high - 0.4).abs()));
        let apart = |at: usize| {
            let (low, high) = found[at].low.zip(found[at].high)?;
            Some((low - 0.4).max(0.4 - high))
        };
        let decided =
            away.is_some_and(|away| [0, 2].iter().all(|at| apart(*at).is_some_and(|least| least > away)));
        if decided || deals >= 4_000 {
            return (tally.deals, deals);
        }
    }
}

#[test]
fn a_race_compares_on_paired_deals() {
    let races: Vec<(u64, u64)> = (0..runs() / 10).map(|run| race(80_000 + run)).collect();
    let median = |of: fn(&(u64, u64)) -> u64| {
        let mut deals: Vec<u64> = races.iter().map(of).collect();
        deals.sort_unstable();
        deals[deals.len() / 2]
    };
    let (paired, alone) = (median(|race| race.0), median(|race| race.1));
    println!("a race takes {paired} deals, by means alone {alone}");
    assert!(4 * paired < 3 * alone, "{paired} {alone}");
}

/// Of arms that are alike none is dropped: in at most 5 % of the races one is.
#[test]
fn a_race_of_equals_has_no_winner() {
    let race = json!({"search": {"x": [0, 1, 2]}, "goal": {"nearest": 0.4}, "stop": "effect"});
    let wrong = (0..runs()).filter(|run| {
        let mut tally = Tally::new(plan(race.clone()), &field(3, &[1_000]));
        let mut cards = Deals::new(&[0.5, 0.5, 0.5], 90_000 + run);
        (0..50).any(|_| {
            let playing: Vec<bool> = tally.playing().collect();
            tally.push(&cards.chunk(20, &playing));
            tally.playing().any(|plays| !plays)
        })
    });
    at_most_5_percent("a race of equals", wrong.count() as u64);
}
