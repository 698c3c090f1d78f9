//! A search beside its truth: how wrong each of its claims would be.

use super::super::Claims;
use super::super::claims::sampling_error;
use super::Position;
use crate::answer::{Behind, Measured};
use crate::report::{GoodEnough, Yardstick, good_enough};

/// One search with its truth.
#[derive(Clone, Copy)]
pub(super) struct Case<'a> {
    pub(super) position: &'a Position,
    pub(super) measured: &'a Measured,
}

/// A move whose value is a mean. Those of a position weigh 1 together, the first one, which players read, half of that.
pub(super) struct OpenMove {
    pub(super) mean: f64,
    pub(super) samples: u64,
    pub(super) truth: f64,
    pub(super) weight: f64,
}

/// How wrong a claim is.
pub(super) struct Error {
    pub(super) size: f64,
    /// The standard error of its sample.
    pub(super) sample: f64,
    /// Those of a position weigh 1 together.
    pub(super) weight: f64,
}

impl Case<'_> {
    /// The moves that are not proved.
    pub(super) fn open(&self) -> Vec<OpenMove> {
        let Measured { first, moves, .. } = self.measured;
        let open: Vec<usize> = (0..moves.len()).filter(|&index| !moves[index].proved).collect();
        let others = open.iter().filter(|index| *index != first).count();
        let weight = |index: usize| match (index == *first, others == open.len()) {
            (false, true) => 1.0 / others as f64,
            (false, false) => 0.5 / others as f64,
            (true, _) if others == 0 => 1.0,
            (true, _) => 0.5,
        };
        let one = |&index: &usize| OpenMove {
            mean: moves[index].value,
            samples: moves[index].samples,
            truth: self.position.truth[index],
            weight: weight(index),
        };
        open.iter().map(one).collect()
    }

    /// The errors of values under `claims`.
    pub(super) fn errors(&self, claims: &Claims) -> Vec<Error> {
        let error = |one: OpenMove| Error {
            size: (one.truth - claims.value(one.mean)).abs(),
            sample: sampling_error(one.mean, one.samples),
            weight: one.weight,
        };
        self.open().into_iter().map(error).collect()
    }

    /// The errors of differences to the first under `claims`.
    pub(super) fn difference_errors(&self, claims: &Claims) -> Vec<Error> {
        let Measured { first, moves, .. } = self.measured;
        let truth = &self.position.truth;
        let value = |index: usize| {
            if moves[index].proved { moves[index].value } else { claims.value(moves[index].value) }
        };
        let open = |index: &usize| moves[*index].behind.filter(|behind| behind.error > 0.0);
        let of: Vec<(usize, Behind)> = (0..moves.len())
            .filter(|index| index != first)
            .filter_map(|index| Some((index, open(&index)?)))
            .collect();
        let error = |&(index, behind): &(usize, Behind)| Error {
            size: (truth[*first] - truth[index] - value(*first) + value(index)).abs(),
            sample: behind.error,
            weight: 1.0 / of.len() as f64,
        };
        of.iter().map(error).collect()
    }

    /// The set that is claimed with this model error.
    pub(super) fn set(&self, model_error: f64) -> GoodEnough {
        let behind = |(index, behind): (usize, Option<Behind>)| Some((index, behind?));
        let rivals: Vec<(usize, Behind)> =
            self.measured.moves.iter().map(|one| one.behind).enumerate().filter_map(behind).collect();
        let by = Yardstick { within: self.measured.within, unit: 1.0, model_error };
        good_enough(by, self.measured.first, &rivals)
    }

    /// What the set claims and whether it holds; nothing if it leaves no move out.
    pub(super) fn claim(&self, set: &GoodEnough) -> Option<(f64, bool)> {
        let truth = &self.position.truth;
        let best = |of: &mut dyn Iterator<Item = f64>| of.fold(f64::NEG_INFINITY, f64::max);
        let regret = best(&mut truth.iter().copied()) - best(&mut set.set.iter().map(|&index| truth[index]));
        (set.set.len() < truth.len()).then_some((set.probability, regret <= set.within))
    }
}
