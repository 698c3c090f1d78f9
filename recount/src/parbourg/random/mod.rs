//! Random rulesets of Parbourg.

mod deck;

use serde_json::{Value, json};

use crate::fair_deal::Stream;

/// Random options for 2 to 6 players.
pub fn options(random: &mut Stream) -> Value {
    let number = random.below(TABLES as u32) as usize;
    table(number, random)
}

/// Combinations [`table`] goes through.
pub const TABLES: usize = 10;

/// Player count and `windows` by number, everything else at random; every third has a small deck of its own.
pub fn table(number: usize, random: &mut Stream) -> Value {
    let players = 2 + number % 5;
    let mut options = json!({"players": players, "windows": (["all", "holders"][number / 5 % 2])});
    if random.below(3) == 0 {
        options["spare_tokens"] = json!(random.below(3));
    }
    if random.below(3) == 0 {
        options["max_rounds"] = json!(1 + random.below(4));
    }
    if random.below(4) == 0 {
        options["days"] = json!(1 + random.below(if players == 2 { 4 } else { 6 }));
    }
    if random.below(4) == 0 {
        options["first_hand"] = json!(1 + random.below(8));
    }
    if random.below(3) == 0 {
        options["deck"] = deck::small(players as u32, random);
    }
    options
}
