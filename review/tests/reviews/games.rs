//! Games of bots and their reviews.

use std::sync::Arc;

use rayon::prelude::*;
use tapis_games::erased::{AnyRuleset, AnyTable, StoredPly};
use tapis_games::game::Turn;
use tapis_games::log::ObservationLog;
use tapis_games::random::Stream;
use tapis_games::seat::{Seat, Viewer};
use tapis_review::{Depth, FinishedGame, Par, Review, Reviewer, Watch};
use tapis_solver::bots::Bot;
use tapis_solver::control::Control;
use tapis_solver::registry::Registry;
use tapis_solver::simulation::deal_seed;

/// Games of each row, see CONTRIBUTING.md.
pub fn number() -> u64 {
    std::env::var("TAPIS_REVIEWS").map_or(4, |text| text.parse().unwrap())
}

/// Whether as much is looked at as a night has time for.
pub fn at_night() -> bool {
    number() >= 24
}

/// Means have to be right, not single reviews; choices are not judged.
pub const DEPTH: Depth = Depth {
    plays: 8,
    outcomes: 4,
    deals: 1_000,
    lines: 0,
    again: 0,
    more_lines: 0,
    searches: 0,
    asked: 0,
    worlds: 0,
    world_plays: 0,
};

/// Deals from which par is taken: only the means of a night hang on it.
fn deals() -> u32 {
    if at_night() || cfg!(feature = "nightly") { DEPTH.deals } else { 20 }
}

/// A published game with its reference player.
pub struct Place {
    pub id: &'static str,
    pub ruleset: Arc<dyn AnyRuleset>,
    pub reviewer: Reviewer,
    pub par: Par,
}

/// The four games with their default options.
pub fn places() -> Vec<Place> {
    Registry::standard().games().map(|game| Place::of(game.id(), "{}")).collect()
}

/// What `seat` has seen of a game.
pub fn seen(table: &dyn AnyTable, place: &Place, seat: Seat, plies: usize) -> ObservationLog {
    let plies = table.plies().iter().take(plies).map(|ply| ply.seen_by(Viewer::Seat(seat)).clone());
    let (ruleset, plies) = (place.ruleset.ruleset().reference(), plies.collect());
    ObservationLog { ruleset, seat: Some(seat), plies }
}

impl Place {
    /// This ruleset.
    pub fn of(id: &'static str, options: &str) -> Self {
        let ruleset = Registry::standard().game(id).unwrap().ruleset(options).unwrap();
        let reviewer = Reviewer::of(&Registry::standard(), &*ruleset).unwrap();
        let par = reviewer.par(Depth { deals: deals(), ..DEPTH }, &Control::default()).unwrap();
        Self { id, ruleset, reviewer, par }
    }

    /// The log of game `n` of these bots.
    pub fn log(&self, bots: &[Bot], n: u64) -> Vec<StoredPly> {
        let (game, seed) = (Registry::standard().game(self.id).unwrap(), deal_seed([4; 32], n));
        game.simulate_log(&*self.ruleset, bots, seed.into(), &Control::default()).unwrap()
    }

    /// The log goes on by what `choose` plays, with the chance of game `n`.
    pub fn played_on(
        &self,
        mut table: Box<dyn AnyTable>,
        n: u64,
        mut choose: impl FnMut(&dyn AnyTable, Seat) -> String,
    ) -> Vec<StoredPly> {
        while let Turn::Player(seat) = table.turn() {
            let mv = choose(&*table, seat);
            let mut chance = deal_seed([4; 32], n).stream(Stream::Chance(table.plies().len() as u32));
            table.play(seat, &mv, &mut chance).unwrap();
        }
        table.plies().iter().map(|ply| (*ply.stored).clone()).collect()
    }

    /// Game `n`, which was played like this.
    pub fn game(&self, plies: Vec<StoredPly>, n: u64) -> FinishedGame {
        FinishedGame::new(Arc::clone(&self.ruleset), plies, deal_seed([4; 32], n).commitment(&[0; 32]))
    }

    /// Game `n` of these bots.
    pub fn of_bots(&self, bots: &[Bot], n: u64) -> FinishedGame {
        self.game(self.log(bots, n), n)
    }

    /// Game `n` of the reference player against itself.
    pub fn of_reference(&self, n: u64) -> FinishedGame {
        self.game(self.reviewer.reference().play(&deal_seed([4; 32], n)).unwrap(), n)
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

/// How far rounding may be off.
const ROUNDING: f64 = 1e-9;

/// Everybody's result less par is luck, own play and the play of others; nobody's luck comes from nowhere.
pub fn adds_up(review: &Review, what: &str) {
    for of in &review.seats {
        let luck = of.luck.deal + of.luck.draws;
        let rest = of.result - of.par - luck - of.play - of.others;
        assert!(rest.abs() <= ROUNDING, "{what} {of:?}");
    }
    let luck: f64 = review.seats.iter().map(|of| of.luck.deal + of.luck.draws).sum();
    let par: f64 = review.par.value.iter().sum();
    assert!(luck.abs() <= ROUNDING && (par - 1.0).abs() <= ROUNDING, "{what}: luck {luck}, par {par}");
    for step in &review.course {
        let (all, errors): (f64, f64) = (step.value.iter().sum(), step.error.iter().sum());
        assert!((all - 1.0).abs() <= ROUNDING && errors >= 0.0, "{what} {step:?}");
    }
}
