//! Fortune is nought on average where what seats believe is right, and is not where it is wrong.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;
use tapis_games::erased::{AnyTable, StoredPly};
use tapis_games::seat::Seat;
use tapis_review::{Depth, Review};
use tapis_solver::bots::Bot;
use tapis_solver::control::Control;
use tapis_solver::reference::Sampling;

use crate::games::{DEPTH as PLAIN, Place, mean, number, places};
use crate::means::ERRORS;

const DEPTH: Depth = Depth { plays: 4, worlds: 4, world_plays: 2, ..PLAIN };
/// A round of hidden hands, looked at so well that what beliefs are worth shows in few games.
const ROUND: (&str, &str) = ("malin", r#"{"players": 3, "points": 1}"#);
const WELL: Depth = Depth { plays: 32, worlds: 16, ..DEPTH };
/// How well a seat looks that sees through the cards; with random numbers that are not those of reviews.
const LOOK: Sampling = Sampling { plays: 16, outcomes: 4, seed: [7; 32] };

/// The mean fortune of seat 0, and its standard error.
fn fortune(place: &Place, depth: Depth, log: impl Fn(u64) -> Vec<StoredPly> + Sync) -> (f64, f64) {
    let review = |n| place.review_to(&place.game(log(n), n), depth);
    let reviews: Vec<Review> = (0..number()).into_par_iter().map(review).collect();
    let (value, error) = mean(&reviews, |review| review.seats[0].fortune.map_or(f64::NAN, |of| of.value));
    println!("{}: {value:.4} ± {error:.4}", place.id);
    assert!(error > 0.0, "{}", place.id);
    (value, error)
}

/// Where the others move at random nothing of what they do is a sign of anything: what seats believe is right.
#[test]
fn fortune_is_nought_on_average() {
    for place in places() {
        let bots = place.seated(Bot::Random, Bot::Random);
        let (value, error) = fortune(&place, DEPTH, |n| place.log(&bots, n));
        assert!(value.abs() <= ERRORS * error, "{}: {value} ± {error}", place.id);
    }
}

/// A planted wrong belief: seat 0 sees the cards of the others, and the review supposes that it does not.
#[test]
fn fortune_is_not_nought_for_who_sees_through_the_cards() {
    let place = Place::of(ROUND.0, ROUND.1);
    let (value, error) = fortune(&place, WELL, |n| seen_through(&place, n));
    assert!(value > ERRORS * error, "{value} ± {error}");
}

/// The log of a random game in which seat 0 plays what is best as the cards lie.
fn seen_through(place: &Place, n: u64) -> Vec<StoredPly> {
    let mut plies = place.log(&place.seated(Bot::Random, Bot::Random), n);
    let (mut rng, mut at) = (ChaCha8Rng::seed_from_u64(n), 1);
    while at < plies.len() {
        if plies[at].seat == Some(Seat(0)) {
            let reference = place.reviewer.reference();
            let moves = reference.open_moves(&plies, at as u32, LOOK, &Control::default()).unwrap();
            let best = moves.iter().max_by(|one, other| one.1.value.total_cmp(&other.1.value)).unwrap();
            if plies[at].notation.as_ref() != Some(&best.0) {
                let before = place.ruleset.restore(&plies[..at]).unwrap();
                let mut first = Some(best.0.clone());
                plies = place
                    .played_on(before, n, |table, _| first.take().unwrap_or_else(|| any(table, &mut rng)));
            }
        }
        at += 1;
    }
    plies
}

/// A random legal move.
fn any(table: &dyn AnyTable, rng: &mut ChaCha8Rng) -> String {
    let mut moves = table.legal_moves();
    moves.retain(|mv| !mv.notation.is_empty());
    moves.swap_remove(rng.random_range(0..moves.len())).notation
}
