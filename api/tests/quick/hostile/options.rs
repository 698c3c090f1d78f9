//! Options and decks: every one is a ruleset that can be dealt, or a list of faults with their places.

use std::cell::Cell;

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};
use tapis_games::erased::AnyGame;
use tapis_games::game::Turn;
use tapis_games::random::Seed;
use tapis_games::seat::Viewer;

use crate::common::TestApp;
use crate::hostile::json::{any_json, apply, change};
use crate::hostile::runner;
use tapis_solver::registry::Registry;

/// Options to begin with: the defaults, decks written out.
fn defaults(game: &dyn AnyGame) -> Value {
    game.ruleset("{}").unwrap().ruleset().options.clone()
}

/// Options that are nearly right, or anything.
fn options(game: &dyn AnyGame) -> impl Strategy<Value = Value> + use<> {
    let defaults = defaults(game);
    let near = vec(change(), 1..4).prop_map(move |changes| {
        let mut options = defaults.clone();
        changes.iter().for_each(|change| apply(&mut options, change));
        options
    });
    prop_oneof![5 => near, 1 => any_json()]
}

#[test]
fn options_are_a_game_or_faults() {
    for game in Registry::standard().games() {
        let (taken, refused) = (Cell::new(0), Cell::new(0));
        let run = |options: Value| {
            match game.ruleset(&options.to_string()) {
                Ok(ruleset) => {
                    taken.set(taken.get() + 1);
                    let table = ruleset.deal(&Seed([7; 32]));
                    let over = table.turn() == Turn::Over;
                    prop_assert_eq!(over, table.legal_moves().is_empty(), "{}", options);
                    let shown = table.shown().expect("the game says how it is drawn");
                    prop_assert!(!shown.layout(Viewer::Spectator).zones.is_empty());
                    // What is in force is options again, and the same ruleset.
                    let named = ruleset.ruleset();
                    let again = game.ruleset(&named.options.to_string()).unwrap();
                    prop_assert_eq!(&again.ruleset().hash, &named.hash);
                }
                Err(faults) => {
                    refused.set(refused.get() + 1);
                    prop_assert!(!faults.is_empty(), "{options}");
                }
            }
            Ok(())
        };
        runner(128).run(&options(game), run).unwrap();
        let (taken, refused) = (taken.get(), refused.get());
        assert!(taken > 0 && refused > 0, "{}: {taken} taken, {refused} refused", game.id());
    }
}

/// Each is told in both languages: of a list that is as long as a request not all can be.
#[test]
fn of_many_faults_the_first_hundred_are_told() {
    let cards = vec![json!({"id": "drain", "copies": 200}); 3_000];
    let (malin, blasons) = (json!({"malheur_deck": cards}), json!({"deck": {"values": vec![0; 3_000]}}));
    for (game, options) in [("malin", malin), ("sept-blasons", blasons)] {
        let faults = Registry::standard().game(game).unwrap().ruleset(&options.to_string()).err().unwrap();
        assert_eq!(faults.len(), 100, "{game}");
    }
}

/// Text that is no JSON, or JSON nobody would write.
#[test]
fn texts_are_faults() {
    for game in Registry::standard().games() {
        let run = |text: String| {
            if let Err(faults) = game.ruleset(&text) {
                prop_assert!(!faults.is_empty());
            }
            Ok(())
        };
        runner(128)
            .run(&"\\PC{0,60}|[\\[\\]{}\",:0-9a-z ]{0,60}|\\{\"players\":[-0-9.e]{1,30}\\}", run)
            .unwrap();
    }
}

#[test]
fn over_http_they_are_answers_or_problems() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let app = runtime.block_on(TestApp::start());
    for game in Registry::standard().games() {
        let run = |options: Value| {
            let body = json!({"options": options});
            let path = format!("/v1/rulesets/{}/validation", game.id());
            let validation = runtime.block_on(app.post(&path).json(&body).send());
            let valid = validation.status == 200 && validation.json()["valid"] == true;
            if validation.status != 200 {
                prop_assert!((400..500).contains(&validation.status), "{}", validation.text());
                prop_assert_eq!(validation.header("content-type"), Some("application/problem+json"));
            }
            let path = format!("/v1/rulesets/{}/custom", game.id());
            let stored = runtime.block_on(app.put(&path).json(&body).send());
            prop_assert_eq!(stored.status == 200, valid, "{}", stored.text());
            if !valid {
                prop_assert!((400..500).contains(&stored.status), "{}", stored.text());
                prop_assert_eq!(stored.header("content-type"), Some("application/problem+json"));
            }
            Ok(())
        };
        runner(24).run(&options(game), run).unwrap();
    }
}
