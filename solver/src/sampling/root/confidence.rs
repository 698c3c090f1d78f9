//! What the statistics of the root moves allow to be said, and with which confidence.

use tapis_games::seat::MAX_SEATS;

use super::{PRIOR_SPREAD, RootStatistics};
use crate::answer::Behind;
use crate::confidence::{Kind, Sum};
use crate::report::TOLERANCE;
use crate::sampling::tally::PairSums;

/// Indifference zone: smaller differences of the win share do not matter.
const INDIFFERENCE_ZONE: f64 = 0.01;

/// How far a move that is not proved is kept behind the first at least, in win share.
const JUST_BEHIND: f64 = 1e-6;
/// What the tree policy holds to be best is not named first if another move is ahead of it on common worlds by more than so many standard
/// errors.
const BEATEN: f64 = 2.0;
/// How far a move lies behind the first counts together with so many rounds in which it lies as far behind as all do on average: luck in
/// a few lines puts no move beside the first.
const COMMON_ROUNDS: f64 = 50.0;

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

/// The moves compared with the one that the answer puts first.
pub(crate) struct Comparison<'a> {
    root: &'a RootStatistics,
    first: usize,
    /// How far the others lie behind it on average.
    common: f64,
}

impl RootStatistics {
    /// The scale of values relative to the win share.
    pub(crate) fn unit(&self) -> f64 {
        self.unit
    }

    /// Decides at `confidence` whether the search may stop.
    pub(crate) fn verdict(&self, confidence: Option<f64>) -> Verdict {
        if self.proofs.iter().all(Option::is_some) {
            return Verdict::Proved;
        }
        confidence.map_or(Verdict::Open, |confidence| self.compare().verdict(confidence))
    }

    /// Finds the first move: the best on common worlds; of equals the first in canonical order. A proof is never put behind a mean.
    pub(crate) fn compare(&self) -> Comparison<'_> {
        let first = self.best_on_common_worlds();
        let proved = |index: usize| self.proofs[index].as_ref().map(|leaf| (leaf.value(self.seat), index));
        let exact = (0..self.moves).filter_map(proved).max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
        let first = match exact {
            Some((value, index)) if value > self.mean(first) + TOLERANCE => index,
            _ => first,
        };
        let mut comparison = self.compare_with(first);
        while let Some(equal) = comparison.equal_before_it() {
            comparison = self.compare_with(equal);
        }
        comparison
    }

    /// Begins with the leader of the search and goes on to the move that beats it most while there is one. The most visited move of a guided
    /// search is beaten by [`BEATEN`] standard errors; the leader of a plain one, which also counts margins and priors, by any lead.
    fn best_on_common_worlds(&self) -> usize {
        let mut passed = vec![false; self.moves];
        let mut first = self.leader;
        loop {
            passed[first] = true;
            let comparison = self.compare_with(first);
            let lead = |index: usize| comparison.lead_of(index);
            let better = (0..self.moves)
                .filter(|&index| !passed[index] && (self.guided || self.is_tried_enough(index, first)))
                .map(|index| (lead(index), index))
                .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
            // Differences on different worlds may form a circle.
            match better.filter(|(lead, _)| *lead > TOLERANCE) {
                Some((_, index)) => first = index,
                None => return first,
            }
        }
    }

    /// The comparison with `first`.
    pub(crate) fn compare_with(&self, first: usize) -> Comparison<'_> {
        let open = (0..self.moves).filter(|&index| index != first && self.proofs[index].is_none());
        let behind = open.map(|index| self.difference(first, index).0).filter(|sum| sum.n > 0.0);
        let (n, sum) = behind.fold((0.0, 0.0), |(n, all), sum| (n + 1.0, all + sum.mean()));
        Comparison { root: self, first, common: f64::max(sum / f64::max(n, 1.0), 0.0) }
    }

    /// `one` minus `other`, and whether it is measured on the same worlds.
    fn difference(&self, one: usize, other: usize) -> (Sum, bool) {
        let against = |exact: f64, index: usize, sign: f64| {
            let sum = self.sum(index);
            (Sum { sum: sign * (exact * sum.n - sum.sum), ..sum }, false)
        };
        match (&self.proofs[one], &self.proofs[other]) {
            (Some(exact), Some(known)) => {
                let sum = exact.value(self.seat) - known.value(self.seat);
                (Sum { n: 1.0, sum, squares: 0.0 }, true)
            }
            (Some(exact), None) => against(exact.value(self.seat), other, 1.0),
            (None, Some(known)) => against(known.value(self.seat), one, -1.0),
            (None, None) => {
                let PairSums { n, value, value_squares, .. } = self.sums.pair(one, other);
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
    /// known bound, and samples that are equal so far do not mean that all are.
    fn unseen_square(&self) -> f64 {
        match self.kind {
            Kind::Share => 0.0,
            Kind::Points => (0.5 * self.unit).powi(2),
        }
    }

    /// The exact value of a move, or its own mean.
    fn mean(&self, index: usize) -> f64 {
        self.proofs[index].as_ref().map_or_else(|| self.prediction(index), |leaf| leaf.value(self.seat))
    }

    /// The share of the error probability for the current window. The shares of all windows sum to 1.
    fn window_share(&self) -> f64 {
        let number = f64::from(self.epoch.max(1));
        6.0 / (std::f64::consts::PI * number).powi(2)
    }
}

impl Comparison<'_> {
    /// The move that the answer puts first.
    pub(crate) fn first(&self) -> usize {
        self.first
    }

    fn verdict(&self, confidence: f64) -> Verdict {
        if self.best_is_best() >= confidence {
            return Verdict::Best;
        }
        let share = self.share_of_error(confidence);
        let equivalent = |index: usize| {
            self.error_bound(index) <= share || {
                let lead = self.lead_over(index, share);
                lead.mean.abs() + lead.radius <= INDIFFERENCE_ZONE * self.root.unit
            }
        };
        if self.rivals().all(equivalent) { Verdict::Equivalent } else { Verdict::Open }
    }

    /// The error probability of each rival, so that all together keep `confidence`.
    fn share_of_error(&self, confidence: f64) -> f64 {
        (1.0 - confidence) / self.root.moves.saturating_sub(1).max(1) as f64
    }

    /// A lower bound on the probability that no move is better than the first. Valid at all looks.
    pub(crate) fn best_is_best(&self) -> f64 {
        (1.0 - self.rivals().map(|index| self.error_bound(index)).sum::<f64>()).clamp(0.0, 1.0)
    }

    /// All moves except the first.
    pub(crate) fn rivals(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.root.moves).filter(|&index| index != self.first)
    }

    /// An upper bound on the probability that a move is better than the first.
    fn error_bound(&self, index: usize) -> f64 {
        let root = self.root;
        match (&root.proofs[self.first], &root.proofs[index]) {
            (Some(first), Some(other)) => {
                f64::from(u8::from(first.value(root.seat) < other.value(root.seat)))
            }
            _ => {
                let (difference, _) = root.difference(self.first, index);
                (difference.p_value(root.kind) / root.window_share()).min(1.0)
            }
        }
    }

    /// The lead over another move, with a radius that holds with probability 1 − `alpha` at all looks.
    pub(crate) fn lead_over(&self, index: usize, alpha: f64) -> LeadEstimate {
        let root = self.root;
        let (sum, paired) = root.difference(self.first, index);
        let proved = root.proofs[self.first].is_some() && root.proofs[index].is_some();
        let radius = if proved { 0.0 } else { sum.radius(root.kind, alpha * root.window_share()) };
        LeadEstimate { mean: sum.mean(), radius, paired }
    }

    /// How far a move lies behind the first. Few samples count together with some of a cautious spread, so that equal ones do not claim
    /// certainty.
    pub(crate) fn behind(&self, index: usize) -> Behind {
        let root = self.root;
        let (sum, _) = root.difference(self.first, index);
        if root.proofs[self.first].is_some() && root.proofs[index].is_some() {
            return Behind { mean: sum.mean(), error: 0.0 };
        }
        let (spread, rounds) = PRIOR_SPREAD;
        let spread = spread * root.unit * root.unit;
        let variance =
            ((sum.squares - sum.n * sum.mean().powi(2)).max(0.0) + rounds * spread) / (sum.n + rounds);
        Behind { mean: sum.mean(), error: (variance / sum.n.max(0.5)).sqrt() }
    }

    /// How far a move is ahead of the first, less the error that it must be ahead by.
    fn lead_of(&self, index: usize) -> f64 {
        let Behind { mean, error } = self.behind(index);
        -mean - if self.root.guided { BEATEN * error } else { 0.0 }
    }

    /// The estimate of a move, with its interval at 1 − `alpha`.
    pub(crate) fn estimate(&self, index: usize, alpha: f64) -> MoveEstimate {
        let root = self.root;
        let single = root.sums.single(index);
        if let Some(leaf) = &root.proofs[index] {
            let samples = single.n.max(1.0) as u64;
            let (value, margin) = (leaf.value(root.seat), Some(leaf.margin));
            return MoveEstimate { value, low: value, high: value, values: leaf.values, margin, samples };
        }
        let sum = root.sum(index);
        let radius = sum.radius(root.kind, alpha * root.window_share());
        let value = self.value(index);
        let (floor, ceiling, margin) = match root.kind {
            Kind::Share => (0.0, 1.0, single.margin / single.n.max(1.0)),
            Kind::Points => (f64::MIN, f64::MAX, value),
        };
        MoveEstimate {
            value,
            low: (sum.mean() - radius).max(floor).min(value),
            high: (sum.mean() + radius).min(ceiling).max(value),
            values: single.values.map(|sum| sum / single.n.max(1.0)),
            margin: (single.n > 0.0).then_some(margin),
            samples: single.n as u64,
        }
    }

    /// The value of a move: that of the first minus the difference on common worlds, which is more precise than the move's own
    /// mean. It is never more than that of the first: see [`Comparison::ahead`].
    pub(crate) fn value(&self, index: usize) -> f64 {
        let root = self.root;
        if root.proofs[index].is_some() {
            return root.mean(index);
        }
        let least = JUST_BEHIND * root.unit;
        let floor = if root.kind == Kind::Share { least } else { f64::MIN };
        let first = root.mean(self.first);
        if index == self.first {
            return first.max(floor);
        }
        let value = first.max(floor) - self.difference_to(index).max(least);
        match root.kind {
            Kind::Share => value.clamp(0.0, 1.0),
            Kind::Points => value,
        }
    }

    /// The difference of the first to a move that is not proved. The fewer lines that has, the nearer it is to that of all moves.
    fn difference_to(&self, index: usize) -> f64 {
        let (difference, _) = self.root.difference(self.first, index);
        (difference.sum + COMMON_ROUNDS * self.common) / (difference.n + COMMON_ROUNDS)
    }

    /// How far a move looks better than the first without being shown to be: what its value leaves out and its difference to the first must
    /// not.
    pub(crate) fn ahead(&self, index: usize) -> f64 {
        let is_open = index != self.first && self.root.proofs[index].is_none();
        if is_open { (-self.difference_to(index)).max(0.0) } else { 0.0 }
    }

    /// The first in canonical order of the moves before the first that are worth as much.
    fn equal_before_it(&self) -> Option<usize> {
        let first = self.value(self.first);
        (0..self.first).find(|&index| self.value(index) >= first - TOLERANCE)
    }

    /// The moves that cannot be told from the first, including the first, after [`Verdict::Equivalent`].
    pub(crate) fn equivalent(&self, confidence: f64) -> Vec<usize> {
        let share = self.share_of_error(confidence);
        (0..self.root.moves).filter(|&index| index == self.first || self.error_bound(index) > share).collect()
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use tapis_games::seat::Seat;

    use super::*;
    use crate::sampling::Tuning;
    use crate::sampling::goal::Leaf;
    use crate::sampling::tally::Tally;

    fn leaf(value: f64) -> Leaf {
        let mut leaf = Leaf::default();
        leaf.values[0] = value;
        leaf.utility[0] = value as f32;
        leaf
    }

    /// The first is compared with the others in so many rounds, each with the values of both.
    fn compared(rounds: &[(usize, [f64; 2])], guided: bool) -> RootStatistics {
        let mut root = RootStatistics::new(
            Kind::Share,
            1.0,
            Seat(0),
            vec![0.0; 1 + rounds.len()],
            guided,
            Tuning::default(),
        );
        root.count_visits(|index| std::iter::once((if index == 0 { 900 } else { 30 }, 0.5)));
        let mut tally = Tally::new(1 + rounds.len());
        for (rival, &(number, [own, other])) in rounds.iter().enumerate() {
            (0..number).for_each(|_| tally.add(&[(0, leaf(own)), (1 + rival, leaf(other))], Seat(0)));
        }
        root.merge(&tally);
        root.update(2_000);
        root
    }

    #[test]
    fn luck_in_a_few_lines_puts_no_move_beside_the_first() {
        let root = compared(&[(12, [0.5, 0.62]), (400, [0.5, 0.38]), (400, [0.5, 0.3])], true);
        let comparison = root.compare();
        assert_eq!(comparison.first(), 0);
        let behind = |index: usize| comparison.value(0) - comparison.value(index);
        // All lie 0.067 behind on average.
        assert!((0.02..0.05).contains(&behind(1)), "lucky: {}", behind(1));
        assert!((0.11..0.12).contains(&behind(2)) && (0.18..0.2).contains(&behind(3)));
    }

    #[test]
    fn a_move_that_is_surely_ahead_is_named_and_one_that_may_be_is_told_by_how_much() {
        let surely = compared(&[(200, [0.5, 0.75]), (200, [0.5, 0.3])], true);
        let comparison = surely.compare();
        assert_eq!(comparison.first(), 1, "however seldom it was visited");
        assert!(comparison.value(1) > comparison.value(0) && comparison.ahead(0) == 0.0);
        assert_eq!(surely.draw(0.0, &mut rand::rngs::ChaCha8Rng::from_seed([1; 32])), 0, "a bot asks nobody");
        let perhaps = compared(&[(12, [0.5, 0.6]), (12, [0.5, 0.58])], true);
        let comparison = perhaps.compare();
        assert_eq!(comparison.first(), 0);
        for (index, lead) in [(1, 0.1), (2, 0.08)] {
            assert!(comparison.value(index) < comparison.value(0));
            assert!((comparison.ahead(index) - 12.0 * lead / 62.0).abs() < 1e-9);
        }
    }

    #[test]
    fn nothing_but_a_proof_is_worth_as_much_as_the_first() {
        for guided in [true, false] {
            let mut root = compared(&[(400, [0.0, 0.0]), (400, [0.0, 0.0])], guided);
            let before = root.compare();
            assert!((1..3).all(|index| before.value(index) < before.value(before.first())));
            root.prove(1, leaf(0.7));
            root.prove(2, leaf(0.7));
            assert_eq!(root.compare().first(), 1, "of equals the first in canonical order");
        }
    }
}
