//! The best move at a node of known value.

use tapis_games::game::Turn;

use super::Minimax;
use crate::exhaustive::analysis::MoveAndChild;
use crate::exhaustive::context::TO_THE_END;
use crate::exhaustive::limits::Stopped;
use crate::heuristics::Heuristics;
use crate::report::TOLERANCE;

impl<G: Heuristics> Minimax<'_, G> {
    /// The first of the best moves at `state` in canonical order, and the state after it; `None` if no seat is to
    /// move.
    ///
    /// # Errors
    /// The limits were reached.
    pub fn best_move(&mut self, state: &G::State) -> Result<Option<MoveAndChild<G>>, Stopped> {
        let rules = self.context.rules;
        let Turn::Player(seat) = rules.turn(state) else { return Ok(None) };
        let value = self.value(state, TO_THE_END)?.value;
        let maximises = seat == self.context.seat;
        let moves = rules.legal_moves(state);
        for (i, &mv) in moves.iter().enumerate() {
            let mut child = state.clone();
            rules.play_unchecked(&mut child, mv);
            let last = i + 1 == moves.len();
            let best = last
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
}
