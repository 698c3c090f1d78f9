//! What a network expects of a position.

use tapis_games::seat::{BySeat, Seat};

/// The outputs for one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outputs {
    /// The logarithm of the seat's odds, up to what all seats have in common; or what the game says it is
    /// ([`Heuristics::strengths`](crate::heuristics::Heuristics::strengths)).
    pub strength: f64,
    /// The points at the end of the game, in units of [`POINTS_UNIT`].
    pub points: f64,
}

/// Points per unit of [`Outputs::points`].
pub const POINTS_UNIT: f64 = 10.0;

/// What all seats can expect.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook {
    /// Win shares; they sum to 1.
    pub shares: BySeat<f64>,
    /// Points at the end of the line.
    pub points: BySeat<f64>,
    /// The utility of the round to each seat, where bots play for it; see
    /// [`Heuristics::round_utility`](crate::heuristics::Heuristics::round_utility).
    pub round_utility: Option<BySeat<f64>>,
}

impl Outlook {
    /// The outlook of a game whose strengths are the logarithms of odds.
    pub(crate) fn of_odds(outputs: &BySeat<Outputs>) -> Self {
        let shares = softmax(&BySeat::from_fn(outputs.len(), |seat| outputs[seat].strength));
        let points = BySeat::from_fn(outputs.len(), |seat| outputs[seat].points * POINTS_UNIT);
        Self { shares, points, round_utility: None }
    }
}

/// Shares from the logarithms of odds. The exponential function is a kept implementation in Rust, because those of the systems'
/// libraries differ in the last bit.
pub fn softmax(odds: &BySeat<f64>) -> BySeat<f64> {
    let most = odds.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights = BySeat::from_fn(odds.len(), |seat: Seat| libm::exp(odds[seat] - most));
    let sum: f64 = weights.iter().sum();
    BySeat::from_fn(odds.len(), |seat| weights[seat] / sum)
}
