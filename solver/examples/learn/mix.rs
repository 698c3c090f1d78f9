//! Rulesets to learn from: half of them with the standard deck, options mixed.

use rand::rngs::ChaCha8Rng;
use serde_json::{Value, json};
use tapis_games::random::below;
use tapis_games::{parbourg, richelieu, sept_blasons};

/// The options of a game to learn from.
pub fn options(game: &str, players: u8, rng: &mut ChaCha8Rng) -> String {
    let mut options = json!({ "players": players });
    match game {
        "richelieu" => richelieu(&mut options, rng),
        "sept-blasons" => sept_blasons(&mut options, rng),
        "parbourg" => parbourg(&mut options, rng),
        _ => {}
    }
    options.to_string()
}

/// Sets an option one time in `times`.
fn rarely(options: &mut Value, rng: &mut ChaCha8Rng, times: u32, key: &str, value: impl Into<Value>) {
    if below(rng, times) == 0 {
        options[key] = value.into();
    }
}

fn richelieu(options: &mut Value, rng: &mut ChaCha8Rng) {
    rarely(options, rng, 6, "variant", "three_rows");
    rarely(options, rng, 6, "second_card", "visible_at_start");
    rarely(options, rng, 6, "move_marker", "always");
    rarely(options, rng, 6, "taken_discs", "public");
    if below(rng, 2) == 0 {
        return;
    }
    let mut deck = richelieu::Options::default().deck;
    for _ in 0..12 {
        let (one, other) = (below(rng, 48) as usize, below(rng, 48) as usize);
        match below(rng, 3) {
            0 => deck[one].shields = 1 + below(rng, 2) as u8,
            1 => deck[one].symbol = deck[other].symbol,
            // A region that has no other card keeps its last one.
            _ if deck.iter().filter(|card| card.region == deck[one].region).count() > 1 => {
                deck[one].region = deck[other].region;
            }
            _ => {}
        }
    }
    options["deck"] = json!(deck);
}

fn sept_blasons(options: &mut Value, rng: &mut ChaCha8Rng) {
    rarely(options, rng, 6, "variants", json!(["consultent", "religieux"]));
    rarely(options, rng, 6, "variants", json!(["se_servent", "curieux"]));
    rarely(options, rng, 6, "ties", "cascade");
    let players = 3 + below(rng, 3);
    rarely(options, rng, 4, "players", players);
    if below(rng, 2) == 0 {
        return;
    }
    let mut deck = sept_blasons::Options::default().deck;
    for _ in 0..3 {
        deck.values[1 + below(rng, 7) as usize] = 1 + below(rng, 9) as u8;
    }
    options["deck"] = json!(deck);
}

fn parbourg(options: &mut Value, rng: &mut ChaCha8Rng) {
    rarely(options, rng, 6, "windows", "holders");
    if options["players"] != 2 {
        let players = 3 + below(rng, 3);
        rarely(options, rng, 4, "players", players);
    }
    if below(rng, 2) == 0 {
        return;
    }
    let mut deck = parbourg::Options::default().deck;
    for _ in 0..12 {
        let one = below(rng, deck.cards.len() as u32) as usize;
        if deck.cards[one].value.is_some() {
            deck.cards[one].value = Some(1 + below(rng, 8) as u8);
        }
    }
    options["deck"] = json!(deck);
}
