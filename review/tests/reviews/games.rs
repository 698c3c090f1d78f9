//! Games of bots and their reviews.

use std::sync::Arc;

use rayon::prelude::*;
use tapis_games::erased::AnyRuleset;
use tapis_review::{Depth, FinishedGame, Par, Review, Reviewer, Watch};
use tapis_solver::bots::Bot;
use tapis_solver::control::Control;
use tapis_solver::registry::Registry;
use tapis_solver::simulation::deal_seed;

/// Games of each row, see CONTRIBUTING.md.
pub fn number() -> u64 {
    std::env::var("TAPIS_REVIEWS").map_or(24, |text| text.parse().unwrap())
}

/// Means have to be right, not single reviews; choices are not judged.
pub const DEPTH: Depth = Depth {
    plays: 8,
    outcomes: 4,
    deals: 1_000,
    lines: 0,
    again: 0,
    more_lines: 0,
    picks: 0,
    worlds: 0,
    world_plays: 0,
};

/// A published game with its reference player.
pub struct Place {
    pub id: &'static str,
    pub ruleset: Arc<dyn AnyRuleset>,
    pub reviewer: Reviewer,
    pub par: Par,
}

/// The four games with their default options.
pub fn places() -> Vec<Place> {
    let place = |id: &'static str| {
        let ruleset = Registry::standard().game(id).unwrap().ruleset("{}").unwrap();
        let reviewer = Reviewer::of(&Registry::standard(), &*ruleset).unwrap();
        let par = reviewer.par(DEPTH, &Control::default()).unwrap();
        Place { id, ruleset, reviewer, par }
    };
    Registry::standard().games().map(|game| place(game.id())).collect()
}

impl Place {
    /// Game `n` of these bots.
    pub fn of_bots(&self, bots: &[Bot], n: u64) -> FinishedGame {
        let (game, seed) = (Registry::standard().game(self.id).unwrap(), deal_seed([4; 32], n));
        let plies = game.simulate_log(&*self.ruleset, bots, seed.into(), &Control::default()).unwrap();
        FinishedGame::new(Arc::clone(&self.ruleset), plies, seed.commitment(&[0; 32]))
    }

    /// Game `n` of the reference player against itself.
    pub fn of_reference(&self, n: u64) -> FinishedGame {
        let seed = deal_seed([4; 32], n);
        let plies = self.reviewer.reference().play(&seed).unwrap();
        FinishedGame::new(Arc::clone(&self.ruleset), plies, seed.commitment(&[0; 32]))
    }

    /// One bot at seat 0, another at all others.
    pub fn seated(&self, first: Bot, others: Bot) -> Vec<Bot> {
        (0..self.ruleset.seats()).map(|seat| if seat == 0 { first } else { others }).collect()
    }

    pub fn review(&self, game: &FinishedGame) -> Review {
        self.review_to(game, DEPTH)
    }

    pub fn review_to(&self, game: &FinishedGame, depth: Depth) -> Review {
        let watch = Watch { control: &Control::default(), done: &|| {} };
        self.reviewer.review(game, self.par.clone(), depth, watch).unwrap()
    }

    /// The reviews of as many games as a row has.
    pub fn reviews(&self, game: impl Fn(u64) -> FinishedGame + Sync) -> Vec<Review> {
        (0..number()).into_par_iter().map(|n| self.review(&game(n))).collect()
    }
}

/// A mean of one number a review, and its standard error.
pub fn mean(reviews: &[Review], of: impl Fn(&Review) -> f64) -> (f64, f64) {
    let n = reviews.len() as f64;
    let mean = reviews.iter().map(&of).sum::<f64>() / n;
    let squares: f64 = reviews.iter().map(|review| (of(review) - mean).powi(2)).sum();
    (mean, (squares / (n * (n - 1.0))).sqrt())
}
