//! Heuristics for Richelieu: the expected result of open majorities, and bounds from what is already certain.

use std::sync::LazyLock;

use tapis_games::game::Game;
use tapis_games::richelieu::{Move, Richelieu, State};
use tapis_games::seat::{BySeat, Seat};

use super::{BoundsAndKey, Evaluation, Heuristics, TableFact};
use crate::grades::{Grade, Grades, Knows};
use crate::request::Objective;
use crate::value::{Features, Net};

mod bounds;
mod contest;
mod duel;
mod evaluation;
mod features;
mod key;
mod moves;
mod table;

use duel::{Duel, OpenDiscs};

/// The values of games of two seats; see `cargo learn`.
static OF_TWO: LazyLock<Option<Net>> =
    LazyLock::new(|| Net::read(include_str!("../../../data/richelieu-2.value"), features::NAMES));

impl Heuristics for Richelieu {
    fn on_table(&self, state: &State, mv: Option<Move>) -> Vec<TableFact> {
        table::facts(self, state, mv)
    }

    fn grades(&self) -> Grades {
        [
            Grade::new(500, 0.045, Knows::Rules),
            Grade::new(500, 0.045, Knows::Habits),
            Grade::new(1_000, 0.025, Knows::Habits),
            Grade::new(2_400, 0.01, Knows::Ends),
            Grade::new(4_000, 0.0, Knows::Ends),
            Grade::new(8_000, 0.0, Knows::Ends).learned(),
        ]
    }

    fn move_score(&self, state: &State, mv: Move) -> i32 {
        moves::score(self, state, mv)
    }

    fn evaluate(&self, state: &State) -> BySeat<Evaluation> {
        evaluation::evaluate(self, state)
    }

    fn feature_names(&self) -> &'static [&'static str] {
        features::NAMES
    }

    fn features(&self, state: &State, seat: Seat, out: &mut Features) {
        features::fill(self, state, seat, out);
    }

    fn values(&self) -> Option<&'static Net> {
        if self.seats() == 2 { OF_TWO.as_ref() } else { None }
    }

    fn bounds(&self, state: &State, seat: Seat, objective: Objective) -> Option<(f64, f64)> {
        bounds::bounds(self, state, seat, objective)
    }

    fn value_key(&self, state: &State, objective: Objective) -> u64 {
        key::key(self, state, objective)
    }

    fn bounds_and_key(&self, state: &State, seat: Seat, objective: Objective) -> BoundsAndKey {
        let discs_left = OpenDiscs::of(state);
        let is_duel = self.seats() == 2 && objective != Objective::Points;
        match if is_duel { Duel::of(self, state, &discs_left) } else { None } {
            Some(duel) => BoundsAndKey {
                bounds: Some(bounds::of_two(&duel, seat, objective)),
                key: key::of_two(self, state, &duel, &discs_left, objective),
            },
            None => BoundsAndKey { bounds: self.bounds(state, seat, objective), key: self.key(state) },
        }
    }
}
