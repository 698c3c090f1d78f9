//! Les 7 Blasons.

use tapis_recount::fair_deal::Stream;
use tapis_recount::sept_blasons::random;

use crate::course::{agree, games, replay, seed_of};

#[test]
fn random_games_of_every_player_count_and_variant_agree() {
    for n in 0..games() {
        let mut random = Stream::new(&seed_of(n), 99);
        let options = random::table(3 + n as usize % 5, n as usize % 16, &mut random);
        agree(n, &options, &replay("sept-blasons", &options, seed_of(n), &mut random));
    }
}
