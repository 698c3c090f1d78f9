//! Écarté under every law of the contract, one line a ruleset.

use tapis_ecarte::Ecarte;
use tapis_games::game::Published;
use tapis_games::testing::conformance::conform;

fn conforms(options: &str, seed: u64, games: u32) {
    let options = serde_json::from_str(options).expect("options");
    let rules = Ecarte::new(options).map_err(|faults| format!("{faults:?}")).expect("a ruleset");
    conform(&rules, seed, games);
}

#[test]
fn by_default() {
    conforms("{}", 1, 12);
}

#[test]
fn short() {
    conforms(r#"{"points": 2}"#, 2, 40);
}

#[test]
fn long() {
    conforms(r#"{"points": 11, "first_dealer": 1}"#, 3, 4);
}

#[test]
fn without_the_king_turned() {
    conforms(r#"{"points": 3, "first_dealer": 0, "king_turned": false}"#, 4, 20);
}
