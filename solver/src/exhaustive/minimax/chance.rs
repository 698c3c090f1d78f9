//! Chance nodes: the expectation over outcomes, cut by Star1 and Star2 (Ballard 1983, fail-soft).

use tapis_games::game::Turn;

use super::super::limits::Stopped;
use super::super::order::Spot;
use super::node::Place;
use super::{Eval, Minimax, Window};
use crate::heuristics::Heuristics;

/// Cuts are made only where the expectation clears the window by this much. Rounding can then never turn a bound into
/// a wrong statement, and every exact worth has the same bits whatever was cut on the way.
const SLACK: f64 = 1e-12;

/// One outcome, and what is known of its worth.
struct Branch<S> {
    state: S,
    weight: f64,
    low: f64,
    high: f64,
}

impl<G: Heuristics> Minimax<'_, G> {
    /// The expectation at the chance node `state`.
    pub(super) fn expect(&mut self, state: &G::State, place: Place, window: Window) -> Result<Eval, Stopped> {
        let rules = self.setting.rules;
        let Some(outcomes) = rules.chances(state) else {
            return Ok(Eval { worth: self.guess(state), proved: false });
        };
        let (low, high) = self.setting.range;
        let mut branches = Vec::with_capacity(outcomes.len());
        for (outcome, weight) in &outcomes {
            let mut child = state.clone();
            // A listed outcome fits: a law of the contract.
            let _ = rules.resolve(&mut child, outcome);
            branches.push(Branch { state: child, weight: *weight as f64, low, high });
        }
        match branches.as_slice() {
            [only] => self.search(&only.state, place, window),
            _ if self.setting.tuning.star => self.star(&mut branches, place, window),
            _ => self.average(&branches, place),
        }
    }

    /// Every outcome in full.
    fn average(&mut self, branches: &[Branch<G::State>], place: Place) -> Result<Eval, Stopped> {
        let (mut sum, mut total, mut proved) = (0.0, 0.0, true);
        for branch in branches {
            let eval = self.search(&branch.state, place, self.whole())?;
            sum += branch.weight * eval.worth;
            total += branch.weight;
            proved &= eval.proved;
        }
        Ok(Eval { worth: sum / total, proved })
    }

    fn star(
        &mut self,
        branches: &mut [Branch<G::State>],
        place: Place,
        window: Window,
    ) -> Result<Eval, Stopped> {
        let scales = Scales { total: branches.iter().map(|branch| branch.weight).sum(), window };
        let mut proved = true;
        for i in 0..branches.len() {
            proved &= self.probe(branches, i, place, &scales)?;
            if let Some(worth) = scales.cut(branches) {
                return Ok(Eval { worth, proved });
            }
        }
        for i in 0..branches.len() {
            proved &= self.settle(branches, i, place, &scales)?;
            if let Some(worth) = scales.cut(branches) {
                return Ok(Eval { worth, proved });
            }
        }
        let sum: f64 = branches.iter().map(|branch| branch.weight * branch.low).sum();
        Ok(Eval { worth: sum / scales.total, proved })
    }

    /// Star2: bounds an outcome by its most promising move alone. Whether all used for it is proved.
    fn probe(
        &mut self,
        branches: &mut [Branch<G::State>],
        i: usize,
        place: Place,
        scales: &Scales,
    ) -> Result<bool, Stopped> {
        let Turn::Player(seat) = self.setting.rules.turn(&branches[i].state) else { return Ok(true) };
        let bounds = self.bounds(&branches[i].state);
        branches[i].low = branches[i].low.max(bounds.0);
        branches[i].high = branches[i].high.min(bounds.1);
        if place.depth == 0 || branches[i].settled() {
            return Ok(true);
        }
        let maximises = seat == self.setting.seat;
        let window = self.clip(scales.needed(branches, i));
        let child = self.first_child(&branches[i].state, place, maximises);
        let eval = self.search(&child, place.below(), window)?;
        let branch = &mut branches[i];
        match maximises {
            true if eval.worth > window.alpha => branch.low = branch.low.max(eval.worth),
            false if eval.worth < window.beta => branch.high = branch.high.min(eval.worth),
            _ => return Ok(true),
        }
        Ok(eval.proved)
    }

    /// The most promising move of `state`, played.
    fn first_child(&mut self, state: &G::State, place: Place, maximises: bool) -> G::State {
        let rules = self.setting.rules;
        let moves = rules.legal_moves(state);
        let known = self.known_move(state);
        let mut picks = self.order.start(known);
        let spot = Spot { ply: place.ply, side: usize::from(!maximises) };
        let first = self.order.next(&mut picks, rules, state, &moves, spot);
        self.order.finish(&picks);
        let mut child = state.clone();
        if let Some(number) = first {
            rules.play_unchecked(&mut child, moves[number]);
        }
        child
    }

    /// Star1: searches an outcome as far as it can still decide. Whether the result is proved.
    fn settle(
        &mut self,
        branches: &mut [Branch<G::State>],
        i: usize,
        place: Place,
        scales: &Scales,
    ) -> Result<bool, Stopped> {
        if branches[i].settled() {
            return Ok(true);
        }
        let needed = scales.needed(branches, i);
        let eval = self.search(&branches[i].state, place, self.clip(needed))?;
        // Read against the window before clipping: at an end of the range "at most" and "exactly" are the same.
        if eval.worth > needed.alpha {
            branches[i].low = branches[i].low.max(eval.worth);
        }
        if eval.worth < needed.beta {
            branches[i].high = branches[i].high.min(eval.worth);
        }
        if branches[i].settled() || scales.cut(branches).is_some() {
            return Ok(eval.proved);
        }
        let eval = self.search(&branches[i].state, place, self.whole())?;
        (branches[i].low, branches[i].high) = (eval.worth, eval.worth);
        Ok(eval.proved)
    }

    /// `window` within the range of worths.
    fn clip(&self, window: Window) -> Window {
        let (low, high) = self.setting.range;
        let clipped = Window { alpha: window.alpha.max(low), beta: window.beta.min(high) };
        if clipped.alpha < clipped.beta { clipped } else { self.whole() }
    }
}

impl<S> Branch<S> {
    fn settled(&self) -> bool {
        self.low >= self.high
    }
}

/// The weighing of outcomes against a window.
struct Scales {
    total: f64,
    window: Window,
}

impl Scales {
    /// The window outside of which outcome `i` decides, given the bounds of the others.
    fn needed<S>(&self, branches: &[Branch<S>], i: usize) -> Window {
        let others = |bound: fn(&Branch<S>) -> f64| -> f64 {
            let others = branches.iter().enumerate().filter(|&(j, _)| j != i);
            others.map(|(_, branch)| branch.weight * bound(branch)).sum()
        };
        let weight = branches[i].weight;
        Window {
            alpha: (self.total * (self.window.alpha - SLACK) - others(|branch| branch.high)) / weight,
            beta: (self.total * (self.window.beta + SLACK) - others(|branch| branch.low)) / weight,
        }
    }

    /// The result, if the bounds of the outcomes put the expectation outside of the window.
    fn cut<S>(&self, branches: &[Branch<S>]) -> Option<f64> {
        let mean = |bound: fn(&Branch<S>) -> f64| -> f64 {
            branches.iter().map(|branch| branch.weight * bound(branch)).sum::<f64>() / self.total
        };
        let low = mean(|branch| branch.low);
        if low > self.window.beta + SLACK / 2.0 {
            return Some(low - SLACK / 4.0);
        }
        let high = mean(|branch| branch.high);
        (high < self.window.alpha - SLACK / 2.0).then_some(high + SLACK / 4.0)
    }
}
