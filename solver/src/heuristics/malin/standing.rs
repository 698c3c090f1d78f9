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

/// From so many points on that the last player has, a round is played for its own sake; with fewer more and more for the
/// standing it leaves.
const FAR: f64 = 5.0;

/// What the round that ended was worth to each seat: how near it came to its contract, and towards the end of the game
/// the share of the win it can expect.
pub(super) fn contentment(rules: &Malin, state: &State, shares: &BySeat<f64>) -> BySeat<f64> {
    let before = |seat: Seat| f64::from(state.before_round[seat.index()]);
    let least = Seat::all(rules.seats()).map(before).fold(f64::INFINITY, f64::min);
    let near = ((FAR - least) / FAR).clamp(0.0, 1.0);
    let met = |seat: Seat| {
        let lost = before(seat) - f64::from(state.points[seat.index()]);
        1.0 - lost / rules.tricks() as f64
    };
    BySeat::from_fn(rules.seats(), |seat| near * shares[seat] + (1.0 - near) * met(seat))
}
