//! Random rulesets of Le Malin.

use serde_json::{Value, json};

use super::state::EFFECTS;
use crate::fair_deal::Stream;

/// Random options for 3 to 6 players.
pub fn options(random: &mut Stream) -> Value {
    let number = random.below(TABLES as u32) as usize;
    table(number, random)
}

const MOST_PLAYERS: u32 = 6;

/// Combinations [`table`] goes through.
pub const TABLES: usize = 20;

/// Players, length, Malheurs and teams by number, everything else at random; every fourth with Malheurs has a Malheur
/// deck of its own.
pub fn table(number: usize, random: &mut Stream) -> Value {
    let (kind, rest) = (number % 5, number / 5 % 4);
    let malheurs = rest % 2 == 1;
    let mut options = json!({
        "players": ([3, 4, 5, 6, 6][kind]),
        "teams": kind == 4,
        "points": if random.below(4) == 0 { 1 + random.below(30) } else { [10, 6][rest / 2] },
        "malheurs": malheurs,
        "twins": random.pick(&["declared", "fixed"]),
        "wish": random.pick(&["declared", "removed_card"]),
        "ties": random.pick(&["first", "last"]),
    });
    if malheurs && random.below(4) == 0 {
        options["malheur_deck"] = deck(random);
    }
    options
}

/// Few cards, so that they are reshuffled and run out, or many of some kinds; at least one a player.
fn deck(random: &mut Stream) -> Value {
    let most = *random.pick(&[2, 5]);
    let mut copies = [0; EFFECTS.len()];
    while copies.iter().sum::<u32>() < MOST_PLAYERS {
        copies = copies.map(|_| random.below(most));
    }
    let kinds = EFFECTS.iter().zip(copies).filter(|(_, copies)| *copies > 0);
    kinds.map(|(id, copies)| json!({"id": id, "copies": copies})).collect()
}
