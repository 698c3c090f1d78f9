//! Which move is played at a node.

use tapis_games::game::Turn;
use tapis_games::seat::MAX_SEATS;

use super::Maxn;
use crate::exhaustive::limits::Stopped;
use crate::exhaustive::minimax::TO_THE_END;
use crate::exhaustive::run::Reply;
use crate::heuristics::Heuristics;
use crate::report::TOLERANCE;

impl<G: Heuristics> Maxn<'_, G> {
    /// The canonically first of the mover's best moves at `state`, and the state after it; `None` where nobody decides.
    ///
    /// # Errors
    /// The limits were reached.
    pub fn best_move(&mut self, state: &G::State) -> Result<Option<Reply<G>>, Stopped> {
        let rules = self.setting.rules;
        let Turn::Player(seat) = rules.turn(state) else { return Ok(None) };
        let mut best: Option<(f64, G::Move, G::State)> = None;
        for &mv in rules.legal_moves(state).iter() {
            let mut child = state.clone();
            rules.play_unchecked(&mut child, mv);
            let own = self.worths(&child, TO_THE_END)?.worths[seat.index() % MAX_SEATS];
            if best.as_ref().is_none_or(|(most, ..)| own - most > TOLERANCE) {
                best = Some((own, mv, child));
            }
        }
        Ok(best.map(|(_, mv, child)| (mv, child)))
    }
}
