//! Learned values: what a position is worth to each seat, without a playout.
//!
//! A [`Net`] gives every seat a logit from its [features](crate::heuristics::Heuristics::features); a softmax over the seats makes
//! shares of them. The logit is linear in the features, with weights interpolated between five phases of the game, plus a few hidden
//! units. Sums have a fixed order, and [`exp`] is arithmetic alone, so that a net says the same on every machine.

use tapis_games::seat::{BySeat, MAX_SEATS, Seat};

mod file;

/// The most features of a game.
pub const MAX_FEATURES: usize = 48;
/// Phases between which linear weights are interpolated.
pub(crate) const KNOTS: usize = 5;
/// Hidden units.
pub(crate) const HIDDEN: usize = 16;

/// The features of one seat. The first is the phase, from 0 to 1.
pub type Features = [f32; MAX_FEATURES];

/// Which values a search uses in place of playouts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Values {
    /// Playouts.
    #[default]
    Off,
    /// Those that come with the game, if any.
    Shipped,
    /// These, if they fit the features of the game.
    Given(&'static Net),
}

/// See the module's text.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    pub(crate) features: usize,
    /// By phase and feature.
    pub(crate) linear: Vec<f32>,
    /// By feature, then by hidden unit; the last row is added always.
    pub(crate) hidden: Vec<[f32; HIDDEN]>,
    /// By hidden unit.
    pub(crate) output: [f32; HIDDEN],
}

impl Net {
    /// A net of `features` features that finds all seats equal.
    pub(crate) fn new(features: usize) -> Self {
        Self {
            features,
            linear: vec![0.0; KNOTS * features],
            hidden: vec![[0.0; HIDDEN]; features + 1],
            output: [0.0; HIDDEN],
        }
    }

    /// How many features it was fitted to.
    pub(crate) fn features(&self) -> usize {
        self.features
    }

    /// The share of each of `seats` seats, whose features `write` writes. They sum to 1.
    pub fn shares(&self, seats: usize, write: impl Fn(Seat, &mut Features)) -> BySeat<f32> {
        let mut logits = [0.0; MAX_SEATS];
        for (seat, logit) in Seat::all(seats).zip(&mut logits) {
            let mut features = [0.0; MAX_FEATURES];
            write(seat, &mut features);
            *logit = self.logit(&features[..self.features.min(MAX_FEATURES)]);
        }
        softmax(&mut logits[..seats]);
        BySeat::from_fn(seats, |seat| logits[seat.index()])
    }

    pub(crate) fn logit(&self, features: &[f32]) -> f32 {
        let (knot, part) = phase(features);
        let rows = self.linear[knot * self.features..].split_at(self.features);
        let mut logit = 0.0;
        for ((x, early), late) in features.iter().zip(rows.0).zip(rows.1) {
            logit += x * (early + part * (late - early));
        }
        for (unit, weight) in self.units(features).iter().zip(&self.output) {
            logit += unit.max(0.0) * weight;
        }
        logit
    }

    /// The hidden units before what is negative is cut off.
    #[inline]
    pub(crate) fn units(&self, features: &[f32]) -> [f32; HIDDEN] {
        let mut units = self.hidden[self.features];
        for (x, row) in features.iter().zip(&self.hidden) {
            for (unit, weight) in units.iter_mut().zip(row) {
                *unit += x * weight;
            }
        }
        units
    }
}

/// The last phase that has begun, and how far the next one is reached.
#[inline]
pub(crate) fn phase(features: &[f32]) -> (usize, f32) {
    let place = features.first().copied().unwrap_or(0.0).clamp(0.0, 1.0) * (KNOTS - 1) as f32;
    let knot = (place as usize).min(KNOTS - 2);
    (knot, place - knot as f32)
}

/// Turns logits into shares.
pub(crate) fn softmax(logits: &mut [f32]) {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    logits.iter_mut().for_each(|logit| *logit = exp(*logit - most));
    let sum: f32 = logits.iter().sum();
    logits.iter_mut().for_each(|share| *share /= sum);
}

/// The exponential function, of products and sums alone: those of C libraries differ in the last bit.
fn exp(x: f32) -> f32 {
    let x = x.clamp(-80.0, 80.0);
    let power = (x * std::f32::consts::LOG2_E).round();
    let rest = x - power * std::f32::consts::LN_2;
    let mut sum = 1.0;
    for n in [6.0, 5.0, 4.0, 3.0, 2.0, 1.0] {
        sum = 1.0 + sum * rest / n;
    }
    sum * f32::from_bits(((power as i32 + 127) as u32) << 23)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_function_is_close() {
        for n in -2000..=2000 {
            let x = n as f32 / 100.0;
            assert!((exp(x) / x.exp() - 1.0).abs() < 4e-6, "{x}: {} {}", exp(x), x.exp());
        }
        assert!(exp(f32::NEG_INFINITY) > 0.0 && exp(1e9).is_finite());
    }
}
