//! Random decks.

use serde_json::{Value, json};

use crate::fair_deal::Stream;
use crate::parbourg::card::COLOURS;

/// What events and ephemeral cards do; of ephemeral cards all but the first two, so that none is used for ever.
const EVENTS: [&str; 16] = [
    "draw",
    "retrieve",
    "bonus",
    "discard_hand",
    "steal_card",
    "peek_hand",
    "discard_action",
    "take_back",
    "double",
    "destroy_building",
    "force_fold",
    "limit_actions",
    "change_colour",
    "cancel_challenge",
    "swap_order",
    "shield",
];
const EPHEMERALS: [&str; 6] =
    ["exchange_henchman", "replace_henchman", "skip_turn", "skip_turn", "counter", "counter"];
const BUILDINGS: [&str; 5] =
    ["colour_bonus", "protect_actions", "draw_first_challenge", "win_ties", "choose_henchman"];
const ALCHEMIES: [&str; 8] = [
    "colour_bonus",
    "second_henchman",
    "draw",
    "steal_card",
    "peek_hand",
    "discard_hand",
    "retrieve",
    "destroy_building",
];
const POWERS: [&str; 5] = ["draw_challenge", "draw_day", "colour_bonus", "every_bonus", "face_down"];
/// Effects and powers with a number, and with a colour.
const NUMBERED: [&str; 9] = [
    "draw",
    "bonus",
    "discard_hand",
    "limit_actions",
    "colour_bonus",
    "draw_first_challenge",
    "draw_challenge",
    "draw_day",
    "every_bonus",
];
const COLOURED: [&str; 2] = ["colour_bonus", "change_colour"];

/// Eight action cards a player and half as many others: the pile runs out.
pub fn small(players: u32, random: &mut Stream) -> Value {
    let actions = 8 * players;
    let cards: Vec<Value> = (1..=actions + actions / 2)
        .map(|id| {
            let mut card = if id <= actions { action(random) } else { other(random) };
            card["id"] = json!(id);
            card
        })
        .collect();
    let henchmen: Vec<Value> = (1..=8 + random.below(3)).map(|score| henchman(2 * score, random)).collect();
    json!({"cards": cards, "henchmen": henchmen})
}

fn action(random: &mut Stream) -> Value {
    match *random.pick(&["bet", "bet_and_event", "bet_or_event"]) {
        "bet" => json!({"kind": "bet", "value": random.below(5)}),
        kind => {
            let name = *random.pick(&EVENTS);
            json!({"kind": kind, "value": random.below(4), "colours": colours(random), "effect": effect(name, random)})
        }
    }
}

fn other(random: &mut Stream) -> Value {
    let (kind, names) = match random.below(4) {
        0 => ("building", &BUILDINGS[..]),
        1 => ("alchemy", &ALCHEMIES[..]),
        2 => ("ephemeral", &EPHEMERALS[..]),
        _ => ("ephemeral", &EVENTS[2..]),
    };
    let name = *random.pick(names);
    let mut card = json!({"kind": kind, "name": name, "effect": effect(name, random)});
    if kind == "alchemy" {
        card["colours"] = colours(random);
    }
    if name.ends_with("_henchman") {
        card["needs_spare_henchmen"] = json!(true);
    }
    card
}

fn henchman(score: u32, random: &mut Stream) -> Value {
    let power = *random.pick(&POWERS);
    json!({"initiative": score, "name": power, "colours": colours(random), "power": effect(power, random)})
}

fn effect(name: &str, random: &mut Stream) -> Value {
    let mut effect = json!({"name": name});
    if NUMBERED.contains(&name) {
        effect["n"] = json!(1 + random.below(3));
    }
    if COLOURED.contains(&name) {
        effect["colour"] = json!(random.pick(&COLOURS));
    }
    effect
}

/// All four, or two neighbours.
fn colours(random: &mut Stream) -> Value {
    match random.below(8) {
        4.. => json!(COLOURS),
        first => json!([COLOURS[first as usize], COLOURS[(first as usize + 1) % 4]]),
    }
}
