//! The reference player and its version.

use sha2::{Digest, Sha256};
use tapis_games::random::Seed;
use tapis_solver::reference::VERSION;

use crate::games::places;

/// The hash of games of the reference player in every default ruleset. Where it differs the player has changed: then it gets a new
/// version, for values of two players cannot be compared.
#[test]
fn the_reference_player_is_the_one_of_its_version() {
    let mut hash = Sha256::new();
    for place in places() {
        for seed in 0..3 {
            let plies = place.reviewer.reference().play(&Seed([seed; 32])).unwrap();
            hash.update(serde_json::to_vec(&plies).unwrap());
        }
    }
    assert_eq!((VERSION, hex::encode(&hash.finalize()[..8]).as_str()), (1, "c11ab0d5b2de27c8"));
}
