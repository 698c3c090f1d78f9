//! The best single plan: the seat must move alike in all worlds that it cannot tell apart.
//!
//! An average over solved worlds lets the seat see the true world from its next move on. This is strategy fusion (I.
//! Frank and D. Basin, *Search in games with incomplete information*, 1998). Here only the others see the world. They
//! play its solution, and each of their best moves is equally likely: a tie-break rule could reveal the world. The
//! plan is a best reply to that. The price of clairvoyance is the difference between the value with the world seen
//! and the value of the plan. Worlds separate where the seat sees a difference. The seat remembers everything it has
//! seen.

use std::collections::BTreeMap;

use hashbrown::HashMap;
use tapis_games::game::{Observed, Turn};
use tapis_games::seat::{MAX_SEATS, Seat};

use super::analysis::PlanValues;
use super::context::TO_THE_END;
use super::limits::Stopped;
use super::objective;
use super::problem::{Problem, World};
use super::searcher::Searcher;
use crate::heuristics::{Heuristics, Mixer};
use crate::report::TOLERANCE;
use crate::request::Concept;

/// Replies and chance outcomes followed for one move at most; a larger position gets no plan. The count is separate
/// from the node limit, so it does not depend on the number of threads.
const MAX_STEPS: u32 = 200_000;

/// A world under way in a plan.
struct History<S> {
    state: S,
    weight: f64,
    /// A hash of everything the seat has seen since the plan began.
    seen: u64,
}

/// The evaluation of one move's plan.
struct Plan<'s, 'p, 'w, G: Heuristics> {
    problem: &'s Problem<'p, G>,
    searcher: &'s mut Searcher<'w, G>,
    steps: u32,
    /// The best moves of the other seats, by position key.
    replies: HashMap<u64, Vec<G::Move>>,
}

/// The values of move number `mv`; `None` if its plan has too many continuations.
///
/// # Errors
/// The limits were reached.
pub fn evaluate_plan<G: Heuristics + Observed>(
    problem: &Problem<'_, G>,
    searcher: &mut Searcher<'_, G>,
    mv: usize,
) -> Result<Option<PlanValues>, Stopped> {
    let history =
        |world: &World<G::State>| History { state: world.state.clone(), weight: world.weight, seen: 0 };
    let histories: Vec<_> = problem.unmerged.iter().map(history).collect();
    let total: f64 = histories.iter().map(|history| history.weight).sum();
    let mut plan = Plan { problem, searcher, steps: 0, replies: HashMap::new() };
    let together = plan.play(&histories, problem.moves[mv])?;
    let mut seeing = 0.0;
    for history in histories.chunks(1) {
        seeing += plan.play(history, problem.moves[mv])?;
    }
    Ok((plan.steps <= MAX_STEPS).then_some(PlanValues { plan: together / total, seeing: seeing / total }))
}

impl<G: Heuristics + Observed> Plan<'_, '_, '_, G> {
    /// The sum of weighted values of the best plan from `histories`. The seat is to move and cannot tell them apart.
    fn best_plan(&mut self, histories: &[History<G::State>]) -> Result<f64, Stopped> {
        let Some(first) = histories.first() else { return Ok(0.0) };
        let mut most = f64::NEG_INFINITY;
        for &mv in self.problem.rules.legal_moves(&first.state).iter() {
            most = most.max(self.play(histories, mv)?);
        }
        Ok(most)
    }

    /// The same after the seat plays `mv`.
    fn play(&mut self, histories: &[History<G::State>], mv: G::Move) -> Result<f64, Stopped> {
        let mut sum = 0.0;
        let mut known: BTreeMap<u64, Vec<History<G::State>>> = BTreeMap::new();
        for history in histories {
            let mut state = history.state.clone();
            self.problem.rules.play_unchecked(&mut state, mv);
            let history = self.observe(History { state, ..*history });
            sum += self.advance(history, &mut known)?;
        }
        for histories in known.values() {
            sum += self.best_plan(histories)?;
        }
        Ok(sum)
    }

    /// Follows replies and chance until the seat is to move. Adds the open histories to `known`, by what the seat has
    /// seen. Returns the sum of weighted values of the lines that ended.
    fn advance(
        &mut self,
        history: History<G::State>,
        known: &mut BTreeMap<u64, Vec<History<G::State>>>,
    ) -> Result<f64, Stopped> {
        let Problem { rules, objective, seat, .. } = *self.problem;
        let (mut open, mut sum) = (vec![history], 0.0);
        while let Some(history) = open.pop() {
            let turn = rules.turn(&history.state);
            // Past the step limit the result is discarded, so any value will do.
            if objective::is_end(rules, objective, &history.state, turn) || self.steps > MAX_STEPS {
                sum += history.weight * objective::final_value(rules, objective, &history.state, seat);
                continue;
            }
            match turn {
                Turn::Player(mover) if mover == seat => known.entry(history.seen).or_default().push(history),
                Turn::Player(mover) => self.expand_replies(&history, mover, &mut open)?,
                _ => self.expand_chance(&history, &mut open),
            }
        }
        Ok(sum)
    }

    /// Adds the history after every best move of another seat to `open`.
    fn expand_replies(
        &mut self,
        history: &History<G::State>,
        mover: Seat,
        open: &mut Vec<History<G::State>>,
    ) -> Result<(), Stopped> {
        let rules = self.problem.rules;
        let key = rules.key(&history.state);
        if !self.replies.contains_key(&key) {
            let best = self.best_replies(&history.state, mover)?;
            self.replies.insert(key, best);
        }
        let moves = &self.replies[&key];
        self.steps += moves.len() as u32;
        let weight = history.weight / moves.len() as f64;
        for &mv in moves {
            let mut state = history.state.clone();
            rules.play_unchecked(&mut state, mv);
            open.push(self.observe(History { state, weight, ..*history }));
        }
        Ok(())
    }

    /// All best moves of `mover`, another seat that sees everything.
    fn best_replies(&mut self, state: &G::State, mover: Seat) -> Result<Vec<G::Move>, Stopped> {
        let Problem { rules, seat, concept, .. } = *self.problem;
        let mut values = Vec::new();
        for &mv in rules.legal_moves(state).iter() {
            let mut after = state.clone();
            rules.play_unchecked(&mut after, mv);
            let found = self.searcher.line(self.problem, &after, TO_THE_END)?.values;
            values.push(match concept {
                Some(Concept::Maxn) => (found[mover.index() % MAX_SEATS], mv),
                _ => (-found[seat.index() % MAX_SEATS], mv),
            });
        }
        let most = values.iter().map(|(value, _)| *value).fold(f64::NEG_INFINITY, f64::max);
        Ok(values.into_iter().filter(|(value, _)| *value >= most - TOLERANCE).map(|(_, mv)| mv).collect())
    }

    /// Adds the history after every chance outcome to `open`. Outcomes can be listed here: else no line is proved and
    /// no plan is asked for.
    fn expand_chance(&mut self, history: &History<G::State>, open: &mut Vec<History<G::State>>) {
        let rules = self.problem.rules;
        let outcomes = rules.chances(&history.state).unwrap_or_default();
        let total: f64 = outcomes.iter().map(|(_, weight)| *weight as f64).sum();
        for (outcome, weight) in outcomes {
            self.steps += 1;
            let mut state = history.state.clone();
            // A listed outcome always fits: a law of the contract.
            let _ = rules.resolve(&mut state, &outcome);
            let weight = history.weight * weight as f64 / total;
            open.push(self.observe(History { state, weight, ..*history }));
        }
    }

    /// The history with what the seat knows now added to what it has seen.
    fn observe(&self, history: History<G::State>) -> History<G::State> {
        let now = self.problem.rules.info_key(&history.state, self.problem.seat);
        History { seen: Mixer::new(history.seen).with(now).finish(), ..history }
    }
}
