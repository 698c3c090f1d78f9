//! Which move is played at a node whose worth is known.

use tapis_games::game::Turn;

use super::{Minimax, TO_THE_END};
use crate::exhaustive::limits::Stopped;
use crate::exhaustive::run::Reply;
use crate::heuristics::Heuristics;
use crate::report::TOLERANCE;

impl<G: Heuristics> Minimax<'_, G> {
    /// The canonically first of the best moves at `state`, and the state after it; `None` where nobody decides.
    ///
    /// # Errors
    /// The limits were reached.
    pub fn best_move(&mut self, state: &G::State) -> Result<Option<Reply<G>>, Stopped> {
        let rules = self.setting.rules;
        let Turn::Player(seat) = rules.turn(state) else { return Ok(None) };
        let worth = self.worth(state, TO_THE_END)?.worth;
        let maximises = seat == self.setting.seat;
        let moves = rules.legal_moves(state);
        for (i, &mv) in moves.iter().enumerate() {
            let mut child = state.clone();
            rules.play_unchecked(&mut child, mv);
            let last = i + 1 == moves.len();
            let best = last
                || match maximises {
                    true => self.exceeds(&child, worth - TOLERANCE)?,
                    false => !self.exceeds(&child, worth + TOLERANCE)?,
                };
            if best {
                return Ok(Some((mv, child)));
            }
        }
        Ok(None)
    }
}
