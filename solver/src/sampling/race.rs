//! The race of the root moves: which to go on trying, which leads, when to stop.
//!
//! Candidates are tried on the same worlds with the same luck, and compared by the differences on those worlds
//! (common random numbers). Early lines, played by a small tree, are forgotten: the sums run over the last two
//! epochs, each three times as long as the one before. Every epoch starts with an audition of all moves.

use tapis_games::seat::{MAX_SEATS, Seat};

use super::bounds::{Kind, Sum};
use super::goal::Leaf;
use super::tally::{Pair, Tally};
use super::tuning::Tuning;

/// Differences of the win share smaller than this are not worth telling apart.
const ALIKE: f64 = 0.01;
/// Every epoch is this many times as long as the one before.
const GROWTH: u64 = 3;
/// Rounds a difference is shrunk by, towards the game's opinion.
const PRIOR_ROUNDS: f64 = 2.0;
/// Spread assumed of a difference before much is known of it, and how many rounds that counts for.
const PRIOR_SPREAD: (f64, f64) = (0.2, 4.0);

/// See the module's text.
pub(crate) struct Race {
    kind: Kind,
    /// The unit of values in utility.
    unit: f64,
    tuning: Tuning,
    moves: usize,
    /// By move, how far it lags behind the best in the game's opinion.
    opinions: Vec<f64>,
    old: Window,
    current: Window,
    /// Both together.
    sums: Tally,
    /// Epochs ended.
    epoch: u32,
    epoch_end: u64,
    lines: u64,
    proofs: Vec<Option<Leaf>>,
    leader: usize,
    seat: Seat,
}

#[derive(Clone)]
struct Window {
    tally: Tally,
    /// By move, squared deviations of its values from what was predicted before they were seen.
    deviations: Vec<f64>,
}

/// What the race says of stopping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Go on.
    Open,
    /// Every move is proved.
    Proved,
    /// The leader is best as surely as was asked.
    Best,
    /// The leader and its rivals are worth the same as nearly as matters, as surely as was asked.
    Alike,
}

impl Race {
    pub(crate) fn new(kind: Kind, unit: f64, seat: Seat, opinions: Vec<f64>, tuning: Tuning) -> Self {
        let moves = opinions.len();
        let window = Window { tally: Tally::new(moves), deviations: vec![0.0; moves] };
        let leader = (0..moves).min_by(|&a, &b| opinions[a].total_cmp(&opinions[b])).unwrap_or(0);
        Self {
            kind,
            unit,
            tuning,
            moves,
            opinions,
            sums: window.tally.clone(),
            old: window.clone(),
            current: window,
            epoch: 0,
            epoch_end: 512.max(16 * moves as u64),
            lines: 0,
            proofs: vec![None; moves],
            leader,
            seat,
        }
    }

    /// Books what one tree found; call in the order of the trees.
    pub(crate) fn absorb(&mut self, tally: &Tally) {
        for index in 0..self.moves {
            let single = tally.single(index);
            let guess = self.prediction(index);
            self.current.deviations[index] +=
                single.value_squares - 2.0 * guess * single.value + single.n * guess * guess;
            self.lines += single.n as u64;
        }
        self.current.tally.merge(tally);
    }

    /// Notes that a move is worth exactly `leaf`.
    pub(crate) fn prove(&mut self, index: usize, leaf: Leaf) {
        self.proofs[index].get_or_insert(leaf);
    }

    /// Draws the conclusions of what was booked since the last call.
    pub(crate) fn conclude(&mut self) {
        if self.lines >= self.epoch_end {
            self.epoch += 1;
            self.epoch_end += (self.epoch_end * (GROWTH - 1)).max(1);
            let empty = Window { tally: Tally::new(self.moves), deviations: vec![0.0; self.moves] };
            self.old = std::mem::replace(&mut self.current, empty);
        }
        self.sums = self.old.tally.clone();
        self.sums.merge(&self.current.tally);
        self.leader = self.best();
    }

    /// A value expected before it is seen: the mean so far.
    fn prediction(&self, index: usize) -> f64 {
        let single = self.sums.single(index);
        match self.kind {
            _ if single.n > 0.0 => single.value / single.n,
            Kind::Share => 0.5,
            Kind::Points => 0.0,
        }
    }

    /// The move that leads.
    pub(crate) fn leader(&self) -> usize {
        self.leader
    }

    /// Whether more lines could not change the leader: it is proved to win, or all is proved.
    pub(crate) fn decided(&self, win: f32) -> bool {
        let wins = |leaf: &Leaf| leaf.utility(self.seat) >= win;
        self.proofs[self.leader].as_ref().is_some_and(wins) || self.proofs.iter().all(Option::is_some)
    }

    /// The moves to go on trying, best first.
    pub(crate) fn candidates(&self) -> Vec<usize> {
        let open = || (0..self.moves).filter(|&index| self.proofs[index].is_none());
        let fresh = |index: usize| self.current.tally.single(index).n < f64::from(self.tuning.audition);
        let mut lags: Vec<(f64, usize)> = open()
            .map(|index| (self.lag(index, self.leader), index))
            .filter(|&((lag, error), index)| {
                index == self.leader || fresh(index) || lag <= self.tuning.patience * error
            })
            .map(|((lag, _), index)| (lag, index))
            .collect();
        if lags.is_empty() {
            lags = open().map(|index| (self.lag(index, self.leader).0, index)).collect();
        }
        lags.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        lags.into_iter().map(|(_, index)| index).collect()
    }

    /// The move with the least lag, among those tried nearly as often as any.
    fn best(&self) -> usize {
        let reference = (0..self.moves)
            .max_by(|&a, &b| self.weight(a).total_cmp(&self.weight(b)).then(b.cmp(&a)))
            .unwrap_or(0);
        let enough = |index: &usize| {
            self.proofs[*index].is_some() || 4.0 * self.sums.single(*index).n >= self.sums.single(reference).n
        };
        let cost = |index: usize| {
            let (lag, error) = self.lag(index, reference);
            if index == reference { 0.0 } else { lag + 0.5 * error }
        };
        (0..self.moves)
            .filter(enough)
            .min_by(|&a, &b| cost(a).total_cmp(&cost(b)).then(a.cmp(&b)))
            .unwrap_or(reference)
    }

    fn weight(&self, index: usize) -> f64 {
        self.sums.single(index).n
    }

    /// How far a move lags behind another in utility, and the standard error of that.
    fn lag(&self, index: usize, behind: usize) -> (f64, f64) {
        if index == behind {
            return (0.0, 0.0);
        }
        if self.proofs[index].is_some() || self.proofs[behind].is_some() {
            let (own, own_error) = self.utility(index);
            let (other, other_error) = self.utility(behind);
            return (other - own, own_error.hypot(other_error));
        }
        let pair = self.sums.pair(behind, index);
        let opinion = self.opinions[index] - self.opinions[behind];
        let n = pair.n + PRIOR_ROUNDS;
        let lag = (pair.utility + PRIOR_ROUNDS * opinion) / n;
        let (spread, rounds) = PRIOR_SPREAD;
        let square = (pair.utility_squares + spread * rounds) / (pair.n + rounds) - (lag * lag).min(spread);
        (lag, (square.max(1e-6) / n).sqrt())
    }

    /// The mean utility of a move and its standard error.
    fn utility(&self, index: usize) -> (f64, f64) {
        if let Some(leaf) = &self.proofs[index] {
            return (f64::from(leaf.utility(self.seat)), 0.0);
        }
        let single = self.sums.single(index);
        let n = single.n + 1.0;
        ((single.utility + 0.5) / n, 0.5 / n.sqrt())
    }
}

/// What is known of one move at the end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Standing {
    pub value: f64,
    pub low: f64,
    pub high: f64,
    /// Of all seats.
    pub values: [f64; MAX_SEATS],
    pub margin: Option<f64>,
    pub samples: u64,
}

/// The difference of the leader to another move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lead {
    pub mean: f64,
    pub radius: f64,
    pub paired: bool,
}

impl Race {
    /// What `confidence` allows to be said.
    pub(crate) fn verdict(&self, confidence: Option<f64>) -> Verdict {
        if self.proofs.iter().all(Option::is_some) {
            return Verdict::Proved;
        }
        let Some(confidence) = confidence else { return Verdict::Open };
        if self.best_is_best() >= confidence {
            return Verdict::Best;
        }
        let share = (1.0 - confidence) / self.moves.saturating_sub(1).max(1) as f64;
        let alike = |index: usize| {
            self.doubt(index) <= share || {
                let lead = self.lead(index, share);
                lead.mean.abs() + lead.radius <= ALIKE * self.unit
            }
        };
        if self.rivals().all(alike) { Verdict::Alike } else { Verdict::Open }
    }

    /// A lower bound on the probability that no move is better than the leader, valid at every look.
    pub(crate) fn best_is_best(&self) -> f64 {
        (1.0 - self.rivals().map(|index| self.doubt(index)).sum::<f64>()).clamp(0.0, 1.0)
    }

    /// All moves but the leader.
    pub(crate) fn rivals(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.moves).filter(|&index| index != self.leader)
    }

    /// A bound on the probability that a move is better than the leader.
    fn doubt(&self, index: usize) -> f64 {
        match (&self.proofs[self.leader], &self.proofs[index]) {
            (Some(leader), Some(other)) => {
                f64::from(u8::from(leader.value(self.seat) < other.value(self.seat)))
            }
            _ => (self.difference(index).0.doubt(self.kind) / self.window_share()).min(1.0),
        }
    }

    /// The leader less another move, with a radius that holds with probability 1 − `alpha` at every look.
    pub(crate) fn lead(&self, index: usize, alpha: f64) -> Lead {
        let (sum, paired) = self.difference(index);
        let proved = self.proofs[self.leader].is_some() && self.proofs[index].is_some();
        let radius = if proved { 0.0 } else { sum.radius(self.kind, alpha * self.window_share()) };
        Lead { mean: sum.mean(), radius, paired }
    }

    /// The leader less another move, and whether on the same worlds.
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
                let Pair { n, value, value_squares, .. } = self.sums.pair(self.leader, index);
                (Sum { n, sum: value, squares: value_squares }, true)
            }
        }
    }

    fn sum(&self, index: usize) -> Sum {
        let single = self.sums.single(index);
        let squares = self.old.deviations[index] + self.current.deviations[index];
        Sum { n: single.n, sum: single.value, squares: squares.max(0.0) }
    }

    /// The share of the error probability that the present window gets: all windows together get 1.
    fn window_share(&self) -> f64 {
        let number = f64::from(self.epoch.max(1));
        6.0 / (std::f64::consts::PI * number).powi(2)
    }

    /// What is known of a move, its interval at 1 − `alpha`.
    pub(crate) fn standing(&self, index: usize, alpha: f64) -> Standing {
        if let Some(leaf) = &self.proofs[index] {
            let samples = self.sums.single(index).n.max(1.0) as u64;
            let (value, margin) = (leaf.value(self.seat), Some(leaf.margin));
            return Standing { value, low: value, high: value, values: leaf.values, margin, samples };
        }
        let single = self.sums.single(index);
        let sum = self.sum(index);
        let radius = sum.radius(self.kind, alpha * self.window_share());
        let value = self.value(index);
        let (floor, ceiling) = match self.kind {
            Kind::Share => (0.0, 1.0),
            Kind::Points => (f64::MIN, f64::MAX),
        };
        Standing {
            value,
            low: (sum.mean() - radius).max(floor).min(value),
            high: (sum.mean() + radius).min(ceiling).max(value),
            values: single.values.map(|sum| sum / single.n.max(1.0)),
            margin: (single.n > 0.0).then(|| single.margin / single.n),
            samples: single.n as u64,
        }
    }

    /// The value of a move: the leader's less the lag on common worlds, which is sharper than the move's own mean.
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

    /// The moves that nobody can tell from the leader, itself included, after [`Verdict::Alike`].
    pub(crate) fn alike(&self, confidence: f64) -> Vec<usize> {
        let share = (1.0 - confidence) / self.moves.saturating_sub(1).max(1) as f64;
        (0..self.moves).filter(|&index| index == self.leader || self.doubt(index) > share).collect()
    }
}
