//! Decks: the default one, others, and what is wrong with wrong ones.

use serde_json::{Value, json};
use tapis_games::game::Published;
use tapis_games::parbourg::{Deck, Kind, Options, Parbourg, read_deck};

use super::random;
use crate::common;

const DECK: &str = include_str!("../../../../games/data/parbourg/deck.json");
const SCHEMA: &str = include_str!("../../../../games/data/parbourg/deck.schema.json");

#[test]
fn the_default_deck_is_that_of_the_rules() {
    let deck = read_deck(DECK, 3).unwrap();
    assert_eq!(deck, Deck::default());
    let count = |kind| deck.cards.iter().filter(|card| card.kind == kind).count();
    let kinds =
        [Kind::Bet, Kind::BetAndEvent, Kind::BetOrEvent, Kind::Building, Kind::Alchemy, Kind::Ephemeral];
    assert_eq!(kinds.map(count), [44, 20, 16, 8, 6, 6]);
    assert!(deck.cards.iter().zip(1..).all(|(card, id)| card.id == id));
    let central =
        |value| deck.cards.iter().filter(|card| card.kind == Kind::Bet && card.value == Some(value)).count();
    assert_eq!([1, 2, 3, 4].map(central), [4, 8, 6, 2]);
    assert_eq!(
        deck.henchmen.iter().map(|henchman| henchman.initiative).collect::<Vec<_>>(),
        (1..=8).collect::<Vec<_>>()
    );
}

/// A deck of forty cards: four of everything that matters, and few henchmen.
fn forty() -> Value {
    let mut cards = Vec::new();
    let effects = [
        json!({"name": "bonus", "n": 3}),
        json!({"name": "draw", "n": 4}),
        json!({"name": "steal_card"}),
        json!({"name": "take_back"}),
        json!({"name": "retrieve"}),
        json!({"name": "force_fold"}),
        json!({"name": "discard_hand", "n": 3}),
        json!({"name": "peek_hand"}),
    ];
    for (at, effect) in effects.iter().enumerate() {
        for kind in ["bet_and_event", "bet_or_event"] {
            cards.push(json!({"kind": kind, "value": at, "colours": ["yellow", "red", "green", "blue"], "effect": effect}));
        }
    }
    cards.extend((0..8).map(|value| json!({"kind": "bet", "value": value})));
    let ephemerals = ["counter", "counter", "skip_turn", "steal_card", "discard_action", "shield"];
    cards.extend(ephemerals.map(|name| json!({"kind": "ephemeral", "name": name, "effect": {"name": name}})));
    cards.push(
        json!({"kind": "ephemeral", "effect": {"name": "exchange_henchman"}, "needs_spare_henchmen": true}),
    );
    for name in ["retrieve", "steal_card", "destroy_building"] {
        cards.push(json!({"kind": "alchemy", "colours": ["green"], "effect": {"name": name}}));
    }
    cards.push(json!({"kind": "alchemy", "colours": ["red", "green"], "effect": {"name": "draw", "n": 9}}));
    cards.extend(
        (0..5).map(|_| json!({"kind": "building", "effect": {"name": "draw_first_challenge", "n": 9}})),
    );
    cards.iter_mut().zip(10..).for_each(|(card, id)| card["id"] = json!(id));
    let henchman = |initiative: u8| {
        let colours = if initiative.is_multiple_of(4) { json!([]) } else { json!(["green", "red"]) };
        json!({"initiative": 3 * initiative, "name": format!("H{initiative}"), "colours": colours, "power": {"name": "face_down"}})
    };
    json!({"henchmen": (1..=8).map(henchman).collect::<Vec<_>>(), "cards": cards})
}

#[test]
fn a_deck_of_forty_cards_plays() {
    let deck: Deck = read_deck(&forty().to_string(), 5).unwrap();
    assert_eq!(deck.cards.len(), 40);
    for players in 2..=4 {
        for windows in ["all", "holders"] {
            let options = json!({"players": players, "windows": windows, "deck": forty(), "max_rounds": 20});
            let rules = Parbourg::new(serde_json::from_value::<Options>(options).unwrap()).unwrap();
            for seed in 0..random::games() {
                common::play(&rules, seed, |_, _, after| random::assert_conserved(&rules, after));
            }
            common::follow_logs(&rules, 1);
        }
    }
}

fn faults(change: impl FnOnce(&mut Value)) -> Vec<String> {
    let mut options = json!({"players": 3, "deck": serde_json::from_str::<Value>(DECK).unwrap()});
    change(&mut options);
    let read: Result<Options, _> = serde_json::from_value(options);
    match read.map(Parbourg::new) {
        Ok(Err(faults)) => faults.into_iter().map(|fault| fault.pointer).collect(),
        Ok(Ok(_)) => Vec::new(),
        Err(error) => vec![error.to_string()],
    }
}

#[test]
fn parameters_out_of_range_are_refused_where_they_stand() {
    assert!(faults(|_| {}).is_empty());
    assert_eq!(faults(|o| o["players"] = json!(7)), ["/players"]);
    assert_eq!(faults(|o| o["spare_tokens"] = json!(11)), ["/spare_tokens"]);
    assert_eq!(faults(|o| o["max_rounds"] = json!(0)), ["/max_rounds"]);
    assert_eq!(faults(|o| o["deck"]["cards"][44]["effect"]["n"] = json!(0)), ["/deck/cards/44/effect/n"]);
    assert_eq!(faults(|o| o["deck"]["cards"][44]["effect"]["n"] = json!(51)), ["/deck/cards/44/effect/n"]);
    assert_eq!(faults(|o| o["deck"]["cards"][24]["value"] = json!(51)), ["/deck/cards/24/value"]);
    assert_eq!(faults(|o| o["deck"]["cards"][3]["id"] = json!(3)), ["/deck/cards/3/id"]);
    assert_eq!(faults(|o| o["deck"]["cards"][44]["colours"] = json!([])), ["/deck/cards/44/colours"]);
    assert_eq!(faults(|o| o["deck"]["cards"][80]["colours"] = json!(["red"])), ["/deck/cards/80/colours"]);
    assert_eq!(faults(|o| o["deck"]["cards"][80]["value"] = json!(2)), ["/deck/cards/80/value"]);
    assert_eq!(
        faults(|o| drop(o["deck"]["cards"][0].as_object_mut().unwrap().remove("values"))),
        ["/deck/cards/0"]
    );
    assert_eq!(
        faults(|o| o["deck"]["cards"][94]["effect"] = json!({"name": "draw", "n": 2})),
        ["/deck/cards/94/effect/name"]
    );
    assert_eq!(
        faults(|o| o["deck"]["cards"][96]["needs_spare_henchmen"] = json!(false)),
        ["/deck/cards/96/needs_spare_henchmen"]
    );
    assert_eq!(
        faults(|o| o["deck"]["henchmen"][0]["initiative"] = json!(2)),
        ["/deck/henchmen/1/initiative"]
    );
    assert_eq!(faults(|o| o["deck"]["henchmen"].as_array_mut().unwrap().truncate(2)), ["/deck/henchmen"]);
}

#[test]
fn a_deck_too_small_to_deal_is_refused() {
    let few = |players: u8, cards: usize| {
        faults(|o| {
            o["players"] = json!(players);
            o["deck"]["cards"].as_array_mut().unwrap().truncate(cards);
        })
    };
    assert_eq!(few(3, 23), ["/deck/cards"]);
    assert!(few(3, 24).is_empty());
    assert_eq!(few(6, 47), ["/deck/cards"]);
    assert!(few(6, 48).is_empty());
}

#[test]
fn a_deck_file_is_refused_with_line_and_reason() {
    let with = |old: &str, new: &str| {
        assert!(DECK.contains(old), "{old}");
        let faults = read_deck(&DECK.replacen(old, new, 1), 3).unwrap_err();
        faults
            .into_iter()
            .map(|it| (it.line, it.fault.pointer, it.fault.detail.to_string()))
            .collect::<Vec<_>>()
    };
    let line = |text: &str| 1 + DECK.lines().position(|line| line.contains(text)).unwrap();
    let unknown = with(
        r#""id": 49, "kind": "bet_and_event", "value": 2, "colours": ["yellow"], "effect": {"name": "shield"}"#,
        r#""id": 49, "kind": "bet_and_event", "value": 2, "colours": ["yellow"], "effect": {"name": "sword"}"#,
    );
    assert_eq!((unknown[0].0, unknown[0].1.as_str()), (line(r#""id": 49"#), "/cards/48/effect/name"));
    assert!(
        unknown[0].2.starts_with("`sword` is none of them: ") && unknown[0].2.contains(", shield, "),
        "{unknown:?}"
    );
    let range = with(r#"{"name": "bonus", "n": 4}"#, r#"{"name": "bonus", "n": 99}"#);
    assert_eq!(range, [(line(r#""id": 45"#), "/cards/44/effect/n".into(), "99; 1 to 50 is right".into())]);
    let twice = with(r#""id": 83"#, r#""id": 82"#);
    assert_eq!((twice[0].0, twice[0].1.as_str()), (line("Taverne"), "/cards/82/id"));
    let henchman = with(r#""initiative": 8"#, r#""initiative": 0"#);
    assert_eq!((henchman[0].0, henchman[0].1.as_str()), (line("Noble"), "/henchmen/7/initiative"));
}

#[test]
fn the_schema_describes_the_data() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let deck: Value = serde_json::from_str(DECK).unwrap();
    let card = &schema["$defs"]["card"]["properties"];
    let names: Vec<&str> = schema["$defs"]["effect"]["oneOf"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|one| one["properties"]["name"]["enum"].as_array().unwrap())
        .filter_map(Value::as_str)
        .collect();
    assert_eq!(names.len(), 26, "the whole vocabulary");
    for data in deck["cards"].as_array().unwrap() {
        assert!(data.as_object().unwrap().keys().all(|key| card.get(key).is_some()), "{data}");
        assert!(card["kind"]["enum"].as_array().unwrap().contains(&data["kind"]));
        let effect = data.get("effect").map(|effect| effect["name"].as_str().unwrap());
        assert!(effect.is_none_or(|name| names.contains(&name)), "{data}");
    }
    for name in &names {
        let text = match *name {
            "change_colour" => json!({"name": name, "colour": "red"}),
            "colour_bonus" => json!({"name": name, "colour": "red", "n": 1}),
            "bonus" | "draw" | "discard_hand" | "limit_actions" | "draw_first_challenge" => {
                json!({"name": name, "n": 1})
            }
            _ => json!({"name": name}),
        };
        let read: tapis_games::parbourg::Effect = serde_json::from_value(text).unwrap();
        assert_eq!(read.name(), *name, "the program reads what the schema allows");
    }
}
