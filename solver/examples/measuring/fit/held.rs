//! How large errors are, and how often claims hold.

use super::super::{Check, Claims, Held};
use super::case::{Case, Error};
use super::round;

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_964;
/// Classes of values for the expected calibration error.
const CLASSES: usize = 10;

/// The errors of some positions.
pub(super) struct Errors(pub(super) Vec<Error>);

impl Errors {
    fn positions(&self) -> f64 {
        self.0.iter().map(|error| error.weight).sum()
    }

    /// The standard deviation that samples do not explain.
    pub(super) fn bias(&self) -> f64 {
        let beyond = |error: &Error| error.weight * (error.size * error.size - error.sample * error.sample);
        (self.0.iter().map(beyond).sum::<f64>() / self.positions().max(1.0)).max(0.0).sqrt()
    }

    /// What the errors, relative to their scales, stay below in the share `level` of positions to come.
    pub(super) fn quantile(&self, bias: f64, level: f64) -> f64 {
        let relative = |error: &Error| (error.size / bias.hypot(error.sample), error.weight);
        let mut relative: Vec<(f64, f64)> = self.0.iter().map(relative).collect();
        relative.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut left = level * (self.positions() + 1.0);
        let reached = |&&(_, weight): &&(f64, f64)| {
            left -= weight;
            left <= 1e-9
        };
        let found = relative.iter().find(reached).or(relative.last());
        found.map_or(Claims::CAUTIOUS.quantile, |(quantile, _)| *quantile).max(0.5)
    }
}

/// Counts of what held.
#[derive(Default)]
pub(super) struct Tally {
    positions: u32,
    exact: u32,
    small: u32,
    /// Shares and numbers of positions.
    values: (f64, u32),
    differences: (f64, u32),
    sets: (f64, u32),
    claimed: f64,
    /// By class: weight, values and true values.
    classes: [(f64, f64, f64); CLASSES],
}

impl Tally {
    pub(super) fn add(&mut self, case: &Case<'_>, claims: &Claims) {
        self.positions += 1;
        self.exact += u32::from(case.position.exact);
        let held = |errors: Vec<Error>, quantile: f64, bias: f64| {
            let inside = errors.iter().filter(|error| error.size <= quantile * bias.hypot(error.sample));
            (!errors.is_empty()).then(|| inside.map(|error| error.weight).sum::<f64>().min(1.0))
        };
        count(&mut self.values, held(case.errors(claims), claims.quantile, claims.bias));
        let differences = case.difference_errors(claims);
        count(&mut self.differences, held(differences, claims.difference_quantile, claims.difference_bias));
        let set = case.set(claims.model_error);
        self.small += u32::from(set.set.len() <= 2);
        if let Some((claimed, held)) = case.claim(&set) {
            self.claimed += claimed;
            count(&mut self.sets, Some(f64::from(u8::from(held))));
        }
        for one in case.open() {
            let value = claims.value(one.mean);
            let class = &mut self.classes[((value * CLASSES as f64) as usize).min(CLASSES - 1)];
            *class = (class.0 + one.weight, class.1 + one.weight * value, class.2 + one.weight * one.truth);
        }
    }

    pub(super) fn check(&self) -> Check {
        let weight: f64 = self.classes.iter().map(|class| class.0).sum();
        let apart: f64 = self.classes.iter().map(|(_, value, truth)| (value - truth).abs()).sum();
        Check {
            positions: self.positions,
            exact: self.exact,
            values: wilson(self.values),
            differences: wilson(self.differences),
            sets: wilson(self.sets),
            claimed: round(self.claimed / f64::from(self.sets.1.max(1))),
            small: round(f64::from(self.small) / f64::from(self.positions.max(1))),
            calibration_error: round(apart / weight.max(1.0)),
        }
    }
}

fn count(sum: &mut (f64, u32), share: Option<f64>) {
    if let Some(share) = share {
        *sum = (sum.0 + share, sum.1 + 1);
    }
}

fn wilson((sum, of): (f64, u32)) -> Held {
    if of == 0 {
        return Held { of, share: 0.0, low: 0.0, high: 1.0 };
    }
    let n = f64::from(of);
    let (share, z2) = (sum / n, Z * Z / n);
    let middle = (share + z2 / 2.0) / (1.0 + z2);
    let radius = Z / (1.0 + z2) * (share * (1.0 - share) / n + z2 / (4.0 * n)).sqrt();
    let ends = [middle - radius, middle + radius].map(|end| round(end.clamp(0.0, 1.0)));
    Held { of, share: round(share), low: ends[0], high: ends[1] }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(of: impl IntoIterator<Item = (f64, f64)>) -> Errors {
        Errors(of.into_iter().map(|(size, sample)| Error { size, sample, weight: 1.0 }).collect())
    }

    #[test]
    fn quantiles_are_of_positions_to_come() {
        assert_eq!(errors((1..=99).map(|n| (f64::from(n), 0.0))).quantile(1.0, 0.95), 95.0);
        let few = errors((1..=10).map(|n| (f64::from(n), 0.0)));
        assert_eq!(few.quantile(1.0, 0.95), 10.0, "with few positions the greatest error");
        assert!(errors([]).quantile(1.0, 0.95) > 1.9);
    }

    #[test]
    fn what_samples_explain_is_no_bias() {
        assert!((errors([(0.5, 0.3), (0.5, 0.3)]).bias() - 0.4).abs() < 1e-12);
        assert_eq!(errors([(0.1, 0.3)]).bias(), 0.0);
    }

    #[test]
    fn shares_have_their_interval() {
        assert_eq!(wilson((19.0, 20)), Held { of: 20, share: 0.95, low: 0.7639, high: 0.9911 });
        assert_eq!(wilson((0.0, 0)).high, 1.0);
    }
}
