//! Axes: which numbers are on them, and where.

/// A linear axis from `low` to `high`, drawn from `from` to `to`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

/// About how many numbers are on an axis.
const TICKS: f64 = 6.0;

impl Scale {
    /// An axis that has all `values` on it, with a little room; from 0 to 1 where there are none.
    pub(super) fn over(values: impl Iterator<Item = f64>, (from, to): (f64, f64)) -> Self {
        let ends = values.filter(|value| value.is_finite()).fold(None, |ends: Option<(f64, f64)>, value| {
            Some(ends.map_or((value, value), |(low, high)| (low.min(value), high.max(value))))
        });
        let (low, high) = ends.unwrap_or((0.0, 1.0));
        let room = if high > low { (high - low) * 0.04 } else { low.abs().max(1.0) * 0.5 };
        Self { low: low - room, high: high + room, from, to }
    }

    /// Where a value is.
    pub(super) fn at(&self, value: f64) -> f64 {
        self.from + (value - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// Round numbers on the axis, and how many digits after the point tell them apart when they are multiplied by `factor`.
    pub(super) fn ticks(&self, factor: f64) -> (Vec<f64>, usize) {
        let rough = (self.high - self.low) / TICKS;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|round| round * power);
        let step = step.into_iter().find(|step| *step >= rough).unwrap_or(power * 10.0);
        let (first, last) = ((self.low / step).ceil() as i64, (self.high / step).floor() as i64);
        let digits = (-(step * factor).log10().floor()).clamp(0.0, 6.0) as usize;
        ((first..=last).map(|at| at as f64 * step).collect(), digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_on_the_axis() {
        let scale = Scale::over([0.47, 0.53].into_iter(), (0.0, 100.0));
        let (ticks, digits) = scale.ticks(100.0);
        assert_eq!(digits, 0);
        let shown: Vec<String> = ticks.iter().map(|tick| format!("{tick:.2}")).collect();
        assert_eq!(shown, ["0.48", "0.50", "0.52"]);
        assert!(ticks.iter().all(|tick| (0.0..=100.0).contains(&scale.at(*tick))));
        assert!((scale.at(0.5) - 50.0).abs() < 1e-9);
    }

    #[test]
    fn one_value_and_none_have_an_axis_too() {
        for values in [vec![], vec![0.0], vec![7.0], vec![f64::NAN], vec![-3.0, -3.0]] {
            let scale = Scale::over(values.iter().copied(), (0.0, 10.0));
            let (ticks, _) = scale.ticks(1.0);
            assert!(ticks.len() > 2 && ticks.len() < 20, "{values:?}: {ticks:?}");
        }
    }
}
