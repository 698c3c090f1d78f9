//! What points are worth of the game.

use tapis_games::game::{Game, Published};
use tapis_games::malin::{Malin, State};
use tapis_games::seat::{BySeat, Seat};

use super::super::Evaluation;

/// Points that make a safe lead when the game is about to end, and how many more for each point the last player still
/// has to lose.
const SAFE: (f64, f64) = (0.6, 0.3);

/// Win shares and margins if the round costs each seat `lost` points.
pub(super) fn evaluate(rules: &Malin, state: &State, lost: &BySeat<f64>) -> BySeat<Evaluation> {
    let seats = rules.seats();
    let points = BySeat::from_fn(seats, |seat| f64::from(state.points[seat.index()]) - lost[seat]);
    let least = points.iter().copied().fold(f64::INFINITY, f64::min).max(0.0);
    let most = points.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let scale = SAFE.0 + SAFE.1 * least;
    let weights = BySeat::from_fn(seats, |seat| ((points[seat] - most) / scale).exp());
    let sum: f64 = weights.iter().sum();
    let partner = |seat: Seat| rules.options().teams.then_some(Seat((seat.0 + 3) % 6));
    BySeat::from_fn(seats, |seat| {
        let against = Seat::all(seats).filter(|&other| other != seat && Some(other) != partner(seat));
        let best = against.map(|other| -lost[other]).fold(f64::NEG_INFINITY, f64::max);
        Evaluation { share: weights[seat] / sum, margin: -lost[seat] - best }
    })
}
