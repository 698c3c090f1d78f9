//! How long a review of a whole game takes; only where it is asked for.

use std::time::Instant;

use tapis_review::{Effort, Work};
use tapis_solver::bots::Bot;
use tapis_solver::control::Control;

use crate::games::Place;

/// The game and the effort of which the time is printed, see CONTRIBUTING.md.
fn wanted() -> Option<(String, Effort)> {
    let text = std::env::var("TAPIS_REVIEW_OF").ok()?;
    let (game, effort) = text.split_once(' ').unwrap();
    Some((game.to_owned(), effort.parse().unwrap()))
}

#[test]
fn a_review_takes_about_as_long_as_is_said() {
    let Some((game, effort)) = wanted() else { return };
    let mut place = Place::of(Box::leak(game.into_boxed_str()), "{}");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    for n in 0..3 {
        let game = place.of_bots(&place.seated(Bot::Greedy, Bot::Greedy), n);
        let depth = effort.depth();
        let work = Work::of(&game, depth, place.reviewer.pace(&game).unwrap());
        let begun = Instant::now();
        place.par = pool.install(|| place.reviewer.par(depth, &Control::default()).unwrap());
        let par = begun.elapsed();
        let review = pool.install(|| place.review_to(&game, depth));
        let (moves, choices, all) = (game.moves(), game.choices(), begun.elapsed());
        println!(
            "{} {effort}: {moves} moves, {choices} choices, par {par:?}, all {all:?}, foretold {work:?}",
            place.id
        );
        assert_eq!(review.decisions.len(), choices);
    }
}
