//! Random rulesets of Les 7 Blasons.

use serde_json::{Value, json};

use super::state::FAMILIES;
use crate::fair_deal::Stream;

/// The four variants.
pub const VARIANTS: [&str; 4] = ["consultent", "se_servent", "curieux", "religieux"];

/// The subset of the variants with this number, 0 to 15.
pub fn variants(number: usize) -> Vec<&'static str> {
    (0..VARIANTS.len()).filter(|bit| number >> bit & 1 == 1).map(|bit| VARIANTS[bit]).collect()
}

/// Random options for 3 to 7 players.
pub fn options(random: &mut Stream) -> Value {
    let (players, number) = (3 + random.below(5) as usize, random.below(16) as usize);
    table(players, number, random)
}

/// So many players, that subset of the variants, everything else at random; every fourth has values of its own.
pub fn table(players: usize, number: usize, random: &mut Stream) -> Value {
    let mut options = json!({
        "players": players,
        "variants": variants(number),
        "ties": random.pick(&["one_step", "cascade"]),
        "magistrat_may_target_self": random.below(2) == 0,
        "max_extra_rounds": random.below(4),
    });
    if random.below(4) == 0 {
        options["rounds"] = json!(1 + random.below(5));
    }
    if random.below(2) == 0 {
        let mut families = FAMILIES;
        random.shuffle(&mut families);
        options["families"] = json!(families[..players]);
    }
    if random.below(4) == 0 {
        let values: Vec<u32> = (0..8).map(|n| if n == 0 { 0 } else { 1 + random.below(12) }).collect();
        options["deck"] = json!({"values": values});
    }
    options
}
