//! Max^n for three and more seats: each maximises its own value (Luckhardt & Irani 1986). An indifferent seat takes
//! the first of its best moves in canonical order. Max^n has a unique value only with such a rule.
//!
//! Only shallow pruning is sound (Korf 1991). If all values sum to a constant and the mover already has enough of it,
//! the seat that moved before will not choose this node. A cut needs a clear difference, so that it never hides a
//! tie.

mod node;

use tapis_games::game::Turn;
use tapis_games::seat::MAX_SEATS;

use super::analysis::Line;
use super::context::{NodeDepth, Played, SearchContext, TO_THE_END};
use super::limits::{Limits, NodeCounter, Stopped};
use super::ordering::MoveOrdering;
use super::table::Table;
use crate::heuristics::{EndSolver, Heuristics};
use crate::report::TOLERANCE;
use crate::request::Objective;

/// Eight data words per entry: the bits of the values; depth, move and effort.
pub type MaxnTable = Table<8>;

/// One thread's search.
pub struct Maxn<'a, G: Heuristics> {
    context: SearchContext<'a, G, 8>,
    /// Counts its nodes, and stops it.
    pub(super) counter: NodeCounter<'a>,
    order: MoveOrdering<G::Move>,
    /// The game's own solver of ends.
    ends: Option<Box<dyn EndSolver<G::State>>>,
}

impl<'a, G: Heuristics> Maxn<'a, G> {
    /// A search within `limits`.
    pub fn new(context: SearchContext<'a, G, 8>, limits: &'a Limits<'a>) -> Self {
        let has_ends = context.tuning.ends && context.objective == Objective::RoundPayoff;
        let ends = if has_ends { context.rules.ends() } else { None };
        Self { context, counter: NodeCounter::new(limits), order: MoveOrdering::new(), ends }
    }

    /// The values of `state` after a search of `depth` plies.
    ///
    /// # Errors
    /// The limits were reached.
    pub fn values(&mut self, state: &G::State, depth: u16) -> Result<Line, Stopped> {
        Ok(self.search(state, NodeDepth::root(depth), None)?.line)
    }

    /// The first of the mover's best moves at `state` in canonical order, and the state after it; `None` if no seat
    /// is to move.
    ///
    /// # Errors
    /// The limits were reached.
    pub fn best_move(&mut self, state: &G::State) -> Result<Option<Played<G>>, Stopped> {
        let rules = self.context.rules;
        let Turn::Player(seat) = rules.turn(state) else { return Ok(None) };
        let mut best: Option<(f64, G::Move, G::State)> = None;
        for &mv in rules.legal_moves(state).iter() {
            let mut child = state.clone();
            rules.play_unchecked(&mut child, mv);
            let own = self.values(&child, TO_THE_END)?.values[seat.index() % MAX_SEATS];
            if best.as_ref().is_none_or(|(most, ..)| own - most > TOLERANCE) {
                best = Some((own, mv, child));
            }
        }
        Ok(best.map(|(_, mv, child)| (mv, child)))
    }
}
