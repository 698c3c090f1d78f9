//! The deck and the disc cells as data, the options and their faults.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tapis_games::erased::{AnyGame, Factory};
use tapis_games::game::Published;
use tapis_games::richelieu::card::{Card, Region, Symbol};
use tapis_games::richelieu::disc::{Disc, DiscBag};
use tapis_games::richelieu::{Options, Richelieu};

#[test]
fn the_default_deck_is_that_of_the_rules() {
    let deck = Options::default().deck;
    assert_eq!(deck.len(), 48);
    let shields = |cards: &[Card]| cards.iter().map(|card| u32::from(card.shields)).sum::<u32>();
    assert_eq!(shields(&deck), 65);
    assert_eq!(deck.iter().filter(|card| card.symbol.is_some()).count(), 27);
    for symbol in Symbol::ALL {
        assert_eq!(deck.iter().filter(|card| card.symbol == Some(symbol)).count(), 9);
    }
    assert!(deck.iter().all(|card| card.shields == 1 || card.symbol.is_none()));
    let totals = [10, 9, 8, 8, 7, 7, 6, 5, 5];
    let doubles = [3, 3, 2, 2, 2, 2, 1, 1, 1];
    let plain = [1, 0, 1, 1, 0, 0, 1, 0, 0];
    for (i, region) in Region::ALL.into_iter().enumerate() {
        let cards: Vec<Card> = deck.iter().copied().filter(|card| card.region == region).collect();
        assert_eq!(shields(&cards), totals[i], "{}", region.name());
        assert_eq!(cards.iter().filter(|card| card.shields == 2).count(), doubles[i]);
        let symbols: Vec<_> = cards.iter().filter_map(|card| card.symbol).collect();
        assert_eq!(symbols, Symbol::ALL, "each symbol once, in order");
        assert_eq!(cards.len(), doubles[i] + 3 + plain[i]);
    }
}

#[test]
fn the_disc_cells_are_two_a_row_and_at_most_one_a_column() {
    let cells = Options::default().disc_cells;
    let names: Vec<String> = cells.iter().map(ToString::to_string).collect();
    assert_eq!(names, ["1c05", "1c08", "2c04", "2c09", "3c03", "3c10", "4c02", "4c11"]);
    let columns: BTreeSet<usize> = cells.iter().map(|cell| cell.column()).collect();
    assert_eq!(columns.len(), 8);
    let between: Vec<usize> = cells.chunks(2).map(|row| row[1].column() - row[0].column() - 1).collect();
    assert_eq!(between, [2, 4, 6, 8]);
}

#[test]
fn the_discs_are_fourteen() {
    assert_eq!(DiscBag::FULL.len(), 14);
    let names: Vec<&str> = DiscBag::FULL.discs().map(Disc::name).collect();
    assert_eq!(&names[9..], ["sword", "cross", "tower", "marker_return", "marker_return"]);
    for region in Region::ALL {
        assert_eq!(Disc::of_region(region).name(), region.name());
    }
    for symbol in Symbol::ALL {
        assert_eq!(Disc::of_symbol(symbol).name(), symbol.name());
    }
    for disc in Disc::ALL {
        assert_eq!(serde_json::to_value(disc).unwrap(), json!(disc.name()));
    }
}

#[test]
fn the_schema_files_describe_the_data_files() {
    let schema: Value =
        serde_json::from_str(include_str!("../../../../games/data/richelieu/deck.schema.json")).unwrap();
    let items = &schema["items"]["properties"];
    let names = |values: &[&str]| json!(values);
    assert_eq!(items["region"]["enum"], names(&Region::ALL.map(Region::name)));
    assert_eq!(items["symbol"]["enum"], names(&Symbol::ALL.map(Symbol::name)));
    assert_eq!((&schema["minItems"], &schema["maxItems"]), (&json!(48), &json!(48)));
    let deck: Value =
        serde_json::from_str(include_str!("../../../../games/data/richelieu/deck.json")).unwrap();
    for card in deck.as_array().unwrap() {
        assert!(card.as_object().unwrap().keys().all(|key| items.get(key).is_some()), "{card}");
        assert!(items["region"]["enum"].as_array().unwrap().contains(&card["region"]));
    }
}

#[test]
fn options_are_complete_and_their_hash_covers_the_deck() {
    let default = Factory::<Richelieu>::NEW.ruleset("{}").unwrap();
    let options = &default.ruleset().options;
    assert_eq!(options["deck"].as_array().unwrap().len(), 48);
    let keys: Vec<&str> = options.as_object().unwrap().keys().map(String::as_str).collect();
    let expected = [
        "deck",
        "disc_cells",
        "move_marker",
        "open_discs",
        "players",
        "second_card",
        "taken_discs",
        "variant",
    ];
    assert_eq!(keys, expected);
    assert_eq!(options["players"], 2);
    let again = Factory::<Richelieu>::NEW.ruleset(&options.to_string()).unwrap();
    assert_eq!(again.ruleset(), default.ruleset(), "complete options name the same ruleset");
    let mut other = options.clone();
    other["deck"].as_array_mut().unwrap().reverse();
    other["disc_cells"].as_array_mut().unwrap().reverse();
    let turned = Factory::<Richelieu>::NEW.ruleset(&other.to_string()).unwrap();
    assert_eq!(turned.ruleset(), default.ruleset(), "in whichever order it is written");
    let stored = Factory::<Richelieu>::NEW.hashed(&other.to_string()).unwrap();
    assert_ne!(stored.ruleset().hash, default.ruleset().hash, "what is stored keeps its hash");
    other["deck"][0] = json!({"region": "anjou", "shields": 2});
    let other = Factory::<Richelieu>::NEW.ruleset(&other.to_string()).unwrap();
    assert_ne!(other.ruleset().hash, default.ruleset().hash);
}

fn pointers(options: Value) -> Vec<String> {
    let faults = Factory::<Richelieu>::NEW.ruleset(&options.to_string()).err().unwrap_or_default();
    faults.into_iter().map(|fault| fault.pointer).collect()
}

#[test]
fn every_fault_is_reported_where_it_is() {
    assert!(pointers(json!({"players": 4, "first_seat": 3})).is_empty());
    assert_eq!(pointers(json!({"players": 1})), ["/players"]);
    assert_eq!(pointers(json!({"first_seat": null})), ["/first_seat"], "what is not chosen is left out");
    assert_eq!(pointers(json!({"players": 2, "first_seat": 2})), ["/first_seat"]);
    assert_eq!(pointers(json!({"players": "2"})), ["/players"]);
    assert_eq!(pointers(json!({"players": 2.0})), ["/players"]);
    assert_eq!(pointers(json!({"unknown": 1, "players": 9})), ["/unknown", "/players"]);
    assert_eq!(pointers(json!([])), [""]);
    assert_eq!(
        pointers(json!({"disc_cells": ["1c05", "1c5", "5c01", "1c13", "1c00"]})),
        ["/disc_cells/1", "/disc_cells/2", "/disc_cells/3", "/disc_cells/4"]
    );
    let mut cells = json!(Options::default().disc_cells);
    cells[7] = json!("1c05");
    assert_eq!(pointers(json!({"disc_cells": cells})), ["/disc_cells/7"]);

    let mut deck = json!(Options::default().deck);
    deck[0]["shields"] = json!(3);
    deck[5]["region"] = json!("paris");
    deck[9]["symbol"] = json!(["sword", "cross"]);
    let faults = pointers(json!({"deck": deck, "variant": "long", "second_card": 1, "players": 5}));
    let expected =
        ["/deck/0/shields", "/deck/5/region", "/deck/9/symbol", "/second_card", "/variant", "/players"];
    assert_eq!(faults.iter().collect::<BTreeSet<_>>(), expected.map(str::to_owned).iter().collect());

    let deck: Vec<Value> = vec![json!({"region": "anjou", "shields": 1}); 48];
    assert_eq!(pointers(json!({"deck": deck})), vec!["/deck"; 8], "eight regions are missing");
    assert_eq!(pointers(json!({"deck": &deck[..47]})).len(), 9);
}

/// What is wrong, where, and what would be right, in both languages.
#[test]
fn a_penalty_is_a_loss_within_bounds() {
    for penalty in [-20, -3, 0] {
        assert!(pointers(json!({"penalty": penalty})).is_empty(), "{penalty}");
    }
    for penalty in [-21, 1, 5] {
        let faults =
            Factory::<Richelieu>::NEW.ruleset(&json!({"penalty": penalty}).to_string()).err().unwrap();
        let text = faults[0].detail.text();
        assert_eq!((faults.len(), faults[0].pointer.as_str()), (1, "/penalty"));
        assert_eq!(text.en, format!("{penalty}; -20 to 0 is right, -5 is usual"));
        assert!(text.fr.ends_with("il faut de -20 à 0, d’ordinaire -5"), "{}", text.fr);
    }
}

#[test]
fn another_deck_can_be_played() {
    // Forty cards of one region with two shields and a symbol each, and one of every other region.
    let mut deck = vec![json!({"region": "auvergne", "shields": 2, "symbol": "tower"}); 40];
    deck.extend(Region::ALL[..8].iter().map(|region| json!({"region": region, "shields": 1})));
    let options: Options = serde_json::from_value(json!({"deck": deck, "disc_cells": [
        "1c01", "1c02", "1c03", "1c04", "4c09", "4c10", "4c11", "4c12"
    ]}))
    .unwrap();
    let rules = Richelieu::new(options).unwrap();
    let played = super::common::Played::random(&rules, &mut super::common::rng(5));
    let shields: i32 =
        tapis_games::seat::Seat::all(2).map(|s| played.end().side(s).shields(Region::Auvergne)).sum();
    assert_eq!(shields, 80);
}
