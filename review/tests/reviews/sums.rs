//! Results add up, and a review says the same on any number of threads. That luck is nought on average is looked at at night:
//! `tests/nightly/means.rs`.

use tapis_review::{Depth, Review};
use tapis_solver::bots::Bot;

use crate::games::{DEPTH, Place, adds_up, at_night, number, places};

/// Of the reference player, and of bots that are as good and as bad as there are.
#[test]
fn results_add_up_whoever_plays() {
    for place in places() {
        let bots = place.seated(Bot::Greedy, Bot::Random);
        for n in 0..number().div_ceil(4) {
            adds_up(&place.review(&place.of_bots(&bots, n)), place.id);
            adds_up(&place.review(&place.of_reference(n)), place.id);
        }
    }
}

/// A review says the same on any number of threads.
fn on_any_number_of_threads(id: &'static str) {
    let judged = Depth { lines: 100, again: 4, more_lines: 400, searches: 1, asked: 6, ..DEPTH };
    let night = Depth { plays: 20, worlds: 4, world_plays: 1, ..judged };
    let few =
        Depth { lines: 10, again: 2, more_lines: 40, asked: 1, plays: 2, outcomes: 2, deals: 100, ..night };
    let depth = if at_night() { night } else { Depth { worlds: 2, ..few } };
    let short = match id {
        "malin" => r#"{"players": 3, "points": 1}"#,
        "parbourg" => r#"{"players": 2}"#,
        _ => "{}",
    };
    let place = &Place::of(id, if at_night() { "{}" } else { short });
    for n in 1..=number().div_ceil(24) {
        let game = place.of_reference(n);
        let made = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            serde_json::to_string(&pool.install(|| place.review_to(&game, depth))).unwrap()
        };
        let one = made(1);
        assert_eq!(one, made(2), "{} {n}", place.id);
        let read: Review = serde_json::from_str(&one).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), one, "{}: it is read as it was written", place.id);
    }
}

#[test]
fn a_review_of_richelieu_is_the_same_on_any_number_of_threads() {
    on_any_number_of_threads("richelieu");
}

#[test]
fn a_review_of_les_7_blasons_is_the_same_on_any_number_of_threads() {
    on_any_number_of_threads("sept-blasons");
}

#[test]
fn a_review_of_le_malin_is_the_same_on_any_number_of_threads() {
    on_any_number_of_threads("malin");
}

#[test]
fn a_review_of_parbourg_is_the_same_on_any_number_of_threads() {
    on_any_number_of_threads("parbourg");
}
