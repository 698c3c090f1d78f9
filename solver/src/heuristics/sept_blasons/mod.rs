//! Heuristics for Les 7 Blasons.

use std::sync::LazyLock;

use tapis_games::game::Game;
use tapis_games::seat::{BySeat, Seat};
use tapis_games::sept_blasons::{Family, Move, SeptBlasons, State};

use super::{Evaluation, Heuristics, TableFact, lead, win_shares};
use crate::grades::{GRADES, Grade, Grades, Knows};
use crate::request::Objective;
use crate::value::{Features, Net};

mod bounds;
mod features;
mod key;
mod moves;
mod table;

/// The sum of the printed values of a family.
const FAMILY_SUM: f64 = 28.0;
/// The value of a face-down token in a seat's area, relative to a face-up one of a likely family.
const FACE_DOWN: f64 = 0.35;
/// The lead in points that is worth a factor of e with one round left, fitted to games of `greedy`: docs/strength.md.
const SAFE_LEAD: f64 = 8.75;
/// The weight of the second-best family, which may become the best.
const SECOND_BEST: f64 = 0.25;

/// The values of games of any number of seats; see `cargo learn`.
static VALUES: LazyLock<Option<Net>> =
    LazyLock::new(|| Net::read(include_str!("../../../data/sept-blasons-n.value"), features::NAMES));

impl Heuristics for SeptBlasons {
    fn on_table(&self, state: &State, mv: Option<Move>) -> Vec<TableFact> {
        table::facts(self, state, mv)
    }

    fn grades(&self) -> Grades {
        let [_, beginner, apprentice, casual, club, expert] = GRADES;
        [Grade::new(250, 0.06, Knows::Rules), beginner, apprentice, casual, club, expert]
    }

    fn bounds(&self, state: &State, seat: Seat, objective: Objective) -> Option<(f64, f64)> {
        if objective == Objective::RoundPayoff { bounds::of_round(self, state, seat) } else { None }
    }

    fn value_key(&self, state: &State, objective: Objective) -> u64 {
        key::key(self, state, objective)
    }

    fn move_score(&self, state: &State, mv: Move) -> i32 {
        moves::score(self, state, mv)
    }

    fn values(&self) -> Option<&'static Net> {
        VALUES.as_ref()
    }

    /// A lead is worth less the more rounds follow: they spread the totals by the root of their number. A tie after the last round is
    /// played off in one more.
    fn between_rounds(&self, state: &State) -> Option<BySeat<f64>> {
        let totals = BySeat::from_fn(self.seats(), |seat| f64::from(state.totals[seat.index()]));
        let left = f64::from(self.rounds().saturating_sub(state.round).max(1));
        Some(win_shares(&totals, SAFE_LEAD * left.sqrt()))
    }

    fn feature_names(&self) -> &'static [&'static str] {
        features::NAMES
    }

    fn features(&self, state: &State, seat: Seat, out: &mut Features) {
        features::fill(self, state, seat, out);
    }

    fn evaluate(&self, state: &State) -> BySeat<Evaluation> {
        let points = BySeat::from_fn(self.seats(), |seat| expected_points(self, state, seat));
        let totals =
            BySeat::from_fn(self.seats(), |seat| points[seat] + f64::from(state.totals[seat.index()]));
        let rounds_left = f64::from(self.rounds().saturating_sub(state.round));
        let scale = SAFE_LEAD * (1.0 + rounds_left).sqrt();
        let shares = win_shares(&totals, scale);
        BySeat::from_fn(self.seats(), |seat| Evaluation { share: shares[seat], margin: lead(&points, seat) })
    }
}

/// The expected points of the seat in this round.
fn expected_points(rules: &SeptBlasons, state: &State, seat: Seat) -> f64 {
    let shown = state.tokens.shown(seat);
    let down = state.tokens.area(seat).filter(|token| !token.up).count() as f64;
    let own = state.families[seat.index()];
    let (mut first, mut second) = (0.0, 0.0);
    for &family in &state.families[..rules.seats()] {
        if family == own {
            continue;
        }
        let tokens = f64::from(shown[family.index()]) + FACE_DOWN * down / rules.seats() as f64;
        let product = tokens * expected_sum(rules, state, seat, family);
        if product > first {
            (first, second) = (product, first);
        } else if product > second {
            second = product;
        }
    }
    first + SECOND_BEST * second
}

/// The values the seat has collected, plus an equal share of those nobody has.
fn expected_sum(rules: &SeptBlasons, state: &State, seat: Seat, family: Family) -> f64 {
    let sum = |seat: Seat| {
        let mask = state.collected[seat.index()].of(family);
        (0..8).filter(|c| mask >> c & 1 == 1).map(f64::from).sum::<f64>()
    };
    let taken: f64 = Seat::all(rules.seats()).map(sum).sum();
    sum(seat) + (FAMILY_SUM - taken).max(0.0) / rules.seats() as f64
}
