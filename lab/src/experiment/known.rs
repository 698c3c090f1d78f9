//! What is known of a metric, deal by deal: a mean, a lift or a balance, or the difference of two.

use std::borrow::Cow;
use std::cmp::Ordering;

use tapis_solver::confidence::Kind;

use super::balance::Balance;
use super::lift::Lift;
use super::needed::{Needed, needed};
use crate::metric::Shape;
use crate::{Interval, Metric, Sequence};

/// What is known of a number that deals are about.
#[derive(Clone, Debug)]
pub(super) enum Known {
    /// The weighted sum of the means of some arms, with their weights.
    Mean(Sequence, Vec<f64>),
    Lift(Lift),
    Balance(Balance),
}

/// An arm in a weighted sum: −1 and 1 are a difference.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighed {
    /// How many numbers it has a deal.
    pub numbers: usize,
    pub weight: f64,
}

impl Known {
    /// Of arms in the order in which their values are pushed.
    pub(super) fn new(metric: &Metric, arms: &[Weighed], plans: &[u64]) -> Self {
        match (metric.shape(), metric.kind()) {
            (Shape::Lift, _) => Self::Lift(Lift::new(arms.to_vec(), plans)),
            (Shape::Balance, _) => Self::Balance(Balance::new(arms, plans)),
            (Shape::Mean, kind) => {
                let weights: Vec<f64> = arms.iter().map(|arm| arm.weight).collect();
                let least: f64 = weights.iter().filter(|weight| **weight < 0.0).sum();
                let most: f64 = weights.iter().filter(|weight| **weight > 0.0).sum();
                let sequence = match kind {
                    Kind::Share => Sequence::between(least, most),
                    Kind::Points => Sequence::of_points(),
                };
                Self::Mean(sequence.planned(plans), weights)
            }
        }
    }

    /// Adds a deal, with the values of its arms.
    pub(super) fn push(&mut self, values: &[&[f64]]) {
        match self {
            Self::Mean(sequence, weights) => {
                let weighed = weights.iter().zip(values).map(|(weight, of)| weight * of[0]);
                sequence.push(weighed.sum());
            }
            Self::Lift(lift) => lift.push(&values.concat()),
            Self::Balance(balance) => balance.push(&values.concat()),
        }
    }

    /// Of the lift of one arm: how many seats had the value.
    pub(super) fn holders(&self) -> Option<u64> {
        match self {
            Self::Lift(lift) => Some(lift.holders()),
            _ => None,
        }
    }

    pub(super) fn interval(&self, alpha: f64) -> Interval {
        match self {
            Self::Mean(sequence, _) => sequence.interval(alpha),
            Self::Lift(lift) => lift.interval(alpha),
            Self::Balance(balance) => balance.interval(alpha),
        }
    }

    /// On which side of `from` the interval lies: `Equal` where `from` is in it.
    pub(super) fn leans(&self, alpha: f64, from: f64) -> Ordering {
        if let Self::Mean(sequence, _) = self {
            return sequence.leans(alpha, from);
        }
        match self.interval(alpha) {
            Interval { low: Some(low), .. } if low > from => Ordering::Greater,
            Interval { high: Some(high), .. } if high < from => Ordering::Less,
            _ => Ordering::Equal,
        }
    }

    /// Whether the interval lies within `most` of `centre`.
    pub(super) fn is_within(&self, alpha: f64, centre: f64, most: f64) -> bool {
        let Interval { low, high, .. } = self.interval(alpha);
        low.zip(high).is_some_and(|(low, high)| low > centre - most && high < centre + most)
    }

    /// How many more deals would decide, where that can be told.
    pub(super) fn needed(&self, alpha: f64, minimum_effect: f64) -> Option<Needed> {
        match self {
            Self::Mean(sequence, _) => needed(sequence, alpha, minimum_effect),
            Self::Lift(lift) => needed(&lift.sequence()?, alpha, minimum_effect),
            Self::Balance(_) => None,
        }
    }

    /// The same; of means that never differed, with a doubt: one imaginary deal on which the arms differ as if they had different
    /// cards. That they never differed so far does not say that they never will.
    pub(super) fn doubting(&self, square: impl FnOnce() -> f64) -> Cow<'_, Self> {
        match self {
            Self::Mean(sequence, weights) if sequence.deviation() == 0.0 => {
                Cow::Owned(Self::Mean(sequence.doubting(square()), weights.clone()))
            }
            _ => Cow::Borrowed(self),
        }
    }
}
