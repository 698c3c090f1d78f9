//! Minimax: the seat advised maximises its value, all other seats minimise it. With two seats and opposed interests
//! this solves the game. With more seats it is the paranoid concept, whose value is a guaranteed floor.
//!
//! The search is fail-soft alpha-beta over maximising, minimising and chance nodes, with a transposition table,
//! principal variation search and Star pruning. All values are those of the advised seat. An [`Eval`] must be read
//! against the [`Window`] it was searched with.

mod chance;
mod entry;
mod node;

use tapis_games::game::Turn;

use super::context::{NodeDepth, Played, SearchContext, TO_THE_END};
use super::limits::{Limits, NodeCounter, Stopped};
use super::objective::Bounds;
use super::ordering::MoveOrdering;
use crate::heuristics::Heuristics;
use crate::report::TOLERANCE;

pub use entry::MinimaxTable;

/// The open search window. A result at or below `alpha` means "at most that", a result at or above `beta` means "at
/// least that", and a result between them is exact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// Lower end.
    pub alpha: f64,
    /// Upper end.
    pub beta: f64,
}

/// A value, and whether it is proved: it then rests on finished lines only, not on static evaluations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eval {
    /// The value to the advised seat.
    pub value: f64,
    /// Whether the statement is proved.
    pub proved: bool,
}

impl Eval {
    const fn proved(value: f64) -> Self {
        Self { value, proved: true }
    }
}

/// One thread's search.
pub struct Minimax<'a, G: Heuristics> {
    context: SearchContext<'a, G, 2>,
    /// An interval that contains all values.
    range: Bounds,
    /// Counts its nodes, and stops it.
    pub(super) counter: NodeCounter<'a>,
    order: MoveOrdering<G::Move>,
}

impl<'a, G: Heuristics> Minimax<'a, G> {
    /// A search within `limits`. All values lie within `range`.
    pub fn new(context: SearchContext<'a, G, 2>, range: Bounds, limits: &'a Limits<'a>) -> Self {
        Self { context, range, counter: NodeCounter::new(limits), order: MoveOrdering::new() }
    }

    /// The value of `state` after a search of `depth` plies (`TO_THE_END`: all).
    ///
    /// # Errors
    /// The limits were reached.
    pub fn value(&mut self, state: &G::State, depth: u16) -> Result<Eval, Stopped> {
        if depth == TO_THE_END {
            self.context.table.mark_full_search();
        }
        self.search(state, NodeDepth::root(depth), self.full_window())
    }

    /// The first of the best moves at `state` in canonical order, and the state after it; `None` if no seat is to
    /// move.
    ///
    /// # Errors
    /// The limits were reached.
    pub fn best_move(&mut self, state: &G::State) -> Result<Option<Played<G>>, Stopped> {
        let rules = self.context.rules;
        let Turn::Player(seat) = rules.turn(state) else { return Ok(None) };
        let value = self.value(state, TO_THE_END)?.value;
        let maximises = seat == self.context.seat;
        let moves = rules.legal_moves(state);
        for (i, &mv) in moves.iter().enumerate() {
            let mut child = state.clone();
            rules.play_unchecked(&mut child, mv);
            let best = i + 1 == moves.len()
                || match maximises {
                    true => self.exceeds(&child, value - TOLERANCE)?,
                    false => !self.exceeds(&child, value + TOLERANCE)?,
                };
            if best {
                return Ok(Some((mv, child)));
            }
        }
        Ok(None)
    }

    /// Whether `state`, searched to the end, is worth more than `value` to the advised seat.
    fn exceeds(&mut self, state: &G::State, value: f64) -> Result<bool, Stopped> {
        let window = Window { alpha: value, beta: value + node::NULL_WINDOW };
        Ok(self.search(state, NodeDepth::root(TO_THE_END), window)?.value > value)
    }

    fn full_window(&self) -> Window {
        let (alpha, beta) = self.range;
        Window { alpha, beta }
    }
}
