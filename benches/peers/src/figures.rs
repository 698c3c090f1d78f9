//! Measurements, and statistics over several rounds of them.

use std::time::{Duration, Instant};

/// The work done and the time it took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measurement {
    /// Units of work.
    pub units: u64,
    /// Wall-clock time.
    pub time: Duration,
}

impl Measurement {
    /// Measures one run of `work`, which returns its number of units.
    pub fn once(work: impl FnOnce() -> u64) -> Self {
        let began = Instant::now();
        let units = work();
        Self { units, time: began.elapsed() }
    }

    /// Repeats `batch` for about `time`, at least once.
    pub fn repeat(time: Duration, mut batch: impl FnMut() -> u64) -> Self {
        Self::once(|| {
            let began = Instant::now();
            let mut units = 0;
            loop {
                units += batch();
                if began.elapsed() >= time {
                    return units;
                }
            }
        })
    }

    /// Units per second.
    pub fn rate(&self) -> f64 {
        self.units as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// Statistics of figures of one kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// The number of figures.
    pub n: usize,
    /// The median.
    pub median: f64,
    /// The least.
    pub min: f64,
    /// The greatest.
    pub max: f64,
}

impl Figures {
    /// The statistics of `values`; zeros if there are none.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        let n = values.len();
        let at = |place: usize| values.get(place).copied().unwrap_or(0.0);
        Self {
            n,
            median: (at(n.saturating_sub(1) / 2) + at(n / 2)) / 2.0,
            min: at(0),
            max: at(n.saturating_sub(1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle() {
        assert_eq!(Figures::of([3.0, 1.0, 2.0]), Figures { n: 3, median: 2.0, min: 1.0, max: 3.0 });
        assert_eq!(Figures::of([4.0, 1.0]).median, 2.5);
        assert_eq!(Figures::of([]).n, 0);
    }

    #[test]
    fn work_is_repeated_and_counted() {
        assert_eq!(Measurement::repeat(Duration::ZERO, || 7).units, 7);
        let done = Measurement { units: 10, time: Duration::from_millis(500) };
        assert_eq!(done.rate(), 20.0);
    }
}
