//! Parbourg.

use tapis_recount::fair_deal::Stream;
use tapis_recount::parbourg::random;

use super::course::{agree, games, replay, seed_of};

/// A quarter of the games of the others: they are long.
#[test]
fn random_games_of_every_player_count_and_both_windows_agree() {
    for n in 0..games() / 4 {
        let mut random = Stream::new(&seed_of(n), 99);
        let options = random::table(n as usize, &mut random);
        agree(n, &options, &replay("parbourg", &options, seed_of(n), &mut random));
    }
}
