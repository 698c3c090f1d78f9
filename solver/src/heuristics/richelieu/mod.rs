//! Heuristics for Richelieu: the expected result of open majorities, and bounds from what is already certain.

use std::sync::OnceLock;

use tapis_games::game::Game;
use tapis_games::richelieu::state::Step;
use tapis_games::richelieu::{Move, Richelieu, State};
use tapis_games::seat::{BySeat, Seat};

use super::{BoundsAndKey, Evaluation, Heuristics, weights};
use crate::learned::{Inputs, Network};
use crate::request::Objective;

mod bounds;
mod contest;
mod duel;
mod evaluation;
mod inputs;
mod key;
mod moves;

use duel::{Duel, OpenDiscs};

impl Heuristics for Richelieu {
    fn move_score(&self, state: &State, mv: Move) -> i32 {
        moves::score(self, state, mv)
    }

    fn evaluate(&self, state: &State) -> BySeat<Evaluation> {
        evaluation::evaluate(self, state)
    }

    fn inputs(&self, state: &State, inputs: &mut BySeat<Inputs>) {
        inputs::write(self, state, inputs);
    }

    fn network(&self) -> Option<&'static Network> {
        static NETWORK: OnceLock<Option<Network>> = OnceLock::new();
        NETWORK.get_or_init(|| weights(include_str!("../../../data/richelieu.json"), self)).as_ref()
    }

    fn is_quiet(&self, state: &State) -> bool {
        state.step() == Step::Take
    }

    fn plies_before_evaluation(&self) -> u32 {
        8
    }

    fn bounds(&self, state: &State, seat: Seat, objective: Objective) -> Option<(f64, f64)> {
        bounds::bounds(self, state, seat, objective)
    }

    fn value_key(&self, state: &State, objective: Objective) -> u64 {
        key::key(self, state, objective)
    }

    fn bounds_and_key(&self, state: &State, seat: Seat, objective: Objective) -> BoundsAndKey {
        let discs_left = OpenDiscs::of(state);
        match if self.seats() == 2 { Duel::of(self, state, &discs_left) } else { None } {
            Some(duel) => BoundsAndKey {
                bounds: Some(bounds::of_two(&duel, seat, objective)),
                key: key::of_two(self, state, &duel, &discs_left, objective),
            },
            None => BoundsAndKey { bounds: self.bounds(state, seat, objective), key: self.key(state) },
        }
    }
}
