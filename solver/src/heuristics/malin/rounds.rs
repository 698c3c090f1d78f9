//! Without Malheurs nothing of a round is left in the next one but the points: neither cards nor what the habits of this module look at.

use tapis_games::game::{Game, Published};
use tapis_games::malin::{Malin, Phase, State};
use tapis_games::seat::{BySeat, Seat};

/// What the round that `state` ends brought, the first to announce first.
pub(super) fn brought(rules: &Malin, state: &State) -> Option<BySeat<i32>> {
    if rules.options().malheurs {
        return None;
    }
    let scores = rules.round_scores(state)?;
    let first = state.dealer.next(rules.seats());
    Some(BySeat::from_fn(rules.seats(), |place| scores[placed(rules, first, place)]))
}

/// Ends the next round of `state` with what such a round brought.
pub(super) fn skip(rules: &Malin, state: &mut State, brought: &BySeat<i32>) {
    let seats = rules.seats();
    state.dealer = state.dealer.next(seats);
    state.round = state.round.saturating_add(1);
    state.before_round = state.points;
    let first = state.dealer.next(seats);
    for place in Seat::all(seats) {
        state.points[placed(rules, first, place).index()] += brought[place] as i16;
    }
    let is_over = state.points[..seats].iter().any(|&points| points <= 0);
    state.phase = if is_over { Phase::Over } else { Phase::Deal };
}

/// The seat in this place, counted from the first.
fn placed(rules: &Malin, first: Seat, place: Seat) -> Seat {
    Seat(((first.index() + place.index()) % rules.seats()) as u8)
}
