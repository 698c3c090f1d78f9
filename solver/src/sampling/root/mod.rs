//! Statistics of the root moves: which to try next, which is best, and when to stop.
//!
//! Moves are compared on the same worlds with the same random numbers (common random numbers). Early lines are
//! discarded, because a small tree played them: the sums cover the last two epochs, and each epoch is three times as
//! long as the one before. Every epoch starts with some rounds of all moves.
//!
//! Where move scores guide the search, most lines begin with the move that the tree policy chooses, and the most visited move is the
//! first unless another is surely ahead. Bots have no other lines. In hints the others serve what is claimed: by sequential halving they
//! look for moves that the tree policy passes over, and they compare those that have at least one visit in a hundred, until a difference is
//! clear or known as well as it need be; then all lines are the tree policy's.

use tapis_games::seat::Seat;

use super::goal::Leaf;
use super::tally::Tally;
use super::tuning::Tuning;
use crate::confidence::Kind;

mod confidence;
mod visits;

pub(crate) use confidence::{Comparison, Verdict};

/// The factor by which epochs lengthen.
const GROWTH: u64 = 3;
/// The weight, in rounds, of the heuristic prior of a difference.
const PRIOR_ROUNDS: f64 = 2.0;
/// The prior variance of a difference, and its weight in rounds.
const PRIOR_SPREAD: (f64, f64) = (0.2, 4.0);
/// A guided search compares two moves until the standard error of their utilities is no more than this.
const SETTLED: f64 = 0.01;

/// See the module's text.
#[derive(Clone)]
pub(crate) struct RootStatistics {
    kind: Kind,
    /// The scale of values relative to the win share.
    unit: f64,
    tuning: Tuning,
    moves: usize,
    /// By move, how far its heuristic score lies behind the best one.
    priors: Vec<f64>,
    old: Window,
    current: Window,
    /// The sums of both windows.
    sums: Tally,
    /// The number of ended epochs.
    epoch: u32,
    epoch_end: u64,
    proofs: Vec<Option<Leaf>>,
    leader: usize,
    seat: Seat,
    /// Whether move scores guide the search.
    guided: bool,
    /// By move, how often the tree policy chose it, and its mean utility then.
    visits: Vec<(u64, f64)>,
}

#[derive(Clone)]
struct Window {
    tally: Tally,
    /// By move, the squared deviations of its values from predictions made before.
    deviations: Vec<f64>,
}

impl RootStatistics {
    pub(crate) fn new(
        kind: Kind,
        unit: f64,
        seat: Seat,
        priors: Vec<f64>,
        guided: bool,
        tuning: Tuning,
    ) -> Self {
        let moves = priors.len();
        let window = Window { tally: Tally::new(moves), deviations: vec![0.0; moves] };
        let leader = (0..moves).min_by(|&a, &b| priors[a].total_cmp(&priors[b])).unwrap_or(0);
        Self {
            kind,
            unit,
            tuning,
            moves,
            priors,
            sums: window.tally.clone(),
            old: window.clone(),
            current: window,
            epoch: 0,
            epoch_end: 512.max(16 * moves as u64),
            proofs: vec![None; moves],
            leader,
            seat,
            guided,
            visits: vec![(0, 0.0); moves],
        }
    }

    /// The memory that it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        3 * self.sums.bytes()
    }

    /// Adds the results of one tree. Must be called in the order of the trees.
    pub(crate) fn merge(&mut self, tally: &Tally) {
        for index in 0..self.moves {
            let single = tally.single(index);
            let guess = self.prediction(index);
            self.current.deviations[index] +=
                single.value_squares - 2.0 * guess * single.value + single.n * guess * guess;
        }
        self.current.tally.merge(tally);
    }

    /// Records that a move is worth exactly `leaf`.
    pub(crate) fn prove(&mut self, index: usize, leaf: Leaf) {
        self.proofs[index].get_or_insert(leaf);
    }

    /// Updates the sums and the leader after merging, `lines` after the search began.
    pub(crate) fn update(&mut self, lines: u64) {
        if lines >= self.epoch_end {
            self.epoch += 1;
            self.epoch_end += (self.epoch_end * (GROWTH - 1)).max(1);
            let empty = Window { tally: Tally::new(self.moves), deviations: vec![0.0; self.moves] };
            self.old = std::mem::replace(&mut self.current, empty);
        }
        self.sums = self.old.tally.clone();
        self.sums.merge(&self.current.tally);
        self.leader = if self.guided { self.most_visited() } else { self.best() };
    }

    /// The predicted value of the next observation: the mean so far.
    fn prediction(&self, index: usize) -> f64 {
        let single = self.sums.single(index);
        match self.kind {
            _ if single.n > 0.0 => single.value / single.n,
            Kind::Share => 0.5,
            Kind::Points => 0.0,
        }
    }

    /// The moves to compare next, best first. Of a guided search none if there is nothing to settle.
    pub(crate) fn candidates(&self) -> Vec<usize> {
        let open = (0..self.moves).filter(|&index| self.proofs[index].is_none());
        let mut all: Vec<(usize, (f64, f64))> =
            open.map(|index| (index, self.deficit(index, self.leader))).collect();
        all.sort_by(|(a, (one, _)), (b, (other, _))| one.total_cmp(other).then(a.cmp(b)));
        let is_tried = |&(place, &(index, deficit)): &(usize, &(usize, (f64, f64)))| {
            self.is_fresh(index, self.halvings(place, all.len())) || self.is_worth_trying(index, deficit)
        };
        let tried: Vec<usize> =
            all.iter().enumerate().filter(is_tried).map(|(_, (index, _))| *index).collect();
        let compared = || tried.iter().any(|&index| index != self.leader);
        match self.guided {
            true if !compared() && !self.is_fresh(self.leader, 0) => Vec::new(),
            false if tried.is_empty() => all.into_iter().map(|(index, _)| index).collect(),
            _ => tried,
        }
    }

    /// Whether a move that is not proved is to be tried further, with its [deficit](RootStatistics::deficit) to the leader.
    fn is_worth_trying(&self, index: usize, (deficit, error): (f64, f64)) -> bool {
        let settled = self.guided && error <= SETTLED;
        let rival = (deficit <= 0.0 || self.is_visited(index)) && deficit <= self.tuning.patience * error;
        index == self.leader || rival && !settled
    }

    /// Whether a move has hardly been tried in this epoch. With each of the `halvings` twice as many rounds are few.
    fn is_fresh(&self, index: usize, halvings: u32) -> bool {
        self.current.tally.single(index).n < f64::from(self.tuning.epoch_rounds << halvings)
    }

    /// How many halvings the move in this place of `all` outlives: sequential halving (Karnin, Koren and Somekh 2013), where the search is
    /// guided. What the tree policy does not visit must not depend on the luck of a few rounds.
    fn halvings(&self, place: usize, all: usize) -> u32 {
        if self.guided { (all / (place + 1)).max(1).ilog2() } else { 0 }
    }

    /// The move with the least deficit, among those tried nearly as often as the most tried.
    fn best(&self) -> usize {
        let reference = (0..self.moves)
            .max_by(|&a, &b| self.weight(a).total_cmp(&self.weight(b)).then(b.cmp(&a)))
            .unwrap_or(0);
        let cost = |index: usize| {
            let (deficit, error) = self.deficit(index, reference);
            if index == reference { 0.0 } else { deficit + 0.5 * error }
        };
        (0..self.moves)
            .filter(|&index| self.is_tried_enough(index, reference))
            .min_by(|&a, &b| cost(a).total_cmp(&cost(b)).then(a.cmp(&b)))
            .unwrap_or(reference)
    }

    fn weight(&self, index: usize) -> f64 {
        self.sums.single(index).n
    }

    /// Whether a move is proved or tried at least a quarter as often as the reference, so that it may replace it.
    fn is_tried_enough(&self, index: usize, reference: usize) -> bool {
        self.proofs[index].is_some() || 4.0 * self.weight(index) >= self.weight(reference)
    }

    /// How far a move lies behind another in utility, with the standard error.
    fn deficit(&self, index: usize, behind: usize) -> (f64, f64) {
        if index == behind {
            return (0.0, 0.0);
        }
        if self.proofs[index].is_some() || self.proofs[behind].is_some() {
            let (own, own_error) = self.utility(index);
            let (other, other_error) = self.utility(behind);
            return (other - own, own_error.hypot(other_error));
        }
        let pair = self.sums.pair(behind, index);
        let prior = self.priors[index] - self.priors[behind];
        let n = pair.n + PRIOR_ROUNDS;
        let deficit = (pair.utility + PRIOR_ROUNDS * prior) / n;
        let (spread, rounds) = PRIOR_SPREAD;
        let square =
            (pair.utility_squares + spread * rounds) / (pair.n + rounds) - (deficit * deficit).min(spread);
        (deficit, (square.max(1e-6) / n).sqrt())
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
