//! Time-uniform confidence bounds (confidence sequences). They hold at all looks at once, so a search or an experiment may stop on
//! what it sees.
//!
//! *Shares* lie in [0, 1] and their differences in [−1, 1]. They use the gamma-exponential mixture for sums, an
//! empirical-Bernstein confidence sequence (Howard, Ramdas, McAuliffe and Sekhon, "Time-uniform, nonparametric,
//! nonasymptotic confidence sequences", Annals of Statistics 2021, theorem 4 and proposition 9). The intrinsic time
//! is the sum of squared deviations from a prediction. The bound covers the running mean of the conditional means
//! under any dependence, so it stays valid while a growing tree improves the play.
//!
//! *Points* have no known bound. They use the asymptotic confidence sequence of Robbins' normal mixture
//! (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory", 2024).

use statrs::function::gamma::{gamma_lr, ln_gamma};

/// The kind of values that are summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Every deviation from the prediction lies in [−1, 1].
    Share,
    /// Unbounded.
    Points,
}

/// A sum of observations.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sum {
    /// The number of observations.
    pub n: f64,
    /// Their sum.
    pub sum: f64,
    /// The sum of squared deviations from predictions. Each prediction is made before its observation.
    pub squares: f64,
}

impl Sum {
    /// The mean; 0 without observations.
    pub fn mean(&self) -> f64 {
        if self.n > 0.0 { self.sum / self.n } else { 0.0 }
    }

    /// Both together.
    #[cfg(test)]
    fn plus(&self, other: &Self) -> Self {
        Self { n: self.n + other.n, sum: self.sum + other.sum, squares: self.squares + other.squares }
    }

    /// Half the width of a confidence interval of the mean. It holds at all looks at once with probability 1 −
    /// `alpha`. Infinite without observations.
    pub fn radius(&self, kind: Kind, alpha: f64) -> f64 {
        if self.n < 1.0 {
            return f64::INFINITY;
        }
        match kind {
            Kind::Share => self.radius_of_share(alpha, RHO),
            Kind::Points => points_radius(self.n, self.squares / self.n, alpha),
        }
    }

    /// The same of shares, tightest at a sum of squares of about ten times `rho`.
    pub fn radius_of_share(&self, alpha: f64, rho: f64) -> f64 {
        if self.n < 1.0 {
            return f64::INFINITY;
        }
        deviation(self.squares, (2.0 / alpha).ln(), rho) / self.n
    }

    /// A p-value: an upper bound on the probability of ever seeing so great a sum if the true mean were not positive.
    pub fn p_value(&self, kind: Kind) -> f64 {
        if self.n < 1.0 || self.sum <= 0.0 {
            return 1.0;
        }
        match kind {
            Kind::Share => (-log_mixture(self.sum, self.squares, RHO)).exp().min(1.0),
            Kind::Points => points_p_value(self),
        }
    }
}

/// The parameter of the mixture of searches. The bound is tightest at an intrinsic time of about ten times this.
const RHO: f64 = 6.0;
/// Above this shape the incomplete gamma function is bounded instead of computed.
const LARGE_SHAPE: f64 = 20_000.0;

/// The logarithm of the mixture martingale for a sum `s` of deviations with intrinsic time `v`.
fn log_mixture(s: f64, v: f64, rho: f64) -> f64 {
    let (shape, rate) = (v + rho, s + v + rho);
    if rate <= 0.0 {
        return f64::NEG_INFINITY;
    }
    let leading = rho * rho.ln() - ln_gamma(rho) - gamma_lr(rho, rho).ln();
    // The median of a gamma distribution is below its mean, so 1/2 is a lower bound for positive s.
    let mass = if shape < LARGE_SHAPE || s < 0.0 { gamma_lr(shape, rate) } else { 0.5 };
    leading + ln_gamma(shape) + mass.ln() - shape * rate.ln() + s + v
}

/// The smallest sum of deviations whose mixture reaches `level`, by bisection.
fn deviation(v: f64, level: f64, rho: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0 + (2.0 * v * level).sqrt() + level);
    while log_mixture(high, v, rho) < level && high < 1e12 {
        (low, high) = (high, 2.0 * high);
    }
    for _ in 0..40 {
        let middle = 0.5 * (low + high);
        if log_mixture(middle, v, rho) < level {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// The number of observations at which the interval is tightest.
const POINTS_AT: f64 = 500.0;

fn points_radius(n: f64, variance: f64, alpha: f64) -> f64 {
    let rho = points_rho();
    let spread = n * rho + 1.0;
    (variance * 2.0 * spread / (n * n * rho) * (spread.sqrt() / alpha).ln()).sqrt()
}

/// The `alpha` at which the lower end of the interval is 0.
fn points_p_value(sum: &Sum) -> f64 {
    let variance = (sum.squares / sum.n).max(f64::MIN_POSITIVE);
    let spread = sum.n * points_rho() + 1.0;
    let exponent = sum.mean() * sum.mean() * sum.n * sum.n * points_rho() / (2.0 * spread * variance);
    (spread.sqrt() * (-exponent).exp()).min(1.0)
}

/// The ρ² that makes the 95 % interval tightest at [`POINTS_AT`] observations.
fn points_rho() -> f64 {
    let level = -2.0 * 0.05_f64.ln();
    (level + level.ln_1p()) / POINTS_AT
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{Rng, RngExt, SeedableRng};

    use super::*;

    /// The number of runs of coin tosses whose interval misses the true mean at any of `looks` looks.
    fn misses(p: f64, alpha: f64, runs: u64, looks: usize) -> usize {
        (0..runs)
            .filter(|&run| ever_misses(p, alpha, &mut Xoshiro256PlusPlus::seed_from_u64(run), looks))
            .count()
    }

    fn ever_misses(p: f64, alpha: f64, rng: &mut Xoshiro256PlusPlus, looks: usize) -> bool {
        let mut sum = Sum::default();
        (0..looks).any(|_| {
            let prediction = if sum.n > 0.0 { sum.mean() } else { 0.5 };
            for _ in 0..16 {
                let x = f64::from(u8::from(rng.random_bool(p)));
                sum = sum.plus(&Sum { n: 1.0, sum: x, squares: (x - prediction).powi(2) });
            }
            (sum.mean() - p).abs() > sum.radius(Kind::Share, alpha)
        })
    }

    #[test]
    fn holds_at_all_looks_at_once() {
        for p in [0.03, 0.5, 0.9] {
            let missed = misses(p, 0.05, 400, 60);
            assert!(missed <= 20, "{missed} of 400 runs missed {p} at level 5 %");
        }
    }

    #[test]
    fn narrows_with_observations_and_spread() {
        let wide = Sum { n: 100.0, sum: 50.0, squares: 25.0 }.radius(Kind::Share, 0.05);
        let narrow = Sum { n: 10_000.0, sum: 5_000.0, squares: 2_500.0 }.radius(Kind::Share, 0.05);
        let calm = Sum { n: 100.0, sum: 50.0, squares: 0.1 }.radius(Kind::Share, 0.05);
        assert!(narrow < wide / 8.0 && calm < wide / 2.0, "{wide} {narrow} {calm}");
        assert!((0.1..0.22).contains(&wide), "{wide}");
    }

    #[test]
    fn doubt_and_radius_agree() {
        for kind in [Kind::Share, Kind::Points] {
            let mut sum = Sum { n: 400.0, sum: 0.0, squares: 90.0 };
            sum.sum = sum.n * sum.radius(kind, 0.02) * 1.001;
            let alpha = if kind == Kind::Share { 0.01 } else { 0.02 };
            let p_value = sum.p_value(kind);
            assert!(p_value <= alpha && p_value > alpha / 1.2, "{kind:?}: {p_value}");
        }
    }

    #[test]
    fn large_sums_are_bounded_without_a_jump() {
        let at = |v: f64| deviation(v, 3.7, RHO) / v.sqrt();
        let (below, above) = (at(LARGE_SHAPE - 20.0), at(LARGE_SHAPE + 20.0));
        assert!(above >= below && above < below * 1.05, "{below} {above}");
    }

    #[test]
    fn points_hold_for_gaussian_like_sums() {
        let mut missed = 0;
        for run in 0..300_u64 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(run + 1_000);
            let mut sum = Sum::default();
            let bad = (0..40).any(|_| {
                let x: f64 = (0..12).map(|_| rng.random::<f64>()).sum::<f64>() - 6.0;
                let x = x * 10.0 + 3.0 + f64::from(rng.next_u32() % 2);
                sum = sum.plus(&Sum { n: 1.0, sum: x, squares: (x - 3.5).powi(2) });
                sum.n >= 20.0 && (sum.mean() - 3.5).abs() > sum.radius(Kind::Points, 0.05)
            });
            missed += usize::from(bad);
        }
        assert!(missed <= 15, "{missed} of 300");
    }
}
