//! The malandrin: value, power, or itself.

use super::state::{MALANDRIN, State};

/// The choices at the present place: any numbered card's value, a later power, itself.
pub fn choices(state: &State) -> Vec<String> {
    let seats = |open: &dyn Fn(usize) -> bool| {
        let mut seats: Vec<usize> =
            (0..state.laid.len()).filter(|&place| open(place)).map(|place| state.laid[place].seat).collect();
        seats.sort_unstable();
        seats
    };
    let values = seats(&|place| state.laid[place].character != MALANDRIN);
    let powers = seats(&|place| place > state.place && state.options.has_power(state.laid[place].character));
    let values = values.into_iter().map(|seat| format!("value s{seat}"));
    values.chain(powers.into_iter().map(|seat| format!("power s{seat}"))).chain(["self".to_owned()]).collect()
}

/// The printed value of the card at `place` passes to the malandrin of whoever makes this choice, from wherever it
/// is: the card itself, or an earlier malandrin.
pub fn take_value(state: &mut State, place: usize) {
    let chooser = state.laid[state.place].actor;
    let Some(own) = state.place_of(chooser) else { return };
    let holder = state.laid[place].value_at;
    state.laid[holder].value = 0;
    state.laid[own].value = state.options.values[state.laid[place].character];
    state.laid[place].value_at = own;
}

/// Whoever makes this choice will use the power of the card at `place`, unless a later malandrin takes it again.
pub fn take_power(state: &mut State, place: usize) {
    state.laid[place].actor = state.laid[state.place].actor;
}
