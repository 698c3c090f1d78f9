//! The winner of a trick, the score of a round, and the ranks.

use super::state::{FAMILIES, State};

/// The seat that wins the trick on the table. Equal highest values cancel: then the next lower one decides, with
/// `cascade` the highest that is single. `*` is the lowest level.
pub fn trick_winner(state: &State) -> Option<usize> {
    let mut levels: Vec<i64> = state.laid.iter().map(|laid| laid.value).collect();
    levels.sort_unstable_by(|a, b| b.cmp(a));
    levels.dedup();
    let tries = if state.options.cascade { levels.len() } else { 2 };
    levels.into_iter().take(tries).find_map(|level| {
        let mut holders = state.laid.iter().filter(|laid| laid.value == level);
        holders.next().filter(|_| holders.next().is_none()).map(|laid| laid.seat)
    })
}

/// The largest product of a family other than one's own: its face-up tokens before the seat times the printed values
/// of its collected cards.
pub fn round_score(state: &State, seat: usize) -> i64 {
    let families = (0..FAMILIES.len()).filter(|&family| family != state.families[seat]);
    families.map(|family| tokens(state, seat, family) * cards(state, seat, family)).max().unwrap_or(0)
}

fn tokens(state: &State, seat: usize, family: usize) -> i64 {
    state.area(seat).filter(|(_, token)| token.up && token.family == family).count() as i64
}

fn cards(state: &State, seat: usize, family: usize) -> i64 {
    let of_family = state.collected[seat].cards().filter(|card| card.0 == family);
    of_family.map(|(_, character)| state.options.values[character]).sum()
}

/// Whether more than one seat has the highest total.
pub fn tied_for_first(totals: &[i64]) -> bool {
    let best = totals.iter().max();
    totals.iter().filter(|&total| Some(total) == best).count() > 1
}

/// The bourgeoisie strengths by seat. The first seat gets the highest card in use, the second the next, and so on. Seats that share
/// a rank get none.
pub fn hand_out(state: &State) -> Vec<usize> {
    let totals = &state.totals;
    let single = |seat: &usize| totals.iter().filter(|&&total| total == totals[*seat]).count() == 1;
    let mut ranked: Vec<usize> = (0..totals.len()).filter(single).collect();
    ranked.sort_by_key(|&seat| -totals[seat]);
    let mut held = vec![0; totals.len()];
    for (seat, strength) in ranked.into_iter().zip(state.options.strengths()) {
        held[seat] = strength;
    }
    held
}
