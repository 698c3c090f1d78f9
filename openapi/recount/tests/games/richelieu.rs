//! Richelieu.

use tapis_recount::fair_deal::Stream;
use tapis_recount::random;

use crate::course::{agree, games, replay, seed_of};

#[test]
fn random_games_agree() {
    for n in 0..games() {
        let mut random = Stream::new(&seed_of(n), 99);
        let options = random::options("richelieu", &mut random);
        agree(n, &options, &replay("richelieu", &options, seed_of(n), &mut random));
    }
}
