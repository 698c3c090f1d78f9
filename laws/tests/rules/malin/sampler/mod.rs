//! Worlds are drawn as likely as they are: against enumerations that share nothing with the game's beliefs.
//!
//! `TAPIS_WORLDS` sets the number of worlds drawn for each comparison.

mod barters;
mod hands;
mod malheurs;

use std::collections::BTreeMap;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_games::game::{Game, InformationSet, Observed, Ply, Turn};
use tapis_games::malin::{Malin, Move, State};
use tapis_games::random::below;
use tapis_games::seat::{Seat, Viewer};

const VIEWER: Seat = Seat(0);

fn draws() -> u32 {
    std::env::var("TAPIS_WORLDS").ok().and_then(|text| text.parse().ok()).unwrap_or(500)
}

/// Compares drawn counts with weights: Pearson's statistic stays within five standard deviations of its mean.
fn assert_fits(expected: &BTreeMap<String, f64>, drawn: &BTreeMap<String, u32>, what: &str) {
    let (all, total) = (drawn.values().sum::<u32>() as f64, expected.values().sum::<f64>());
    let unexpected = drawn.keys().find(|world| !expected.contains_key(*world));
    assert_eq!(unexpected, None, "{what}: no such world");
    // Worlds too rare for the statistic are taken together.
    let (mut statistic, mut cells, mut rare) = (0.0, 0.0, (0.0, 0.0));
    let mut cell = |count: f64, mean: f64| {
        statistic += (count - mean) * (count - mean) / mean;
        cells += 1.0;
    };
    for (world, weight) in expected {
        let (count, mean) = (f64::from(drawn.get(world).copied().unwrap_or(0)), all * weight / total);
        if mean < 8.0 {
            rare = (rare.0 + count, rare.1 + mean);
        } else {
            cell(count, mean);
        }
    }
    if rare.1 > 8.0 {
        cell(rare.0, rare.1);
    }
    let free: f64 = cells - 1.0;
    if free > 0.0 {
        // Wilson and Hilferty: the cube root is nearly normal.
        let spread = 2.0 / (9.0 * free);
        let deviations = ((statistic / free).cbrt() - (1.0 - spread)) / spread.sqrt();
        assert!(deviations < 5.0, "{what}: {statistic} at {free} degrees of freedom");
    }
}

/// A game played by `choose` until `stop`, with what the viewer knows of it.
struct Course {
    rules: Malin,
    state: State,
    knowledge: <Malin as Observed>::Knowledge,
    rng: ChaCha8Rng,
    n: u32,
}

impl Course {
    fn new(rules: Malin, seed: u64) -> Self {
        let knowledge = rules.know(Viewer::Seat(VIEWER));
        let state = rules.start();
        let mut course = Self { rules, state, knowledge, rng: ChaCha8Rng::seed_from_u64(seed), n: 0 };
        course.step(None);
        course
    }

    /// Plays a move, and the chance after it; answers what was played.
    fn step(&mut self, mv: Option<Move>) -> (State, Ply<Malin>) {
        let before = self.state.clone();
        let action = mv.map(|mv| match self.rules.turn(&self.state) {
            Turn::Player(seat) => (seat, mv),
            turn => panic!("{turn:?}"),
        });
        if let Some((_, mv)) = action {
            self.rules.play(&mut self.state, mv).unwrap();
        }
        let mut chance = Vec::new();
        while self.rules.turn(&self.state) == Turn::Chance {
            let outcome = self.rules.sample_chance(&self.state, &mut self.rng);
            self.rules.resolve(&mut self.state, &outcome).unwrap();
            chance.push(outcome);
        }
        let ply = Ply { n: self.n, action, chance };
        self.n += 1;
        let seen = self.rules.see(&before, &ply, &self.state, Viewer::Seat(VIEWER));
        self.knowledge.learn(&self.rules, &seen).unwrap();
        (before, ply)
    }

    /// A random legal move among those that `fits`, if there are any, else any.
    fn choose(&mut self, fits: impl Fn(Move) -> bool) -> Option<Move> {
        let all = self.rules.legal_moves(&self.state);
        let good: Vec<_> = all.iter().copied().filter(|&mv| fits(mv)).collect();
        let moves = if good.is_empty() { &all } else { &good };
        (!moves.is_empty()).then(|| moves[below(&mut self.rng, moves.len() as u32) as usize])
    }

    /// Worlds drawn, as `shown`.
    fn drawn(&mut self, shown: impl Fn(&State) -> String) -> BTreeMap<String, u32> {
        let mut drawn = BTreeMap::new();
        for _ in 0..draws() {
            let world = self.knowledge.sample_world(&self.rules, &mut self.rng);
            *drawn.entry(shown(&world)).or_default() += 1;
        }
        drawn
    }
}

fn is_malheur(mv: Move) -> bool {
    matches!(mv, Move::Malheur(_))
}
