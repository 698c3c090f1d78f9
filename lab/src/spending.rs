//! How the error probability of an experiment is spent.
//!
//! All intervals that are shown hold together with the confidence of the plan. Its complement, α, is handed out before the first
//! look, and no part of it twice; that the parts add up to α is enough, however the intervals depend on each other (Dunn,
//! "Multiple comparisons among means", Journal of the American Statistical Association 1961):
//!
//! - The means of the arms have a fiftieth of α, in equal parts; the differences have the rest, in equal parts. One arm alone
//!   has everything.
//! - Within one interval the open bound has 1 %, the bound of the first plan 97 %, that of the second 1 %, of the third 0.5 %, and so
//!   on by halves: raising `games` after a look spends from what was kept for it. This is a spending function (Lan and DeMets,
//!   "Discrete sequential boundaries for clinical trials", Biometrika 1983) over plans instead of looks: its value after the
//!   *k*th plan is 99 % − 2 % / 2ᵏ⁻¹, fixed beforehand whatever sizes the plans turn out to have. The looks within a plan cost
//!   nothing, see [`super::Sequence`].

/// The part of the means of the arms, where there are differences.
const ARMS_PART: f64 = 0.02;
/// The part of an interval that its open bound has.
pub(super) const OPEN_PART: f64 = 0.01;
/// The part that is kept for later plans.
const LATER_PART: f64 = 0.02;
/// A later plan than this has the open bound alone: what is left is next to nothing.
pub(super) const MOST_PLANS: usize = 12;

/// The part of an interval that the bound of its `number`th plan has, from 0.
pub(super) fn part_of_plan(number: usize) -> f64 {
    match number {
        0 => 1.0 - OPEN_PART - LATER_PART,
        later if later < MOST_PLANS => LATER_PART * 0.5_f64.powi(later as i32),
        _ => 0.0,
    }
}

/// The error probability of each interval.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// Of the mean of one arm.
    pub arm: f64,
    /// Of one difference.
    pub difference: f64,
}

impl Budget {
    /// That of so many arms and differences, which have `alpha` together.
    pub(super) fn new(alpha: f64, arms: usize, differences: usize) -> Self {
        let of_arms = if differences == 0 { 1.0 } else { ARMS_PART };
        Self {
            arm: alpha * of_arms / arms.max(1) as f64,
            difference: alpha * (1.0 - of_arms) / differences.max(1) as f64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_spent_twice() {
        for (arms, differences) in [(1, 0), (2, 1), (3, 6), (64, 2 * 64 * 63 / 2)] {
            let Budget { arm, difference } = Budget::new(0.05, arms, differences);
            let spent = arm * arms as f64 + difference * differences as f64;
            assert!((spent - 0.05).abs() < 1e-12, "{arms}: {spent}");
        }
        let plans: f64 = (0..1_000).map(part_of_plan).sum();
        assert!(OPEN_PART + plans <= 1.0 && OPEN_PART + plans > 0.999, "{plans}");
        assert_eq!(part_of_plan(1), 0.01);
    }
}
