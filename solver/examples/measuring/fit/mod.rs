//! From positions whose truth is known to the table.
//!
//! *Values*: a logistic map of two parameters, held towards the identity; with some hundred positions a bucket a step function
//! would follow the sample. *Intervals*: the conformal quantile of the errors, each relative to its scale. *Sets*: a model
//! error in proportion to the bias of differences, with the least factor with which sets that leave moves out hold as often as they
//! say, over all thirds: halfway between that of the game and that of all games with as many lines.

use serde::{Deserialize, Serialize};

use super::{Bucket, CalibratedGame, Check, Claims, SeatCount};
use crate::answer::Measured;
use crate::report::SURE;

mod case;
mod held;
mod map;

use case::{Case, OpenMove};
use held::{Errors, Tally};

/// The share of intervals that hold.
const LEVEL: f64 = 0.95;
/// The least number of positions that a third is fitted to by itself.
const ENOUGH: usize = 25;
/// The least standard deviation of what lines do not remove.
const LEAST_BIAS: f64 = 0.01;
/// How much more than it holds a set may claim on average, where it is fitted.
const SLACK: f64 = 0.02;

/// A position, what searches measured and what is true.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Position {
    /// The game.
    pub game: String,
    /// The number of seats.
    pub seats: SeatCount,
    /// Its number among those of the game: even ones are fitted, odd ones check.
    pub number: u32,
    /// The place of its options among those played.
    pub options: usize,
    /// Whether it is solved.
    pub exact: bool,
    /// The true values of its moves, in canonical order.
    pub truth: Vec<f64>,
    /// The searches.
    pub runs: Vec<Run>,
}

/// A search of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The budget it was given.
    pub budget: u64,
    /// What it measured.
    pub measured: Measured,
}

impl Position {
    fn left(&self) -> f64 {
        self.runs.first().map_or(0.0, |run| run.measured.left)
    }
}

/// What was measured of one game with two or with more seats.
#[derive(Clone, Copy)]
pub struct Group<'a> {
    /// Its positions; none are fitted to nothing.
    pub positions: &'a [Position],
    /// The options played.
    pub options: &'a [String],
}

/// The buckets of each group that has positions, one for each third and budget, and where its thirds begin.
pub fn fit(groups: &[Group<'_>], budgets: &[u64]) -> Vec<(CalibratedGame, Vec<Bucket>)> {
    let groups: Vec<Group<'_>> = groups.iter().copied().filter(|group| !group.positions.is_empty()).collect();
    let halves: Vec<Vec<Halves<'_>>> =
        groups.iter().map(|group| all_halves(group.positions, budgets)).collect();
    let common: Vec<f64> =
        (0..budgets.len()).map(|place| set_factor(halves.iter().map(|of| &of[place]))).collect();
    let fitted = |(group, halves): (&Group<'_>, Vec<Halves<'_>>)| {
        let game = thirds(group);
        let bucket = |(halves, &common): (&Halves<'_>, &f64)| {
            // Halfway, on a logarithmic scale, between what a game's own few sets say and what all games say.
            halves.buckets(&game, (common * set_factor(std::iter::once(halves))).sqrt())
        };
        let buckets = halves.iter().zip(&common).flat_map(bucket).collect();
        (game, buckets)
    };
    groups.iter().zip(halves).map(fitted).collect()
}

/// Where the thirds of a game begin.
fn thirds(group: &Group<'_>) -> CalibratedGame {
    let first = &group.positions[0];
    let mut left: Vec<f64> = group.positions.iter().map(Position::left).collect();
    left.sort_by(|one, other| other.total_cmp(one));
    let thirds = [1, 2].map(|third| round(left[third * left.len() / 3]));
    CalibratedGame {
        game: first.game.clone(),
        seats: first.seats,
        options: group.options.to_vec(),
        thirds,
        stale: false,
    }
}

/// The searches of each budget, in the order of the lines.
fn all_halves<'a>(positions: &'a [Position], budgets: &[u64]) -> Vec<Halves<'a>> {
    let mut halves: Vec<Halves<'_>> = budgets.iter().map(|&lines| Halves::of(positions, lines)).collect();
    halves.sort_by_key(|halves| std::cmp::Reverse(halves.lines));
    let mut least = 0.0;
    for halves in &mut halves {
        least = halves.pooled.difference_bias.max(least);
        halves.scale = least;
    }
    halves.reverse();
    halves
}

/// The searches of one budget.
struct Halves<'a> {
    lines: u64,
    fitted: Vec<Case<'a>>,
    checked: Vec<Case<'a>>,
    /// What is claimed over all thirds.
    pooled: Claims,
    /// The bias of differences, and no less than that of longer searches: in small samples chance hides it.
    scale: f64,
}

impl<'a> Halves<'a> {
    fn of(positions: &'a [Position], lines: u64) -> Self {
        let case = |position: &'a Position| {
            let run = position.runs.iter().find(|run| run.budget == lines)?;
            Some(Case { position, measured: &run.measured })
        };
        let cases = positions.iter().filter_map(case);
        let (fitted, checked): (Vec<_>, Vec<_>) = cases.partition(|case| case.position.number % 2 == 0);
        let pooled = claims(&fitted);
        Self { lines, pooled, scale: pooled.difference_bias, fitted, checked }
    }

    fn buckets(&self, game: &CalibratedGame, factor: f64) -> Vec<Bucket> {
        let model_error = round(factor * self.scale);
        let bucket = |third| {
            let inside = |case: &&Case<'_>| game.third(case.position.left()) == third;
            let own: Vec<Case<'_>> = self.fitted.iter().filter(inside).copied().collect();
            let pooled = own.len() < ENOUGH;
            let claims = if pooled { self.pooled } else { claims(&own) };
            let claims = Claims { model_error, ..claims };
            let mut tally = Tally::default();
            self.checked.iter().filter(inside).for_each(|case| tally.add(case, &claims));
            Bucket {
                game: game.game.clone(),
                seats: game.seats,
                third,
                lines: self.lines,
                pooled,
                fitted: if pooled { self.fitted.len() } else { own.len() } as u32,
                claims,
                check: tally.check(),
            }
        };
        (1..=3).map(bucket).collect()
    }
}

fn claims(cases: &[Case<'_>]) -> Claims {
    let moves: Vec<OpenMove> = cases.iter().flat_map(Case::open).collect();
    let mut claims = Claims { map: Some(map::fit(&moves)), ..Claims::CAUTIOUS };
    let errors = Errors(cases.iter().flat_map(|case| case.errors(&claims)).collect());
    claims.bias = round(errors.bias().max(LEAST_BIAS));
    claims.quantile = round_up(errors.quantile(claims.bias, LEVEL));
    let differences = Errors(cases.iter().flat_map(|case| case.difference_errors(&claims)).collect());
    claims.difference_bias = round(differences.bias().max(LEAST_BIAS));
    claims.difference_quantile = round_up(differences.quantile(claims.difference_bias, LEVEL));
    claims
}

/// How many times the bias of differences the model error is, for all thirds: the least of some from which on sets hold as often as
/// they say, and as often as they must. With one position more, which is wrong, they must still: that is the share of positions to come.
fn set_factor<'a>(of: impl Iterator<Item = &'a Halves<'a>> + Clone) -> f64 {
    let tried: Vec<f64> = (0..20).map(|step| 0.5 * 1.2_f64.powi(step)).collect();
    let holds = |factor: &f64| {
        let claims = |halves: &'a Halves<'a>| -> Vec<(f64, bool)> {
            let error = factor * halves.scale;
            halves.fitted.iter().filter_map(|case| case.claim(&case.set(error))).collect()
        };
        let claims: Vec<(f64, bool)> = of.clone().flat_map(claims).collect();
        let of = claims.len() as f64;
        let held = claims.iter().filter(|(_, held)| *held).count() as f64;
        let claimed: f64 = claims.iter().map(|(claimed, _)| claimed).sum();
        held >= of || held >= SURE * (of + 1.0) && claimed <= held + SLACK * of
    };
    let greatest = tried[tried.len() - 1];
    tried.iter().rev().copied().take_while(holds).last().unwrap_or(greatest)
}

/// The check of all positions of all games together.
pub fn check_all<'a>(of: impl Iterator<Item = (&'a [Position], &'a CalibratedGame, &'a [Bucket])>) -> Check {
    let mut tally = Tally::default();
    for (positions, game, buckets) in of {
        for position in positions.iter().filter(|position| position.number % 2 == 1) {
            for run in &position.runs {
                let own = |bucket: &&Bucket| {
                    bucket.lines == run.budget && bucket.third == game.third(position.left())
                };
                if let Some(bucket) = buckets.iter().find(own) {
                    tally.add(&Case { position, measured: &run.measured }, &bucket.claims);
                }
            }
        }
    }
    tally.check()
}

/// To four digits, as the table has them.
fn round(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

/// To four digits, and no less.
fn round_up(number: f64) -> f64 {
    (number * 1e4).ceil() / 1e4
}
