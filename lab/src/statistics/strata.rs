//! Figures over several strata: games that differ in who played are never simply added up.
//!
//! A mean over strata counts each of them the same: [`share_of_strata`] and [`mean_of_strata`] are the one way from sums of several
//! line-ups to a figure. A difference between two groups is taken within each stratum and averaged: see [`lift()`].
//! Whether it is the same is tested by Cochran's Q.

use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};

use tapis_db::model::{Moments, Together, WinShare};

use super::share::share_at;
use super::{CONFIDENCE, Estimate, Held, MeanSpread, Method, Shares, Z, lift, mean, z};

/// A mean with the variance of that mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// The variance of the mean; never 0.
    pub variance: f64,
}

impl Mean {
    /// The mean of shares; `None` without any. One imaginary share of one half is added to the variance, so that shares
    /// which happen to be alike still leave a doubt.
    pub fn of(shares: Shares) -> Option<Self> {
        let n = shares.n as f64;
        let squares = shares.variance().unwrap_or(0.0) * (n - 1.0).max(0.0);
        (shares.n > 0).then(|| Self { value: shares.mean(), variance: (squares + 0.25) / ((n + 1.0) * n) })
    }
}

/// The mean share over strata, each counting the same; of a single one as [`share()`](super::share()) has it.
pub fn share_of_strata(strata: &[Shares], minimum_n: u64) -> Estimate {
    share_of_strata_at(strata, minimum_n, CONFIDENCE)
}

/// The share of one of `places` whose shares sum to one, with an interval of which those of all of them hold together with 95 %
/// (Bonferroni). Of two, one is what the other is not: both hold or neither.
pub fn share_jointly(strata: &[Shares], minimum_n: u64, places: u8) -> Estimate {
    let intervals = if places == 2 { 1.0 } else { f64::from(places.max(1)) };
    share_of_strata_at(strata, minimum_n, 1.0 - (1.0 - CONFIDENCE) / intervals)
}

fn share_of_strata_at(strata: &[Shares], minimum_n: u64, confidence: f64) -> Estimate {
    if let [] | [_] = strata {
        return share_at(strata.first().copied().unwrap_or_default(), minimum_n, confidence);
    }
    let n = strata.iter().map(|shares| shares.n).sum();
    let means: Vec<Mean> = strata.iter().filter_map(|shares| Mean::of(*shares)).collect();
    if n < minimum_n || means.is_empty() {
        return Estimate::insufficient(n, Method::Stratified, minimum_n);
    }
    let count = means.len() as f64;
    let value = means.iter().map(|mean| mean.value).sum::<f64>() / count;
    let half = z(confidence) * means.iter().map(|mean| mean.variance).sum::<f64>().sqrt() / count;
    let ends = ((value - half).max(0.0), value, (value + half).min(1.0));
    Estimate { confidence, ..Estimate::new(n, ends, Method::Stratified, minimum_n) }
}

/// The mean of whole numbers over strata, each counting the same; of a single one as [`mean()`] has it. Of several, `sd` is that
/// within a stratum.
pub fn mean_of_strata(strata: &[Moments], minimum_n: u64) -> MeanSpread {
    let strata: Vec<&Moments> = strata.iter().filter(|moments| moments.n > 0).collect();
    let all = strata.iter().fold(Moments::default(), |sum, moments| sum.and(**moments));
    if strata.len() < 2 {
        return mean(&all, minimum_n);
    }
    let n = all.n;
    let count = strata.len() as f64;
    let centre = |of: &Moments| of.sum as f64 / of.n as f64;
    let squares = |of: &Moments| (of.sum_squares as f64 - of.sum as f64 * centre(of)).max(0.0);
    let degrees = n as f64 - count;
    // A stratum of a single value has no variance of its own; it is taken to vary as the others do.
    let pooled = (degrees > 0.0).then(|| strata.iter().map(|of| squares(of)).sum::<f64>() / degrees);
    let none = Estimate::insufficient(n, Method::Stratified, minimum_n);
    let spread = MeanSpread { mean: none, ..mean(&all, minimum_n) };
    let Some(pooled) = pooled.filter(|_| n >= minimum_n) else { return spread };
    let own = |of: &Moments| if of.n > 1 { squares(of) / (of.n as f64 - 1.0) } else { pooled };
    let value = strata.iter().map(|of| centre(of)).sum::<f64>() / count;
    let half = Z * strata.iter().map(|of| own(of) / of.n as f64).sum::<f64>().sqrt() / count;
    let estimate = Estimate::new(n, (value - half, value, value + half), Method::Stratified, minimum_n);
    MeanSpread { mean: estimate, sd: Some(pooled.sqrt()), ..spread }
}

/// The p-value of Cochran's Q: how likely means at least this different are if the truth is the same in all strata; `None`
/// below two.
pub fn heterogeneity(means: &[Mean]) -> Option<f64> {
    let weights = means.iter().map(|mean| 1.0 / mean.variance);
    let total: f64 = weights.clone().sum();
    let common = weights.clone().zip(means).map(|(weight, mean)| weight * mean.value).sum::<f64>() / total;
    let q: f64 = weights.zip(means).map(|(weight, mean)| weight * (mean.value - common).powi(2)).sum();
    let degrees = means.len().checked_sub(1).filter(|degrees| *degrees > 0)?;
    Some(ChiSquared::new(degrees as f64).ok()?.sf(q))
}

/// Shares of two groups in one stratum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// The group that is looked at.
    pub own: Shares,
    /// The group it is compared with.
    pub others: Shares,
}

/// What the seats with a value are compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reference {
    /// The same seats without it.
    Absence,
    /// The same seats with other values, of which a seat may have several, or none: how many seats of each pair are counted.
    OtherValues(Vec<u64>),
}

/// The seats of one line-up, as many pairs as it has.
#[derive(Clone, Debug, PartialEq)]
pub struct Seats {
    /// In each seat, those that had a value and those that had not.
    pub pairs: Vec<Pair>,
    /// What the seats of a game that had it won together; nothing where that is not known.
    pub together: Together,
    /// What the others of the pairs are.
    pub reference: Reference,
}

/// A difference between two groups over strata.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Mean share of the one group less that of the other, and its interval.
    pub estimate: Estimate,
    /// How likely a difference at least this large either way is if there is none.
    pub p_value: f64,
    /// Whether the strata differ by more than chance explains (p < 0.05); `None` for a single one.
    pub strata_differ: Option<bool>,
}

/// The difference between two groups, taken within each stratum; `None` where no stratum has both.
///
/// The strata are the seats of line-ups, and seats of one game depend on each other: what one wins the others lose, and what one
/// has the others may have as well, or cannot. So the variance is that of sums over whole games: to the variances within the
/// strata come the covariances between the seats of a game ([`covariance`]), as in the cluster-robust variance of Liang and
/// Zeger (1986).
///
/// The p-value is that of Mantel and Haenszel's test (1959): the shares of a stratum are dealt anew to its two groups, which
/// gives the variance of what the group that is looked at would get; it is changed by the same factor as the other for the
/// dependence within games.
pub fn difference(line_ups: &[Seats], minimum_n: u64) -> Option<Difference> {
    let (mut strata, mut held) = (Vec::new(), Vec::new());
    let (mut n, mut compared) = (0, 0);
    let (mut variance, mut within, mut bound) = (0.0, 0.0, 0.0);
    for seats in line_ups {
        let mut of_seats = 0.0;
        for (at, Pair { own, others }) in seats.pairs.iter().enumerate() {
            let (Some(a), Some(b)) = (Mean::of(*own), Mean::of(*others)) else { continue };
            let of = seats.held(at);
            if of.weight() <= 0.0 {
                continue;
            }
            let (of_own, of_others) = (own.n as f64, others.n as f64);
            let of_sum = (of_own * of_others / (of_own + of_others)).powi(2) * (a.variance + b.variance);
            of_seats += of_sum;
            n += own.n;
            compared += others.n;
            held.push(of);
            strata.push(Mean { value: of.excess() / of.weight(), variance: of_sum / of.weight().powi(2) });
        }
        within += of_seats;
        variance += seats.variance(of_seats);
        bound += seats.bound(of_seats);
    }
    let value = lift(held.iter().copied())?;
    // Where nearly all seats of a game have the value together, the few games that tell are too few for a variance of their own.
    if n.min(compared) as f64 * variance / within < minimum_n as f64 {
        variance = bound;
    }
    let deviation = variance.sqrt() / held.iter().map(|of| of.weight()).sum::<f64>();
    let ends = ((value - Z * deviation).max(-1.0), value, (value + Z * deviation).min(1.0));
    let estimate = if n.min(compared) < minimum_n {
        Estimate::insufficient(n, Method::Stratified, minimum_n)
    } else {
        Estimate::new(n, ends, Method::Stratified, minimum_n)
    };
    let pairs = line_ups.iter().flat_map(|seats| &seats.pairs);
    Some(Difference {
        estimate,
        p_value: mantel_haenszel(pairs, variance / within)?,
        strata_differ: heterogeneity(&strata).map(|p| p < 0.05),
    })
}

/// The least that is left of a variance by the dependence of seats on each other.
const LEAST: f64 = 0.01;

impl Seats {
    /// The stratum of a pair.
    fn held(&self, at: usize) -> Held {
        let Pair { own, others } = self.pairs[at];
        let all = own.and(others);
        let seats = match &self.reference {
            Reference::Absence => all.n,
            Reference::OtherValues(seats) => seats.get(at).copied().unwrap_or(all.n),
        };
        let holders = own.n as f64;
        Held { seats: seats as f64, holders, won: holders * own.mean(), mean: all.mean() }
    }

    /// The variance of a sum over seats and games of which the variances within seats sum to `within`.
    ///
    /// Where it is not known what seats won together, or a seat always or never had the value and so adds nothing, it is at its
    /// bound: two exchangeable shares have the correlation −1 / (players − 1), and so have, at the least, two exchangeable
    /// marks of who had the value.
    ///
    /// With other values as the reference, all values together are had by all seats alike, whose win shares sum to 1: their mean
    /// does not vary, and the difference is that of the one group from it, larger by what the group is of the whole.
    fn variance(&self, within: f64) -> f64 {
        if self.reference != Reference::Absence {
            let count = |group: fn(&Pair) -> Shares| self.pairs.iter().map(|pair| group(pair).n).sum::<u64>();
            let (own, others) = (count(|pair| pair.own) as f64, count(|pair| pair.others) as f64);
            return within * (own + others) / others.max(1.0);
        }
        match covariance(self).filter(|_| self.compared() == self.pairs.len()) {
            Some(covariance) => (within + covariance).max(within * LEAST),
            None => self.bound(within),
        }
    }

    /// The number of seats that sometimes had the value and sometimes not.
    fn compared(&self) -> usize {
        self.pairs.iter().filter(|pair| pair.own.n > 0 && pair.others.n > 0).count()
    }

    /// The most that the variance can be, where neither shares nor who had the value differ between seats in kind.
    fn bound(&self, within: f64) -> f64 {
        match self.compared() {
            // Nothing depends on a single seat.
            0 | 1 => within,
            players => within * players as f64 / (players as f64 - 1.0),
        }
    }
}

/// Shares of one group as numbers.
struct Sums {
    n: f64,
    sum: f64,
    squares: f64,
}

impl Sums {
    fn of(shares: Shares) -> Self {
        let whole = f64::from(WinShare::WHOLE.units());
        Self {
            n: shares.n as f64,
            sum: shares.units as f64 / whole,
            squares: shares.units_squared as f64 / (whole * whole),
        }
    }

    fn all(shares: impl Iterator<Item = Shares>) -> Self {
        Self::of(shares.fold(Shares::default(), Shares::and))
    }

    /// The sum of the differences from `centre`, and of their squares.
    fn about(&self, centre: f64) -> (f64, f64) {
        (self.sum - centre * self.n, self.squares - 2.0 * centre * self.sum + centre * centre * self.n)
    }
}

/// Twice the sum of the covariances between the seats of a game of what they add to the difference; `None` where it is not
/// known.
///
/// With a share *p* of the seats in the one group, of mean *a*, and the mean *b* of the other, a seat with the win share *y* adds
/// (1 − *p*)(*y* − *a*) if it is in the one and −*p*(*y* − *b*) if not. The win shares of a game sum to 1, so what its seats add
/// depends only on how many are in the one group, *k*, and what these won, *w*: it is *w* − *c* *k* + *d*. Sums of
/// squares and products of *k* and *w* give its sum of squares; that of each seat by itself is taken off.
fn covariance(Seats { pairs, together, .. }: &Seats) -> Option<f64> {
    let own = Sums::all(pairs.iter().map(|pair| pair.own));
    let others = Sums::all(pairs.iter().map(|pair| pair.others));
    if together.seats_squared == 0 || own.n == 0.0 || others.n == 0.0 {
        return None;
    }
    let (players, all) = (pairs.len() as f64, own.n + others.n);
    let (games, p, a, b) = (all / players, own.n / all, own.sum / own.n, others.sum / others.n);
    let whole = f64::from(WinShare::WHOLE.units());
    let (kk, kw) = (together.seats_squared as f64, together.seats_units as f64 / whole);
    let ww = together.units_squared as f64 / (whole * whole);
    let (c, d) = ((1.0 - p) * a + p * b, p * (players * b - 1.0));
    let of_games = ww + c * c * kk - 2.0 * c * kw + games * d * d + 2.0 * d * (own.sum - c * own.n);
    let (mut of_seats, mut sum, mut squared) = (0.0, 0.0, 0.0);
    for pair in pairs {
        let (first, first_squares) = Sums::of(pair.own).about(a);
        let (second, second_squares) = Sums::of(pair.others).about(b);
        let added = (1.0 - p) * first - p * second;
        of_seats += (1.0 - p).powi(2) * first_squares + p * p * second_squares;
        sum += added;
        squared += added * added;
    }
    let together = of_games - of_seats - (sum * sum - squared) / games;
    Some(together * games / (games - 1.0).max(1.0))
}

/// The p-value of Mantel and Haenszel's test, with a variance that is larger by a factor; 1 where no stratum has shares that
/// differ.
fn mantel_haenszel<'a>(pairs: impl Iterator<Item = &'a Pair>, factor: f64) -> Option<f64> {
    let (mut excess, mut variance) = (0.0, 0.0);
    for Pair { own, others } in pairs.filter(|pair| pair.own.n > 0 && pair.others.n > 0) {
        let all = own.and(*others);
        let (n, of_own, of_others) = (all.n as f64, own.n as f64, others.n as f64);
        excess += of_own * (own.mean() - all.mean());
        variance += of_own * of_others / n * all.variance().unwrap_or(0.0);
    }
    if variance <= 0.0 {
        return Some(1.0);
    }
    Some(2.0 * Normal::new(0.0, 1.0).ok()?.sf(excess.abs() / (variance * factor).sqrt()))
}

#[cfg(test)]
mod tests;
