//! Random rulesets, for tests that want many.

use serde_json::{Value, json};

use super::rules::{REGIONS, SYMBOLS, all_cells};
use crate::fair_deal::Stream;

/// Random options for 2 to 4 players; every fourth has a deck of its own, every fourth other cells for the discs.
pub fn options(random: &mut Stream) -> Value {
    let players = 2 + random.below(3);
    let mut options = json!({
        "players": players,
        "variant": random.pick(&["standard", "three_rows"]),
        "second_card": random.pick(&["uncovered", "visible_at_start"]),
        "move_marker": random.pick(&["empty_reserve", "always"]),
        "open_discs": random.pick(&[false, false, true]),
        "taken_discs": random.pick(&["private", "public"]),
    });
    if random.below(3) == 0 {
        options["penalty"] = json!(-i64::from(random.below(21)));
    }
    if random.below(2) == 0 {
        options["first_seat"] = json!(random.below(players));
    }
    if random.below(4) == 0 {
        options["deck"] = deck(random);
    }
    if random.below(4) == 0 {
        options["disc_cells"] = disc_cells(random);
    }
    options
}

/// 48 cards, nine regions all present, one or two shields, at most one symbol.
fn deck(random: &mut Stream) -> Value {
    let card = |n: usize| {
        let region = REGIONS.get(n).unwrap_or_else(|| random.pick(&REGIONS));
        let mut card = json!({"region": region, "shields": 1 + random.below(2)});
        if random.below(2) == 0 {
            card["symbol"] = json!(random.pick(&SYMBOLS));
        }
        card
    };
    (0..48).map(card).collect()
}

/// Eight different cells, in any order.
fn disc_cells(random: &mut Stream) -> Value {
    let mut cells = all_cells();
    random.shuffle(&mut cells);
    cells.iter().take(8).map(|cell| json!(cell.to_string())).collect()
}
