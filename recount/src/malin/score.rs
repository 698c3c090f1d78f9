//! Points.

use super::state::State;

/// What each seat lost in the round: the distance of its contract from its tricks, as often as a trick costs points.
pub fn losses(state: &State) -> Vec<i64> {
    let contracts = state.contracts.iter().map(|contract| contract.unwrap_or_default());
    let off = contracts.zip(&state.taken).map(|(contract, taken)| (contract - taken).abs());
    off.map(|off| state.options.penalty * off).collect()
}

/// Points after the round; both losses of a team come off its common score.
pub fn after_round(state: &State) -> Vec<i64> {
    let losses = losses(state);
    let lost = |seat: usize| -> i64 {
        (0..losses.len())
            .filter(|&other| state.options.together(seat, other))
            .map(|other| losses[other])
            .sum()
    };
    (0..losses.len()).map(|seat| state.points[seat] - lost(seat)).collect()
}

/// How many odd numbers are reached or passed on the way down.
pub fn odd_numbers(from: i64, to: i64) -> usize {
    (to.max(1)..from).filter(|number| number % 2 == 1).count()
}
