//! Scores contracts.

use tapis_games::game::Game;
use tapis_games::malin::{Malin, State};
use tapis_games::seat::Seat;

use super::strength::{HandValues, unseen};

/// Expected tricks of a card whose value is chosen.
const FREE_CARD_TRICKS: f64 = 0.55;
/// The weight of what the others announced: per trick that they want too many or too few.
const DEMAND_WEIGHT: f64 = 0.25;

/// How well `contract` fits the hand of `seat`.
pub(super) fn score(rules: &Malin, state: &State, seat: Seat, contract: u8) -> i32 {
    let gap = f64::from(contract) - tricks(rules, state, seat);
    (300.0 - 180.0 * gap.abs()) as i32
}

/// The expected number of tricks of the hand, as its own seat sees it.
fn tricks(rules: &Malin, state: &State, seat: Seat) -> f64 {
    let own = HandValues::of(rules, state, state.hands[seat.index()]);
    let unseen = unseen(rules, state, seat);
    let others = rules.seats() as i32 - 1;
    let fixed: f64 = own.descending().map(|value| unseen.below(value, false).powi(others)).sum();
    let share = rules.tricks() as f64 / rules.seats() as f64;
    let (mut announced, mut wanted) = (0.0, 0.0);
    for contract in Seat::all(rules.seats()).filter_map(|other| state.announced[other.index()]) {
        announced += 1.0;
        wanted += f64::from(contract);
    }
    let pressed = DEMAND_WEIGHT * (share * announced - wanted) / f64::from(others.max(1));
    fixed + FREE_CARD_TRICKS * f64::from(own.free) + pressed
}
