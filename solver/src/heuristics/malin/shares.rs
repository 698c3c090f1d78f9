//! Turns points into win shares.

use tapis_games::game::{Game, Published};
use tapis_games::malin::{Malin, State};
use tapis_games::seat::{BySeat, Seat};

use super::super::{Evaluation, win_shares};

/// The scale of point differences at the end of the game, and its addend per point that the last player has left.
const POINT_SCALE: (f64, f64) = (0.6, 0.3);

/// Evaluates the position in which the round costs each seat `lost` points.
pub(super) fn evaluate(rules: &Malin, state: &State, lost: &BySeat<f64>) -> BySeat<Evaluation> {
    let seats = rules.seats();
    let points = BySeat::from_fn(seats, |seat| f64::from(state.points[seat.index()]) - lost[seat]);
    let least = points.iter().copied().fold(f64::INFINITY, f64::min).max(0.0);
    let shares = win_shares(&points, POINT_SCALE.0 + POINT_SCALE.1 * least);
    let partner = |seat: Seat| rules.options().teams.then_some(Seat((seat.0 + 3) % 6));
    BySeat::from_fn(seats, |seat| {
        let against = Seat::all(seats).filter(|&other| other != seat && Some(other) != partner(seat));
        let best = against.map(|other| -lost[other]).fold(f64::NEG_INFINITY, f64::max);
        Evaluation { share: shares[seat], margin: -lost[seat] - best }
    })
}

/// The share of the win that `seat` loses with so many `points` now.
pub(super) fn of_points(rules: &Malin, state: &State, seat: Seat, points: f64) -> f64 {
    let share = |lost: f64| {
        let lost = BySeat::from_fn(rules.seats(), |other| if other == seat { lost } else { 0.0 });
        evaluate(rules, state, &lost)[seat].share
    };
    share(0.0) - share(points)
}

/// If the last player has at least this many points, only the round counts. With fewer points the win share counts
/// more and more.
const FULL_ROUND_POINTS: f64 = 5.0;

/// The utility of the finished round to each seat: how close it came to its contract, and near the end of the game
/// its win share.
pub(super) fn round_utility(rules: &Malin, state: &State, shares: &BySeat<f64>) -> BySeat<f64> {
    let before = |seat: Seat| f64::from(state.before_round[seat.index()]);
    let least = Seat::all(rules.seats()).map(before).fold(f64::INFINITY, f64::min);
    let near = ((FULL_ROUND_POINTS - least) / FULL_ROUND_POINTS).clamp(0.0, 1.0);
    let met = |seat: Seat| {
        let lost = before(seat) - f64::from(state.points[seat.index()]);
        1.0 - lost / (rules.tricks() as f64 * f64::from(rules.options().penalty))
    };
    BySeat::from_fn(rules.seats(), |seat| near * shares[seat] + (1.0 - near) * met(seat))
}
