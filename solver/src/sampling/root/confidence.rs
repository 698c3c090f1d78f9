//! What the statistics of the root moves allow to be said, and with which confidence.

use tapis_games::seat::MAX_SEATS;

use super::RootStatistics;
use crate::confidence::{Kind, Sum};
use crate::sampling::tally::PairSums;

/// Indifference zone: smaller differences of the win share do not matter.
const INDIFFERENCE_ZONE: f64 = 0.01;

/// Whether the search may stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It must go on.
    Open,
    /// Every move is proved.
    Proved,
    /// The leader is best with the requested confidence.
    Best,
    /// The leader and its rivals are equal within the indifference zone, with the requested confidence.
    Equivalent,
}

/// The estimate of one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MoveEstimate {
    pub value: f64,
    pub low: f64,
    pub high: f64,
    /// The values of all seats.
    pub values: [f64; MAX_SEATS],
    pub margin: Option<f64>,
    pub samples: u64,
}

/// The estimated lead over another move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LeadEstimate {
    pub mean: f64,
    pub radius: f64,
    pub paired: bool,
}

impl RootStatistics {
    /// Decides at `confidence` whether the search may stop.
    pub(crate) fn verdict(&self, confidence: Option<f64>) -> Verdict {
        if self.proofs.iter().all(Option::is_some) {
            return Verdict::Proved;
        }
        let Some(confidence) = confidence else { return Verdict::Open };
        if self.best_is_best() >= confidence {
            return Verdict::Best;
        }
        let share = (1.0 - confidence) / self.moves.saturating_sub(1).max(1) as f64;
        let equivalent = |index: usize| {
            self.error_bound(index) <= share || {
                let lead = self.lead_over(index, share);
                lead.mean.abs() + lead.radius <= INDIFFERENCE_ZONE * self.unit
            }
        };
        if self.rivals().all(equivalent) { Verdict::Equivalent } else { Verdict::Open }
    }

    /// A lower bound on the probability that no move is better than the leader. Valid at all looks.
    pub(crate) fn best_is_best(&self) -> f64 {
        (1.0 - self.rivals().map(|index| self.error_bound(index)).sum::<f64>()).clamp(0.0, 1.0)
    }

    /// All moves except the leader.
    pub(crate) fn rivals(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.moves).filter(|&index| index != self.leader)
    }

    /// An upper bound on the probability that a move is better than the leader.
    fn error_bound(&self, index: usize) -> f64 {
        match (&self.proofs[self.leader], &self.proofs[index]) {
            (Some(leader), Some(other)) => {
                f64::from(u8::from(leader.value(self.seat) < other.value(self.seat)))
            }
            _ => (self.difference(index).0.p_value(self.kind) / self.window_share()).min(1.0),
        }
    }

    /// The lead over another move, with a radius that holds with probability 1 − `alpha` at all looks.
    pub(crate) fn lead_over(&self, index: usize, alpha: f64) -> LeadEstimate {
        let (sum, paired) = self.difference(index);
        let proved = self.proofs[self.leader].is_some() && self.proofs[index].is_some();
        let radius = if proved { 0.0 } else { sum.radius(self.kind, alpha * self.window_share()) };
        LeadEstimate { mean: sum.mean(), radius, paired }
    }

    /// The lead over another move, and whether it is measured on the same worlds.
    fn difference(&self, index: usize) -> (Sum, bool) {
        let against = |exact: f64, other: usize, sign: f64| {
            let sum = self.sum(other);
            (Sum { sum: sign * (exact * sum.n - sum.sum), ..sum }, false)
        };
        match (&self.proofs[self.leader], &self.proofs[index]) {
            (Some(leader), Some(other)) => {
                (Sum { n: 1.0, sum: leader.value(self.seat) - other.value(self.seat), squares: 0.0 }, true)
            }
            (Some(leader), None) => against(leader.value(self.seat), index, 1.0),
            (None, Some(other)) => against(other.value(self.seat), self.leader, -1.0),
            (None, None) => {
                let PairSums { n, value, value_squares, .. } = self.sums.pair(self.leader, index);
                (Sum { n, sum: value, squares: value_squares + self.unseen_square() }, true)
            }
        }
    }

    fn sum(&self, index: usize) -> Sum {
        let single = self.sums.single(index);
        let squares = self.old.deviations[index] + self.current.deviations[index];
        Sum { n: single.n, sum: single.value, squares: squares.max(0.0) + self.unseen_square() }
    }

    /// What is added to the squared deviations of points: one deviation of half the scale, as if it had been seen. Points have no
    /// known bound, and equal values so far do not mean that all are equal.
    fn unseen_square(&self) -> f64 {
        match self.kind {
            Kind::Share => 0.0,
            Kind::Points => (0.5 * self.unit).powi(2),
        }
    }

    /// The share of the error probability for the current window. The shares of all windows sum to 1.
    fn window_share(&self) -> f64 {
        let number = f64::from(self.epoch.max(1));
        6.0 / (std::f64::consts::PI * number).powi(2)
    }

    /// The estimate of a move, with its interval at 1 − `alpha`.
    pub(crate) fn estimate(&self, index: usize, alpha: f64) -> MoveEstimate {
        if let Some(leaf) = &self.proofs[index] {
            let samples = self.sums.single(index).n.max(1.0) as u64;
            let (value, margin) = (leaf.value(self.seat), Some(leaf.margin));
            return MoveEstimate { value, low: value, high: value, values: leaf.values, margin, samples };
        }
        let single = self.sums.single(index);
        let sum = self.sum(index);
        let radius = sum.radius(self.kind, alpha * self.window_share());
        let value = self.value(index);
        let (floor, ceiling) = match self.kind {
            Kind::Share => (0.0, 1.0),
            Kind::Points => (f64::MIN, f64::MAX),
        };
        MoveEstimate {
            value,
            low: (sum.mean() - radius).max(floor).min(value),
            high: (sum.mean() + radius).min(ceiling).max(value),
            values: single.values.map(|sum| sum / single.n.max(1.0)),
            margin: (single.n > 0.0).then(|| single.margin / single.n),
            samples: single.n as u64,
        }
    }

    /// The value of a move: the leader's value minus the deficit on common worlds. This is more precise than the
    /// move's own mean.
    fn value(&self, index: usize) -> f64 {
        if let Some(leaf) = &self.proofs[index] {
            return leaf.value(self.seat);
        }
        let own = self.sum(index);
        let own = if own.n > 0.0 { own.mean() } else { self.prediction(index) };
        if index == self.leader {
            return own;
        }
        let (difference, paired) = self.difference(index);
        let value = if paired && difference.n > 0.0 {
            self.value(self.leader) - difference.mean().max(0.0)
        } else {
            own.min(self.value(self.leader))
        };
        match self.kind {
            Kind::Share => value.clamp(0.0, 1.0),
            Kind::Points => value,
        }
    }

    /// The moves that cannot be told from the leader, including the leader, after [`Verdict::Equivalent`].
    pub(crate) fn equivalent(&self, confidence: f64) -> Vec<usize> {
        let share = (1.0 - confidence) / self.moves.saturating_sub(1).max(1) as f64;
        (0..self.moves).filter(|&index| index == self.leader || self.error_bound(index) > share).collect()
    }
}
