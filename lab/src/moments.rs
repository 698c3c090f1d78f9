//! Count, mean and variance of numbers that come one after the other.

/// The numbers so far, by the method of Welford (1962): no cancellation of large sums.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moments {
    n: f64,
    mean: f64,
    squares: f64,
}

impl Moments {
    /// Adds a number.
    pub(super) fn push(&mut self, value: f64) {
        self.n += 1.0;
        let before = value - self.mean;
        self.mean += before / self.n;
        self.squares += before * (value - self.mean);
    }

    /// Their variance; not a number below two.
    pub(super) fn variance(&self) -> f64 {
        self.squares / (self.n - 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variance_of_a_few_numbers() {
        let mut moments = Moments::default();
        [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().for_each(|value| moments.push(value));
        assert!((moments.variance() - 32.0 / 7.0).abs() < 1e-12);
    }
}
