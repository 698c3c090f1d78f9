//! Luck has a mean of nought whoever plays, and so has the play of the reference player.

use tapis_review::Review;
use tapis_solver::bots::Bot;

use crate::games::{Place, adds_up, mean, number, places};

/// A mean lies within so many standard errors of nought.
pub const ERRORS: f64 = 2.5;

/// How much of its luck is taken from each result (a control variate: covariance by variance, 0 to 1, fitted on the other half of the
/// games), on average; and the part of the variance of results that is left.
fn variance_without_luck(reviews: &[Review]) -> (f64, f64) {
    let pair = |review: &Review| {
        let of = &review.seats[0];
        (of.result, of.luck.deal + of.luck.draws)
    };
    let halves = [0, 1].map(|half| reviews.iter().skip(half).step_by(2).map(pair).collect::<Vec<_>>());
    let middle = |of: &[f64]| of.iter().sum::<f64>() / of.len() as f64;
    let mixed = |one: &[f64], other: &[f64]| {
        let (of_one, of_other) = (middle(one), middle(other));
        one.iter().zip(other).map(|(a, b)| (a - of_one) * (b - of_other)).sum::<f64>()
    };
    let (mut coefficients, mut all, mut left) = (0.0, 0.0, 0.0);
    for (own, other) in [(0, 1), (1, 0)] {
        let (results, lucks): (Vec<f64>, Vec<f64>) = halves[other].iter().copied().unzip();
        let coefficient =
            (mixed(&results, &lucks) / mixed(&lucks, &lucks).max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
        let results: Vec<f64> = halves[own].iter().map(|(result, _)| *result).collect();
        let without: Vec<f64> =
            halves[own].iter().map(|(result, luck)| result - coefficient * luck).collect();
        coefficients += coefficient / 2.0;
        all += mixed(&results, &results);
        left += mixed(&without, &without);
    }
    (coefficients, left / all.max(f64::MIN_POSITIVE))
}

/// The rows: bots that are as good and as bad as there are, each alone among others. With many games also those that search.
fn rows(place: &Place) -> Vec<Vec<Bot>> {
    let mut rows = vec![place.seated(Bot::Greedy, Bot::Random), place.seated(Bot::Random, Bot::Greedy)];
    if number() >= 1_000 {
        let bot = |name: &str| name.parse::<Bot>().unwrap();
        rows.push(place.seated(bot("beginner"), Bot::Random));
        rows.push(place.seated(bot("club"), bot("beginner")));
        rows.push(place.seated(bot("club"), bot("club")));
    }
    rows
}

/// The bot at seat 0 is looked at: what it is lucky does not depend on how well it plays, and how well it plays shows.
#[test]
fn results_add_up_and_luck_is_nought_on_average_whoever_plays() {
    for place in places() {
        let plays = rows(&place).into_iter().map(|bots| {
            let what = format!("{} {bots:?}", place.id);
            let reviews = place.reviews(|n| place.of_bots(&bots, n));
            reviews.iter().for_each(|review| adds_up(review, &what));
            let luck = |review: &Review| review.seats[0].luck.deal + review.seats[0].luck.draws;
            let (luck, error) = mean(&reviews, luck);
            let error = error.hypot(place.par.error[0]);
            let play = mean(&reviews, |review| review.seats[0].play);
            let (coefficient, less) = variance_without_luck(&reviews);
            println!("{what}: luck {luck:.4} ± {error:.4}, play {:.4} ± {:.4}", play.0, play.1);
            println!("    without {coefficient:.2} of its luck the variance of a result falls to {less:.3}");
            assert!(luck.abs() <= ERRORS * error, "{what}: luck {luck} ± {error}");
            play.0
        });
        let plays: Vec<f64> = plays.collect();
        assert!(plays[0] > plays[1], "{}: greedy plays better than random: {plays:?}", place.id);
    }
}

#[test]
fn the_reference_player_gains_and_loses_nothing_against_itself() {
    for place in places() {
        let reviews = place.reviews(|n| place.of_reference(n));
        reviews.iter().for_each(|review| adds_up(review, place.id));
        let parts: [fn(&Review) -> f64; 2] = [|review| review.seats[0].play, |review| review.seats[0].others];
        for part in parts {
            let (value, error) = mean(&reviews, part);
            println!("{}: {value:.4} ± {error:.4}", place.id);
            assert!(value.abs() <= ERRORS * error, "{}: {value} ± {error}", place.id);
        }
    }
}
