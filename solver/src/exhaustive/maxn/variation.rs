//! The best move at a node.

use tapis_games::game::Turn;
use tapis_games::seat::MAX_SEATS;

use super::Maxn;
use crate::exhaustive::analysis::MoveAndChild;
use crate::exhaustive::context::TO_THE_END;
use crate::exhaustive::limits::Stopped;
use crate::heuristics::Heuristics;
use crate::report::TOLERANCE;

impl<G: Heuristics> Maxn<'_, G> {
    /// The first of the mover's best moves at `state` in canonical order, and the state after it; `None` if no seat
    /// is to move.
    ///
    /// # Errors
    /// The limits were reached.
    pub fn best_move(&mut self, state: &G::State) -> Result<Option<MoveAndChild<G>>, Stopped> {
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
