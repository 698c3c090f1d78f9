//! Le Malin.

use tapis_recount::fair_deal::Stream;
use tapis_recount::malin::random;

use super::course::{agree, games, replay, seed_of};

#[test]
fn random_games_of_every_player_count_and_version_agree() {
    for n in 0..games() {
        let mut random = Stream::new(&seed_of(n), 99);
        let options = random::table(n as usize, &mut random);
        agree(n, &options, &replay("malin", &options, seed_of(n), &mut random));
    }
}
