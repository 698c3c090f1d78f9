//! Rulesets to learn from: half of them with the standard deck, options mixed.

use rand::rngs::ChaCha8Rng;
use serde_json::{Value, json};
use tapis_games::random::below;
use tapis_games::richelieu;

/// The options of a game to learn from.
pub fn options(game: &str, players: u8, rng: &mut ChaCha8Rng) -> String {
    let mut options = json!({ "players": players });
    if game == "richelieu" {
        richelieu(&mut options, rng);
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
