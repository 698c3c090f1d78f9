//! Shares: proportions, and win shares that ties make fractional.

use tapis_db::model::{SeatSummary, WinShare};

use super::mean::{estimate_at, variance};
use super::{CONFIDENCE, Estimate, Method, z};

/// Win shares of some games, in whole units of [`WinShare`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shares {
    /// How many.
    pub n: u64,
    /// Their sum in 420ths.
    pub units: i64,
    /// The sum of their squares in (420ths)².
    pub units_squared: i64,
}

impl Shares {
    /// `successes` whole shares among `n`.
    pub fn proportion(successes: u64, n: u64) -> Self {
        let whole = i64::from(WinShare::WHOLE.units());
        let successes = successes as i64;
        Self { n, units: successes * whole, units_squared: successes * whole * whole }
    }

    /// The win shares of a seat.
    pub fn of(seat: &SeatSummary) -> Self {
        Self { n: seat.n, units: seat.win_units, units_squared: seat.win_units_squared }
    }

    /// These and others.
    pub fn and(self, other: Self) -> Self {
        Self {
            n: self.n + other.n,
            units: self.units + other.units,
            units_squared: self.units_squared + other.units_squared,
        }
    }

    /// These without some of them.
    pub fn less(self, some: Self) -> Self {
        Self {
            n: self.n.saturating_sub(some.n),
            units: self.units - some.units,
            units_squared: self.units_squared - some.units_squared,
        }
    }

    /// Whether every share is 0 or 1: the only case in which squaring changes nothing.
    fn is_proportion(self) -> bool {
        self.units_squared == self.units * i64::from(WinShare::WHOLE.units())
    }

    pub(super) fn mean(self) -> f64 {
        self.units as f64 / (f64::from(WinShare::WHOLE.units()) * self.n as f64)
    }

    /// The mean squared distance of the shares from `centre`.
    pub(super) fn variance_around(self, centre: f64) -> f64 {
        let whole = f64::from(WinShare::WHOLE.units());
        let squares = self.units_squared as f64 / (whole * whole * self.n as f64);
        squares - 2.0 * centre * self.mean() + centre * centre
    }

    /// The variance of the shares, in their own unit.
    pub(super) fn variance(self) -> Option<f64> {
        let whole = f64::from(WinShare::WHOLE.units());
        let units = variance(self.n, i128::from(self.units), i128::from(self.units_squared));
        units.map(|variance| variance / (whole * whole))
    }
}

/// The mean share. Wilson's interval where all shares are 0 or 1; Student's, cut to 0 … 1, where ties make them
/// fractional. Where fractional shares do not vary at all, Wilson's once more: shares of a given mean vary most when
/// they are 0 or 1, so it errs on the safe side.
pub fn share(shares: Shares, minimum_n: u64) -> Estimate {
    share_at(shares, minimum_n, CONFIDENCE)
}

/// The same with an interval of another confidence.
pub fn share_at(shares: Shares, minimum_n: u64, confidence: f64) -> Estimate {
    let minimum_n = minimum_n.max(1);
    match shares.variance() {
        _ if shares.n < minimum_n => Estimate::insufficient(shares.n, Method::Wilson, minimum_n),
        Some(variance) if variance > 0.0 && !shares.is_proportion() => {
            let sum = shares.mean() * shares.n as f64;
            estimate_at(shares.n, sum, Some(variance), minimum_n, confidence).within(0.0, 1.0)
        }
        _ => {
            let ends = wilson(shares.mean(), shares.n, z(confidence));
            Estimate { confidence, ..Estimate::new(shares.n, ends, Method::Wilson, minimum_n) }
        }
    }
}

/// Lower end, value and upper end of Wilson's score interval.
fn wilson(share: f64, n: u64, z: f64) -> (f64, f64, f64) {
    let n = n as f64;
    let scale = 1.0 + z * z / n;
    let centre = (share + z * z / (2.0 * n)) / scale;
    let half = z / scale * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    ((centre - half).max(0.0), share, (centre + half).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: Option<f64>, expected: f64) {
        let found = found.unwrap();
        assert!((found - expected).abs() < 5e-4, "{found} is not {expected}");
    }

    /// Shares of n games of which `ties` were shared by two.
    fn with_ties(n: u64, wins: i64, ties: i64) -> Shares {
        Shares { n, units: wins * 420 + ties * 210, units_squared: wins * 420 * 420 + ties * 210 * 210 }
    }

    #[test]
    fn wilson_against_published_values() {
        // Newcombe (1998), table I, method 3: 81/263, 15/148, 0/20, 1/29.
        for (successes, n, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let share = share(Shares::proportion(successes, n), 1);
            assert_eq!(share.method, Method::Wilson);
            close(share.value, successes as f64 / n as f64);
            assert!((share.low.unwrap() - low).abs() < 5.1e-5, "{share:?}");
            assert!((share.high.unwrap() - high).abs() < 5.1e-5, "{share:?}");
        }
    }

    #[test]
    fn ties_make_it_a_mean() {
        // 6 wins, 2 ties, 2 losses: mean 0.7, s² = (6 + 0.5 − 10·0.49)/9 = 8/45; t(0.975; 9) = 2.26216.
        let share = share(with_ties(10, 6, 2), 1);
        assert_eq!(share.method, Method::StudentT);
        close(share.value, 0.7);
        close(share.low, 0.7 - 2.26216 * (8.0_f64 / 450.0).sqrt());
        close(share.high, 1.0); // 1.0016 cut
    }

    #[test]
    fn shares_that_do_not_vary_keep_a_width() {
        let share = share(with_ties(10, 0, 10), 1);
        assert_eq!(share.method, Method::Wilson);
        close(share.value, 0.5);
        close(share.low, 0.2366);
        close(share.high, 0.7634);
    }

    #[test]
    fn one_game_has_a_wide_interval_and_none_has_none() {
        let one = share(Shares::proportion(1, 1), 1);
        close(one.low, 0.2065);
        close(one.high, 1.0);
        let none = share(Shares::default(), 1);
        assert!(none.insufficient_data && none.value.is_none() && none.low.is_none());
    }

    #[test]
    fn below_the_stated_n_there_is_no_number() {
        let few = share(Shares::proportion(29, 29), 30);
        assert_eq!((few.n, few.value, few.insufficient_data, few.minimum_n), (29, None, true, 30));
        assert!(!share(Shares::proportion(29, 30), 30).insufficient_data);
    }
}
