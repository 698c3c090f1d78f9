//! Keys for positions of equal value.
//!
//! Of what the seats have taken, only this affects the value: the shapes of the contests (see [`super::duel`]), the
//! sum of their bases and, for the win share, the number of cards, which breaks ties.

use tapis_games::game::{Game, Published};
use tapis_games::richelieu::disc::Disc;
use tapis_games::richelieu::options::SecondCard;
use tapis_games::richelieu::{Richelieu, State};
use tapis_games::seat::Seat;

use super::duel::{Duel, OpenDiscs};
use crate::heuristics::mixer::Mixer;
use crate::request::Objective;

/// A key that positions of one deal share only if `objective` has the same value in both.
pub(super) fn key(rules: &Richelieu, state: &State, objective: Objective) -> u64 {
    if objective == Objective::Points {
        return rules.key(state);
    }
    let discs_left = OpenDiscs::of(state);
    let duel = if rules.seats() == 2 { Duel::of(rules, state, &discs_left) } else { None };
    duel.map_or_else(|| rules.key(state), |duel| of_two(rules, state, &duel, &discs_left, objective))
}

/// The key in a game of two seats.
pub(super) fn of_two(
    rules: &Richelieu,
    state: &State,
    duel: &Duel,
    discs_left: &OpenDiscs,
    objective: Objective,
) -> u64 {
    let mut mixer = duel.shapes.iter().fold(Mixer::new(1), |mixer, &shapes| mixer.with(shapes));
    let mut hands = (i64::from(duel.base) as u64) << 32;
    for (number, seat) in Seat::all(2).enumerate() {
        mixer = mixer.with(state.side(seat).markers.bits() | u64::from(state.side(seat).reserve) << 48);
        let returns = state.side(seat).discs.count(Disc::MarkerReturn);
        let others = u32::from(u32::from(state.side(seat).face_down) > returns);
        hands |= u64::from(returns << 1 | others) << (8 * number);
    }
    if objective == Objective::WinShare {
        hands |= (state.side(Seat(0)).cards() as u64) << 24;
    }
    let unseen = u64::from(discs_left.unseen.bits()) << 48;
    mixer.with(hands).with(state.table.bits() | unseen).with(turn(rules, state, discs_left)).finish()
}

/// The seat to move, its step, the first card and the discs on the table.
fn turn(rules: &Richelieu, state: &State, discs_left: &OpenDiscs) -> u64 {
    let first = match (state.first_card, rules.options().second_card) {
        (None, _) => 0,
        // Whatever the card was, it pairs only with the one-shield cards of its region.
        (Some(cell), SecondCard::Uncovered) => 64 | state.card(cell).region.index() as u64,
        (Some(cell), SecondCard::VisibleAtStart) => 128 | cell.index() as u64,
    };
    let step = (state.step as u64) << 8 | u64::from(state.seat.0) << 12;
    // The place of each disc follows from the deal and the cards on the table.
    let discs = u64::from(discs_left.shown.bits()) << 16 | (discs_left.face_down as u64) << 32;
    first | step | discs
}
