//! Chance nodes: the expectation over outcomes, with Star1 and Star2 pruning (Ballard 1983, fail-soft).

use tapis_games::game::Turn;

use super::{Eval, Minimax, Window};
use crate::exhaustive::context::NodeDepth;
use crate::exhaustive::limits::Stopped;
use crate::exhaustive::ordering::PlySide;
use crate::heuristics::Heuristics;

/// The expectation must clear the window by this much before it cuts. So rounding never makes a bound wrong, and
/// every exact value has the same bits whatever was pruned.
const SLACK: f64 = 1e-12;

/// One outcome with bounds of its value.
struct Branch<S> {
    state: S,
    weight: f64,
    low: f64,
    high: f64,
}

impl<G: Heuristics> Minimax<'_, G> {
    /// The expectation at the chance node `state`.
    pub(super) fn search_chance(
        &mut self,
        state: &G::State,
        at: NodeDepth,
        window: Window,
    ) -> Result<Eval, Stopped> {
        let rules = self.context.rules;
        let Some(outcomes) = rules.chances(state) else {
            return Ok(Eval { value: self.evaluate(state), proved: false });
        };
        let (low, high) = self.range;
        let mut branches = Vec::with_capacity(outcomes.len());
        for (outcome, weight) in &outcomes {
            let mut child = state.clone();
            // A listed outcome fits: a law of the contract.
            let _ = rules.resolve(&mut child, outcome);
            branches.push(Branch { state: child, weight: *weight as f64, low, high });
        }
        match branches.as_slice() {
            [only] => self.search(&only.state, at, window),
            _ => self.star(&mut branches, at, window),
        }
    }

    fn star(
        &mut self,
        branches: &mut [Branch<G::State>],
        at: NodeDepth,
        window: Window,
    ) -> Result<Eval, Stopped> {
        let star_window = StarWindow { total: branches.iter().map(|branch| branch.weight).sum(), window };
        let mut proved = true;
        for i in 0..branches.len() {
            proved &= self.probe(branches, i, at, &star_window)?;
            if let Some(value) = star_window.cut(branches) {
                return Ok(Eval { value, proved });
            }
        }
        for i in 0..branches.len() {
            proved &= self.search_outcome(branches, i, at, &star_window)?;
            if let Some(value) = star_window.cut(branches) {
                return Ok(Eval { value, proved });
            }
        }
        let sum: f64 = branches.iter().map(|branch| branch.weight * branch.low).sum();
        Ok(Eval { value: sum / star_window.total, proved })
    }

    /// Star2: bounds the value of an outcome by its most promising move alone. Returns whether that bound is proved.
    fn probe(
        &mut self,
        branches: &mut [Branch<G::State>],
        i: usize,
        at: NodeDepth,
        star_window: &StarWindow,
    ) -> Result<bool, Stopped> {
        let Turn::Player(seat) = self.context.rules.turn(&branches[i].state) else { return Ok(true) };
        let bounds = self.bounds(&branches[i].state);
        branches[i].low = branches[i].low.max(bounds.0);
        branches[i].high = branches[i].high.min(bounds.1);
        if at.depth == 0 || branches[i].is_exact() {
            return Ok(true);
        }
        let maximises = seat == self.context.seat;
        let window = self.clip(star_window.needed(branches, i));
        let child = self.first_child(&branches[i].state, at, maximises);
        let eval = self.search(&child, at.child(), window)?;
        let branch = &mut branches[i];
        match maximises {
            true if eval.value > window.alpha => branch.low = branch.low.max(eval.value),
            false if eval.value < window.beta => branch.high = branch.high.min(eval.value),
            _ => return Ok(true),
        }
        Ok(eval.proved)
    }

    /// The state after the most promising move of `state`.
    fn first_child(&mut self, state: &G::State, at: NodeDepth, maximises: bool) -> G::State {
        let rules = self.context.rules;
        let moves = rules.legal_moves(state);
        let known = self.known_move(state);
        let mut picker = self.order.start(known);
        let ply_side = PlySide { ply: at.ply, side: usize::from(!maximises) };
        let first = self.order.next(&mut picker, rules, state, &moves, ply_side);
        self.order.finish(&picker);
        let mut child = state.clone();
        if let Some(number) = first {
            rules.play_unchecked(&mut child, moves[number]);
        }
        child
    }

    /// Star1: searches an outcome only as far as it can change the result. Returns whether its value is proved.
    fn search_outcome(
        &mut self,
        branches: &mut [Branch<G::State>],
        i: usize,
        at: NodeDepth,
        star_window: &StarWindow,
    ) -> Result<bool, Stopped> {
        if branches[i].is_exact() {
            return Ok(true);
        }
        let needed = star_window.needed(branches, i);
        let eval = self.search(&branches[i].state, at, self.clip(needed))?;
        // Compared with the unclipped window: at an end of the range "at most" and "exactly" mean the same.
        if eval.value > needed.alpha {
            branches[i].low = branches[i].low.max(eval.value);
        }
        if eval.value < needed.beta {
            branches[i].high = branches[i].high.min(eval.value);
        }
        if branches[i].is_exact() || star_window.cut(branches).is_some() {
            return Ok(eval.proved);
        }
        let eval = self.search(&branches[i].state, at, self.full_window())?;
        (branches[i].low, branches[i].high) = (eval.value, eval.value);
        Ok(eval.proved)
    }

    /// `window` restricted to the range of values.
    fn clip(&self, window: Window) -> Window {
        let (low, high) = self.range;
        let clipped = Window { alpha: window.alpha.max(low), beta: window.beta.min(high) };
        if clipped.alpha < clipped.beta { clipped } else { self.full_window() }
    }
}

impl<S> Branch<S> {
    fn is_exact(&self) -> bool {
        self.low >= self.high
    }
}

/// The window of a chance node and the total weight of its outcomes.
struct StarWindow {
    total: f64,
    window: Window,
}

impl StarWindow {
    /// The window for outcome `i`: outside of it, the outcome decides the node whatever the others are worth.
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

    /// The result, if the outcomes' bounds put the expectation outside of the window.
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
