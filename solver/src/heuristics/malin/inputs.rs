//! What the learned evaluation reads of a world between two tricks: what each seat needs, and what its cards can take.

use tapis_games::game::{Game, Published, Turn};
use tapis_games::malin::{Malin, State};
use tapis_games::seat::{BySeat, Seat};

use super::strength::{HandValues, TrickForecast};
use super::{need, tricks_left};
use crate::learned::Inputs;

/// Tricks left that are told apart, from 0; the last place is for all that is more.
const LEFT: usize = 9;
/// Tricks needed that are told apart, from −3.
const NEEDS: usize = 11;
/// Steps of the chance of a card to take a trick.
const CHANCES: usize = 8;
/// Steps of the difference between tricks needed and tricks expected, of half a trick each.
const GAPS: usize = 17;

/// Writes the inputs of every seat.
pub(super) fn write(rules: &Malin, state: &State, inputs: &mut BySeat<Inputs>) {
    let seats = rules.seats();
    let left = tricks_left(rules, state).max(0) as usize;
    let hands = BySeat::from_fn(seats, |seat| HandValues::of(rules, state, state.hands[seat.index()]));
    let forecasts = BySeat::from_fn(seats, |seat| TrickForecast::of(state, &hands, seat));
    let needs = BySeat::from_fn(seats, |seat| need(state, seat).unwrap_or(0));
    let wanted: i32 = needs.iter().map(|need| need.max(&0)).sum();
    let expected: f64 = forecasts.iter().map(TrickForecast::tricks).sum();
    for (seat, inputs) in Seat::all(seats).zip(inputs.iter_mut()) {
        let (need, forecast) = (needs[seat], &forecasts[seat]);
        let step = (need + 3).clamp(0, NEEDS as i32 - 1) as usize;
        inputs.choice(left.min(LEFT - 1) * NEEDS + step, LEFT * NEEDS);
        let pressure = if expected > 0.0 { left as f64 / expected } else { 1.6 };
        let gap = f64::from(need) - (forecast.tricks() * pressure.clamp(0.6, 1.6)).min(left as f64);
        inputs.choice((2.0 * gap + 8.5).clamp(0.0, GAPS as f64 - 1.0) as usize, GAPS);
        inputs.number(gap.abs());
        inputs.number(forecast.fixed - f64::from(need));
        inputs.number(forecast.variance);
        inputs.number(forecast.chosen);
        inputs.choice(hands[seat].free as usize, 4);
        inputs.choice(if need > 0 { 1 + hands[seat].free as usize } else { 0 }, 5);
        cards(&hands, seat, need, inputs);
        others(rules, state, seat, (wanted, left), inputs);
    }
}

/// The cards of fixed value by their chance to take a trick that everybody plays at random, for a seat that still needs tricks
/// and for one that needs none.
fn cards(hands: &BySeat<HandValues>, seat: Seat, need: i32, inputs: &mut Inputs) {
    let wins = |value: u8| -> f64 {
        let others = Seat::all(hands.len()).filter(|&other| other != seat && hands[other].len() > 0);
        others.map(|other| hands[other].below(value, false)).product()
    };
    let (needing, done) = (inputs.group(CHANCES), inputs.group(CHANCES));
    for value in hands[seat].descending() {
        let step = (wins(value) * CHANCES as f64) as usize;
        inputs.add(if need > 0 { needing } else { done }, step, 1.0);
    }
}

/// What the other seats want, who leads, and how the round is played.
fn others(rules: &Malin, state: &State, seat: Seat, (wanted, left): (i32, usize), inputs: &mut Inputs) {
    let seats = rules.seats();
    inputs.choice((wanted - left as i32 + 5).clamp(0, 10) as usize, 11);
    let hungry =
        Seat::all(seats).filter(|&other| other != seat && need(state, other).is_some_and(|need| need > 0));
    inputs.number(hungry.count() as f64 / (seats - 1) as f64);
    let leads = rules.turn(state) == Turn::Player(seat);
    inputs.number(f64::from(u8::from(leads)));
    inputs.number(f64::from(u8::from(leads && need(state, seat).is_some_and(|need| need > 0))));
    inputs.number(f64::from(state.malheurs_held(seat)));
    inputs.choice(seats - 3, 4);
    inputs.number(f64::from(u8::from(rules.options().teams)));
}
