//! Measures how well beliefs at Le Malin predict who holds which card: `beliefs <options> <deals> <seed> <bot>…`, one
//! bot per seat. Before every lead it predicts, for every other seat and every card that the seat to move cannot see,
//! the probability that the seat holds the card: once from the deal's probabilities, once from deals weighed by what
//! was announced and played. Prints the Brier score of both by tricks left, and how often predictions of each
//! probability came true.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rayon::prelude::*;
use tapis_games::game::{Game, InformationSet, Observed, Published};
use tapis_games::malin::{Malin, Phase, State};
use tapis_games::seat::Seat;
use tapis_solver::bots::Bot;
use tapis_solver::heuristics::Heuristics;

mod rounds;

use rounds::{first_round, seed_of};

/// Deals drawn per belief.
const DEALS: usize = 400;
/// Maximal number of tricks in a round, and the number of probability steps.
const TRICKS: usize = 9;
const STEPS: usize = 10;

/// Sums over predictions.
#[derive(Clone, Copy, Default)]
struct Score {
    forecasts: f64,
    squares: f64,
    /// By probability step: the number of predictions, their sum, and how many came true.
    steps: [(f64, f64, f64); STEPS],
}

/// By belief (uniform, weighed) and tricks left.
type Scores = [[Score; TRICKS + 1]; 2];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [options, deals, seed, names @ ..] = &arguments[..] else {
        eprintln!("beliefs <options> <deals> <seed> <bot>…");
        return;
    };
    let rules = Malin::new(serde_json::from_str(options).expect("options as JSON")).expect("a ruleset");
    let bots: Vec<Bot> = names.iter().map(|bot| bot.parse().expect("a bot")).collect();
    assert_eq!(bots.len(), rules.seats(), "a bot a seat");
    let (deals, seed): (u64, u64) =
        (deals.parse().expect("a number of deals"), seed.parse().expect("a seed"));
    let one = |deal| {
        let mut scores = Scores::default();
        first_round(
            &rules,
            seed_of(seed, deal),
            |seat| bots[seat.index()],
            |state, knowledge| {
                if matches!(state.phase, Phase::Play(_)) && state.trick.is_empty() {
                    record_forecasts(&rules, state, knowledge, &mut scores);
                }
            },
        );
        scores
    };
    let scores = (0..deals).into_par_iter().map(one).reduce(Scores::default, both);
    println!("tricks left: Brier score uniform, weighed");
    for left in (2..=rules.tricks()).rev() {
        let score = |belief: usize| scores[belief][left].squares / scores[belief][left].forecasts;
        println!("{left}: {:.4}, {:.4}", score(0), score(1));
    }
    for (belief, name) in ["uniform", "weighed"].into_iter().enumerate() {
        let all = scores[belief].iter().copied().fold(Score::default(), Score::and);
        println!("{name}: Brier score {:.4}; foreseen and true, forecasts:", all.squares / all.forecasts);
        for (number, sum, came_true) in all.steps.into_iter().filter(|step| step.0 > 0.0) {
            println!("  {:.3} {:.3} {number}", sum / number, came_true / number);
        }
    }
}

/// Records the predictions of the seat to move against the truth.
fn record_forecasts(
    rules: &Malin,
    truth: &State,
    knowledge: &<Malin as Observed>::Knowledge,
    scores: &mut Scores,
) {
    let tapis_games::game::Turn::Player(seat) = rules.turn(truth) else { return };
    let left = rules.tricks() - usize::from(truth.tricks);
    let mut rng = ChaCha8Rng::seed_from_u64(rules.key(truth));
    let worlds: Vec<State> = (0..DEALS).map(|_| knowledge.sample_world(rules, &mut rng)).collect();
    let fits: Vec<f64> =
        worlds.iter().map(|world| rules.log_likelihood(world, seat).expect("an opinion")).collect();
    let best = fits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weighed: Vec<f64> = fits.iter().map(|fit| (fit - best).exp()).collect();
    for (belief, weights) in [vec![1.0; DEALS], weighed].iter().enumerate() {
        let all: f64 = weights.iter().sum();
        for holder in Seat::all(rules.seats()).filter(|&holder| holder != seat) {
            for owner in Seat::all(rules.seats()).filter(|&owner| owner != seat) {
                for card in truth.hands[owner.index()].kinds(rules.fixed_twins()) {
                    let holds = |world: &&State| world.hands[holder.index()].contains(card);
                    let pairs = worlds.iter().zip(weights);
                    let chance: f64 = pairs.filter(|(world, _)| holds(world)).map(|(_, weight)| weight).sum();
                    let true_one = truth.hands[holder.index()].contains(card);
                    scores[belief][left].add(chance / all, true_one);
                }
            }
        }
    }
}

impl Score {
    fn add(&mut self, chance: f64, came_true: bool) {
        let truth = f64::from(u8::from(came_true));
        self.forecasts += 1.0;
        self.squares += (chance - truth).powi(2);
        let step = &mut self.steps[((chance * STEPS as f64) as usize).min(STEPS - 1)];
        *step = (step.0 + 1.0, step.1 + chance, step.2 + truth);
    }

    fn and(mut self, other: Self) -> Self {
        self.forecasts += other.forecasts;
        self.squares += other.squares;
        for (step, more) in self.steps.iter_mut().zip(other.steps) {
            *step = (step.0 + more.0, step.1 + more.1, step.2 + more.2);
        }
        self
    }
}

fn both(one: Scores, other: Scores) -> Scores {
    std::array::from_fn(|belief| {
        std::array::from_fn(|left| Score::and(one[belief][left], other[belief][left]))
    })
}
