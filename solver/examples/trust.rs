//! Measures what hints claim: `trust <game> <options> <positions> <lines> <times or, as 5s, time> <seed>`.
//!
//! One position a game, at a random place of games of `greedy` with some random moves. The hint at so many lines is held against the
//! *reference*: the same search of so many times the lines, from other worlds; or the exact value, in positions that are only sampled by
//! the hint and solved in so many seconds. Prints how large the sets are, how often they hold a move
//! whose regret by the reference is at most what they state, whether the intervals of the differences to the first hold the reference's,
//! how many hints tell the first move from the next, or say that they are equal, and the sentences.

use std::collections::BTreeMap;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_solver::answer::{Answer, Explanation, HintLevel, Level, Sure};
use tapis_solver::control::Control;
use tapis_solver::registry::Registry;
use tapis_solver::request::{Budget, Request, SolverKind};

mod places;

use places::place;

#[derive(Default)]
struct Sums {
    positions: u32,
    right: u32,
    /// First moves whose interval holds the reference's value.
    values: u32,
    sizes: Vec<usize>,
    claimed: f64,
    all: u32,
    differences: (u32, u32),
    /// Hints that ask what to think about, that tell the first move from the next, that only say that they are equal.
    asked: u32,
    told_apart: u32,
    told_equal: u32,
    /// By how sure they are.
    sure: BTreeMap<String, u32>,
    /// Squares of (true − stated difference), less what sampling explains: those of the first rivals.
    errors: (f64, u32),
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, options, positions, lines, times, seed] = &arguments[..] else {
        eprintln!("trust <game> <options> <positions> <lines> <times or, as 5s, time> <seed>");
        return;
    };
    println!("{}", arguments.join(" "));
    let exact = times.strip_suffix('s');
    let [positions, lines, times, seed] = [positions, lines, exact.unwrap_or(times), seed]
        .map(|number| number.parse::<u64>().expect("a number"));
    let game = Registry::standard().game(game).expect("a game");
    let rules = game.ruleset(options).expect("a ruleset");
    let engine = game.engine(&*rules).expect("an engine");
    let mut sums = Sums::default();
    for number in 0.. {
        if u64::from(sums.positions) == positions {
            break;
        }
        let mut rng = ChaCha8Rng::seed_from_u64(seed << 32 | number);
        let Some(log) = place(&*rules, &*engine, &mut rng) else { continue };
        let ask = |request: Request| {
            engine.hint(&log, &Request { threads: 1, ..request }, &Control::default()).expect("a hint")
        };
        let sampled = |iterations, own| {
            let budget = Budget { iterations: Some(iterations), ..Budget::default() };
            Request { budget, seed: [own; 32], ..Request::default() }
        };
        let answer = ask(sampled(lines, 1));
        let reference = if exact.is_some() {
            if answer.exactness.level != Level::Sampled {
                continue;
            }
            let budget = Budget { ms: Some(times * 1000), ..Budget::default() };
            let truth = ask(Request { solver: SolverKind::Exhaustive, budget, ..Request::default() });
            if !truth.exactness.proved {
                continue;
            }
            truth
        } else {
            ask(sampled(lines * times, 2))
        };
        sums.add(&answer, &reference);
    }
    sums.print();
}

impl Sums {
    fn add(&mut self, answer: &Answer, reference: &Answer) {
        self.positions += 1;
        let told = |codes: &[&str], level| {
            let tells = |one: &&Explanation| one.is_shown_at(level) && codes.contains(&one.code.as_str());
            answer.explanation.iter().any(|one| tells(&one))
        };
        let equal =
            matches!(answer.sure, Sure::Equal) || answer.moves.get(1).is_some_and(|next| next.rank == 1);
        self.asked += u32::from(told(&["what_matters"], HintLevel::Nudge));
        self.told_apart += u32::from(told(&["sets_apart", "points", "better_than_next"], HintLevel::Full));
        self.told_equal += u32::from(equal && !told(&["sets_apart", "points"], HintLevel::Full));
        *self.sure.entry(format!("{:?}", answer.sure)).or_default() += 1;
        let value = |notation: &str| {
            let found = reference.moves.iter().find(|advice| advice.notation == notation);
            found.map_or(0.0, |advice| advice.value)
        };
        let truth = reference.moves[0].value;
        let first = &answer.moves[0].notation;
        let held = answer.moves[0].low - 1e-9..=answer.moves[0].high + 1e-9;
        self.values += u32::from(held.contains(&value(first)));
        println!(
            "{first}: {:.3} of {} moves, {:?}",
            answer.moves[0].value,
            answer.moves.len(),
            answer.exactness.level
        );
        if let Some(confidence) = &answer.confidence {
            let regret = confidence.set.iter().map(|one| truth - value(one)).fold(f64::INFINITY, f64::min);
            let right = regret <= confidence.within;
            self.right += u32::from(right);
            self.sizes.push(confidence.set.len());
            self.claimed += confidence.probability;
            self.all += u32::from(confidence.set.len() == answer.moves.len());
            println!(
                "  set of {} with {:.3}, regret {regret:.3} {}; longer {:?}",
                confidence.set.len(),
                confidence.probability,
                if right { "" } else { "WRONG" },
                confidence.times_longer
            );
        }
        for advice in answer.moves.iter().skip(1).take(3) {
            let Some(behind) = &advice.behind else { continue };
            let real = value(first) - value(&advice.notation);
            self.differences.0 += u32::from(behind.low <= real && real <= behind.high);
            self.differences.1 += 1;
            self.errors.0 += (real - behind.mean).powi(2);
            self.errors.1 += 1;
        }
        for one in &answer.explanation {
            println!("  {:?}–{:?} {}: {} / {}", one.from, one.to, one.code, one.text.en, one.text.fr);
        }
    }

    fn print(&mut self) {
        let n = f64::from(self.positions);
        self.sizes.sort_unstable();
        let small = self.sizes.iter().filter(|&&size| size <= 2).count();
        println!(
            "positions {n}: set right {} (claimed {:.3}), at most two moves {small}, all moves {}",
            self.right,
            self.claimed / n,
            self.all
        );
        println!("  sizes {:?}", self.sizes);
        println!(
            "  first values held {}; differences held {} of {}; rms error {:.4}",
            self.values,
            self.differences.0,
            self.differences.1,
            (self.errors.0 / f64::from(self.errors.1.max(1))).sqrt()
        );
        println!(
            "  told apart {}, only equal {}; nudges that ask {}; {:?}",
            self.told_apart, self.told_equal, self.asked, self.sure
        );
    }
}
