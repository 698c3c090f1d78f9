//! How a line goes on below the tree: by learned values, heuristics or chance.

use tapis_games::game::Observed;

use super::Worker;
use crate::heuristics::Heuristics;
use crate::sampling::goal::Leaf;
use crate::sampling::playout::MAX_PLIES;
use crate::sampling::work;

impl<G: Observed + Heuristics> Worker<'_, G> {
    /// The learned value of `state`, or that of the end of a line played from it.
    pub(super) fn playout(&mut self, mut state: G::State) -> Leaf {
        let context = self.context;
        if let Some(net) = context.net {
            self.own.line_work += work::of_values(context.rules.seats());
            self.own.played = context.plies.saturating_sub(self.own.path.len() as u32);
            return context.goal.expected(&context.rules.shares(net, &state));
        }
        self.own.played = if context.tuning.tournament > 1 && context.has_move_scores {
            self.heuristic_playout(&mut state)
        } else {
            self.random_playout(&mut state)
        };
        context.goal.leaf(context.rules, &state)
    }

    fn heuristic_playout(&mut self, state: &mut G::State) -> u32 {
        let context = self.context;
        for plies in 1..=MAX_PLIES {
            let mv = context
                .rules
                .playout_move(state, &mut self.own.policy)
                .or_else(|| self.tournament_move(state));
            let Some(mv) = mv else { return plies };
            context.rules.play_unchecked(state, mv);
            if self.next_seat(state).is_none() {
                return plies;
            }
        }
        MAX_PLIES
    }

    /// Forced moves need no special case: a draw from a single move returns it.
    fn random_playout(&mut self, state: &mut G::State) -> u32 {
        let context = self.context;
        for plies in 1..=MAX_PLIES {
            let Some(mv) = context.rules.random_move(state, &mut self.own.policy) else { return plies };
            context.rules.play_unchecked(state, mv);
            if self.next_turn(state).is_none() {
                return plies;
            }
        }
        MAX_PLIES
    }

    /// The best of a few random moves by heuristic score.
    fn tournament_move(&mut self, state: &G::State) -> Option<G::Move> {
        let rules = self.context.rules;
        let moves = rules.legal_moves(state);
        let draws = self.context.tuning.tournament.min(moves.len() as u32);
        (0..draws)
            .map(|_| moves[tapis_games::random::below(&mut self.own.policy, moves.len() as u32) as usize])
            .max_by_key(|&mv| rules.move_score(state, mv))
    }
}
