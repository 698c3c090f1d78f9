//! How many games it takes to find a difference.

use crate::statistics::Z;

/// The standard normal quantile of a power of 80 %. The test is two-sided, at the usual 5 %.
const Z_POWER: f64 = 0.841_621_234;
/// Pairing deals halves the deals needed, at best by about this factor (measured: 1.9 to 2.2).
const PAIRING_GAIN: f64 = 2.2;

/// The least number of deals with which a difference of `effect` between two win shares can be found: that of a test with
/// one look, 80 % power and paired deals, for a share of about one in `seats`, the mean of `seatings` seats a deal.
/// A confidence sequence needs somewhat more.
pub(super) fn deals_for_share(effect: f64, seats: usize, seatings: u64) -> f64 {
    let fair = 1.0 / seats.max(2) as f64;
    let variance = 2.0 * fair * (1.0 - fair) / PAIRING_GAIN / seatings.max(1) as f64;
    (Z + Z_POWER).powi(2) * variance / effect.powi(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two seats, five points: 2 · ¼ · 7.85 / 0.05² = 1,570 deals unpaired, 713 paired.
    #[test]
    fn a_known_number() {
        assert!((deals_for_share(0.05, 2, 1) - 713.5).abs() < 1.0);
        assert!((deals_for_share(0.05, 2, 2) - 356.7).abs() < 1.0);
    }
}
