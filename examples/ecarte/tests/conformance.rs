//! Écarté under every law of the contract, one line a ruleset.

use tapis_ecarte::Ecarte;
use tapis_games::erased::{AnyGame, Factory};
use tapis_games::game::Published;
use tapis_testkit::conformance::{conform, conform_drawn};

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

#[test]
fn as_it_is_drawn() {
    conform_drawn(&[Ecarte::default()]);
}

#[test]
fn every_schema_it_refers_to_is_there() {
    let schemas = Factory::<Ecarte>::NEW.schemas();
    let text = serde_json::to_string(&schemas.all).expect("schemas are JSON");
    for name in text.split("#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(schemas.all.iter().any(|(known, _)| known == name), "{name}");
    }
    for name in [schemas.options, schemas.move_args, schemas.outcome] {
        assert!(name.starts_with("Ecarte") && schemas.all.iter().any(|(known, _)| *known == name), "{name}");
    }
}
