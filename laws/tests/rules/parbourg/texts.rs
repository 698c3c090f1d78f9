//! Texts: whole in both languages, and of a designer's deck by the names it has.

use serde_json::json;
use tapis_games::erased::{AnyGame, AnyRuleset, Factory};
use tapis_games::parbourg::{Deck, Parbourg};
use tapis_games::seat::{Seat, Viewer};
use tapis_testkit::texts::{faults, names, random_game};

/// No henchman and no card is a printed one, one colour is called otherwise; bets have no name.
fn own_deck() -> String {
    let mut deck = Deck::default();
    deck.colours.red = "guerre".to_owned();
    for henchman in &mut deck.henchmen {
        henchman.name.push_str(" bis");
    }
    for card in &mut deck.cards {
        card.name.iter_mut().for_each(|name| *name = format!("{} bis", name.trim_end_matches(" !!!")));
        card.value.iter_mut().for_each(|value| *value += 10);
        card.values.iter_mut().for_each(|values| values.yellow += 10);
    }
    json!({"deck": deck}).to_string()
}

#[test]
fn texts_are_whole() {
    let own = own_deck();
    let options = ["{}", r#"{"players":2}"#, r#"{"players":5,"windows":"holders"}"#, &own];
    assert_eq!(
        faults::<Parbourg>(
            &options,
            0..2,
            &[
                include_str!("../../../../games/src/parbourg/explain.rs"),
                include_str!("../../../../solver/src/heuristics/parbourg/table.rs")
            ]
        ),
        [""; 0]
    );
}

#[test]
fn cards_of_a_designer_have_their_printed_names() {
    let rules = Factory::<Parbourg>::NEW.ruleset(&own_deck()).expect("a ruleset");
    let lines: String = (0..10).map(|seed| log(&*rules, seed)).collect();
    for said in ["tire Éclaireur bis.", "bâtit Forum bis.", "en guerre", "pose 16·3·1·0"] {
        assert!(lines.contains(said), "{said}: {lines}");
    }
    assert!(!lines.contains("own"), "{lines}");
}

/// The log of a random game as seat 0 reads it in French: moves, and what is told besides, a line each.
fn log(rules: &dyn AnyRuleset, seed: u64) -> String {
    let table = random_game(rules, seed, |_, _| {});
    let mut log = String::new();
    for ply in table.shown().expect("drawn").told(0, Viewer::Seat(Seat(0)), &names()) {
        let milestones: Vec<_> = ply.steps.into_iter().flat_map(|step| step.milestones).collect();
        let rows = milestones.iter().flat_map(|milestone| &milestone.sheet).map(|row| &row.text);
        for text in [&ply.text].into_iter().chain(milestones.iter().map(|of| &of.text)).chain(rows).flatten()
        {
            log += &text.fr;
            log.push('\n');
        }
    }
    log
}
