//! Points of a challenge, ranks of the game.

use super::state::{CHALLENGES, State};
use crate::table;

/// The seat's points in the challenge, face-down cards included; after the last one still in that one's colour.
pub fn points(state: &State, seat: usize) -> i64 {
    let colour = state.tokens[state.challenge.min(CHALLENGES) - 1];
    let own = &state.seats[seat];
    let bets = own.laid.iter().map(|laid| {
        let bet = state.card(laid.card).values[colour];
        if laid.doubled { 2 * bet } else { bet }
    });
    let fixed = state.powers(seat).chain(state.buildings(seat)).filter(|effect| match effect.name.as_str() {
        "colour_bonus" => effect.colour == colour,
        name => name == "every_bonus",
    });
    bets.sum::<i64>() + own.bonus + own.day_bonus[colour] + fixed.map(|effect| effect.n).sum::<i64>()
}

/// Who takes the token: most points, then who wins ties, then the higher initiative score that counts.
pub fn winner(state: &State) -> usize {
    let strength = |&seat: &usize| {
        (
            points(state, seat),
            state.has_building(seat, "win_ties"),
            state.seats[seat].henchmen.first().copied(),
        )
    };
    (0..state.seats.len()).max_by_key(strength).unwrap_or_default()
}

/// 1 is best: most tokens, most of one colour, then the counts colour by colour.
pub fn ranks(state: &State) -> Vec<i64> {
    let key = |won: &[i64; 4]| (won.iter().sum::<i64>(), won.iter().copied().max(), *won);
    table::ranks(&state.seats.iter().map(|seat| key(&seat.won)).collect::<Vec<_>>())
}
