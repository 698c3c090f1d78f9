//! Nodes where a seat decides.

use tapis_games::game::Turn;
use tapis_games::seat::Seat;

use super::entry::Entry;
use super::{Eval, Minimax, Window};
use crate::exhaustive::context::{NodeDepth, SearchContext};
use crate::exhaustive::limits::Stopped;
use crate::exhaustive::objective::{self, Bounds};
use crate::exhaustive::ordering::PlySide;
use crate::heuristics::Heuristics;

/// Width of a null window: smaller than every real difference, larger than every rounding error.
pub(super) const NULL_WINDOW: f64 = 1e-11;

/// A node from its mover's side: the mover always maximises.
struct Mover {
    maximises: bool,
    alpha: f64,
    beta: f64,
    /// Upper bound of the value to the mover.
    max_value: f64,
}

impl<G: Heuristics> Minimax<'_, G> {
    /// The value of `state` within `window`.
    pub(super) fn search(
        &mut self,
        state: &G::State,
        at: NodeDepth,
        window: Window,
    ) -> Result<Eval, Stopped> {
        self.counter.tick()?;
        let context = &self.context;
        let turn = context.rules.turn(state);
        if objective::is_end(context.rules, context.objective, state, turn) {
            self.counter.ended(turn);
            return Ok(Eval::proved(objective::final_value(
                context.rules,
                context.objective,
                state,
                context.seat,
            )));
        }
        match turn {
            Turn::Player(seat) => self.search_player(state, seat, at, window),
            _ => self.search_chance(state, at, window),
        }
    }

    fn search_player(
        &mut self,
        state: &G::State,
        seat: Seat,
        at: NodeDepth,
        window: Window,
    ) -> Result<Eval, Stopped> {
        let (bounds, key) = self.bounds_and_key(state, at.depth);
        if let Some(eval) = decided_by_bounds(bounds, window) {
            return Ok(eval);
        }
        let known = key.and_then(|key| self.lookup(key));
        if let Some(eval) = known.as_ref().and_then(|known| known.answer(at.depth, window)) {
            return Ok(eval);
        }
        if at.depth == 0 {
            return Ok(self.static_value(state, bounds));
        }
        let before = self.counter.nodes();
        let mover = Mover::new(seat == self.context.seat, window, bounds);
        let (eval, mv) = self.search_moves(state, at, mover, known.and_then(|known| known.mv))?;
        if let Some(key) = key {
            let entry = Entry::new(eval, mv, at.depth, window, self.range);
            self.context.table.put(key, entry.pack(self.counter.nodes() - before));
        }
        Ok(eval)
    }

    /// Tries the moves, starting with number `first`. Returns the value and the best move's index. Kept out of line:
    /// most nodes are leaves and do not need its stack frame.
    #[inline(never)]
    fn search_moves(
        &mut self,
        state: &G::State,
        at: NodeDepth,
        mut mover: Mover,
        first: Option<usize>,
    ) -> Result<(Eval, Option<usize>), Stopped> {
        let rules = self.context.rules;
        let moves = rules.legal_moves(state);
        let ply_side = PlySide { ply: at.ply, side: usize::from(!mover.maximises) };
        let (mut best, mut best_move, mut proved) = (f64::NEG_INFINITY, None, true);
        let mut picker = self.order.start(first);
        while let Some(number) = self.order.next(&mut picker, rules, state, &moves, ply_side) {
            let mut child = state.clone();
            rules.play_unchecked(&mut child, moves[number]);
            let before = self.counter.nodes();
            let (value, sure) = self.search_child(&child, at.child(), &mover, best_move.is_some())?;
            if value > best || best_move.is_none() {
                (best, best_move) = (value, Some(number));
            }
            if best >= mover.beta || best >= mover.max_value {
                self.order.record_cutoff(moves[number], ply_side, self.counter.nodes() - before);
                proved = sure;
                break;
            }
            proved &= sure;
            mover.alpha = mover.alpha.max(best);
        }
        self.order.finish(&picker);
        Ok((Eval { value: mover.for_mover(best), proved }, best_move))
    }

    /// The value of a child to the mover. A `later` child is first searched with a null window.
    fn search_child(
        &mut self,
        child: &G::State,
        at: NodeDepth,
        mover: &Mover,
        later: bool,
    ) -> Result<(f64, bool), Stopped> {
        if at.depth == 0
            && let Some(eval) = self.search_leaf(child, mover.window(mover.beta))?
        {
            return Ok((mover.for_mover(eval.value), eval.proved));
        }
        if later && mover.beta - mover.alpha > NULL_WINDOW {
            let eval = self.search(child, at, mover.window(mover.alpha + NULL_WINDOW))?;
            let value = mover.for_mover(eval.value);
            if value <= mover.alpha || value >= mover.beta {
                return Ok((value, eval.proved));
            }
        }
        let eval = self.search(child, at, mover.window(mover.beta))?;
        Ok((mover.for_mover(eval.value), eval.proved))
    }

    /// The value of a leaf, as [`Minimax::search`] finds it. Most nodes are leaves, so nothing is computed twice
    /// here. `None` if the table may know more, or at chance.
    #[inline]
    fn search_leaf(&mut self, state: &G::State, window: Window) -> Result<Option<Eval>, Stopped> {
        let context = &self.context;
        let turn = context.rules.turn(state);
        let end = objective::is_end(context.rules, context.objective, state, turn);
        if !end && (turn == Turn::Chance || context.table.has_leaves()) {
            return Ok(None);
        }
        self.counter.tick()?;
        if end {
            self.counter.ended(turn);
            let value = objective::final_value(context.rules, context.objective, state, context.seat);
            return Ok(Some(Eval::proved(value)));
        }
        let bounds = self.bounds(state);
        Ok(Some(decided_by_bounds(bounds, window).unwrap_or_else(|| self.static_value(state, bounds))))
    }

    /// The static evaluation of `state`, restricted to `bounds`.
    #[inline]
    fn static_value(&self, state: &G::State, bounds: Bounds) -> Eval {
        Eval { value: self.evaluate(state).max(bounds.0).min(bounds.1), proved: false }
    }

    /// Sound bounds of the value of `state`, and its table key if the table is used at this depth.
    fn bounds_and_key(&self, state: &G::State, depth: u16) -> (Bounds, Option<u64>) {
        let SearchContext { rules, seat, objective, tuning, table } = self.context;
        let range = self.range;
        let asked = depth >= tuning.table_from || table.has_leaves();
        match (tuning.bounds, asked) {
            (true, true) => {
                let found = rules.bounds_and_key(state, seat, objective);
                (within(range, found.bounds), Some(found.key))
            }
            (true, false) => (within(range, rules.bounds(state, seat, objective)), None),
            (false, true) => (range, Some(rules.value_key(state, objective))),
            (false, false) => (range, None),
        }
    }

    /// Sound bounds of the value of `state`.
    pub(super) fn bounds(&self, state: &G::State) -> Bounds {
        let SearchContext { rules, seat, objective, tuning, .. } = self.context;
        if tuning.bounds { within(self.range, rules.bounds(state, seat, objective)) } else { self.range }
    }

    /// The static evaluation of `state`.
    pub(super) fn evaluate(&self, state: &G::State) -> f64 {
        let context = &self.context;
        objective::static_value(context.rules, context.objective, state, context.seat)
    }

    /// The table entry under `key`.
    fn lookup(&self, key: u64) -> Option<Entry> {
        self.context.table.get(key).map(Entry::unpack)
    }

    /// The table move of `state`.
    pub(super) fn known_move(&self, state: &G::State) -> Option<usize> {
        self.lookup(self.context.rules.value_key(state, self.context.objective))?.mv
    }
}

impl Mover {
    fn new(maximises: bool, window: Window, bounds: Bounds) -> Self {
        match maximises {
            true => Self { maximises, alpha: window.alpha, beta: window.beta, max_value: bounds.1 },
            false => Self { maximises, alpha: -window.beta, beta: -window.alpha, max_value: -bounds.0 },
        }
    }

    /// Converts a value between the advised seat and the mover.
    fn for_mover(&self, value: f64) -> f64 {
        if self.maximises { value } else { -value }
    }

    /// The window from alpha to `beta`, for the advised seat.
    fn window(&self, beta: f64) -> Window {
        match self.maximises {
            true => Window { alpha: self.alpha, beta },
            false => Window { alpha: -beta, beta: -self.alpha },
        }
    }
}

fn within(range: Bounds, bounds: Option<Bounds>) -> Bounds {
    bounds.map_or(range, |(low, high)| (low.max(range.0), high.min(range.1)))
}

/// The result within `window`, if `bounds` alone decide it.
fn decided_by_bounds(bounds: Bounds, window: Window) -> Option<Eval> {
    let (low, high) = bounds;
    if low >= window.beta || low == high {
        return Some(Eval::proved(low));
    }
    (high <= window.alpha).then_some(Eval::proved(high))
}
