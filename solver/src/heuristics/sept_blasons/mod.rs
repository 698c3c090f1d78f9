//! Heuristics for Les 7 Blasons.

use std::sync::OnceLock;

use tapis_games::game::Game;
use tapis_games::seat::{BySeat, Seat};
use tapis_games::sept_blasons::{Family, Move, Phase, Pick, SeptBlasons, State};

use super::{Evaluation, Heuristics, lead, weights, win_shares};
use crate::learned::{Inputs, Network};
use crate::request::Objective;

mod inputs;
mod key;

/// The sum of the printed values of a family.
const FAMILY_SUM: f64 = 28.0;
/// The value of a face-down token in a seat's area, relative to a face-up one of a likely family.
const FACE_DOWN: f64 = 0.35;
/// A lead in points that is safe with one round left.
const SAFE_LEAD: f64 = 9.0;
/// The weight of the second-best family, which may become the best.
const SECOND_BEST: f64 = 0.25;

impl Heuristics for SeptBlasons {
    fn value_key(&self, state: &State, objective: Objective) -> u64 {
        key::key(self, state, objective)
    }

    fn inputs(&self, state: &State, inputs: &mut BySeat<Inputs>) {
        inputs::write(self, state, inputs);
    }

    fn network(&self) -> Option<&'static Network> {
        static NETWORK: OnceLock<Option<Network>> = OnceLock::new();
        NETWORK.get_or_init(|| weights(include_str!("../../../data/sept-blasons.json"), self)).as_ref()
    }

    /// Between two tricks.
    fn is_quiet(&self, state: &State) -> bool {
        state.phase == Phase::Play && state.trick.laid().is_empty() && state.pending.is_none()
    }

    fn move_score(&self, state: &State, mv: Move) -> i32 {
        match mv {
            Move::Play(character, action) => {
                // Strong cards late, powers early. An activation is seldom worse than none.
                let early = 8 - i32::from(state.trick_no);
                let power = character.power(true).map_or(0, |_| early * 4);
                i32::from(character.0) * (8 - early) + power + action.map_or(0, |_| 5)
            }
            Move::Value(of) => {
                20 + state.trick.card_of(of).map_or(0, |laid| i32::from(laid.character.0) * 10)
            }
            Move::Power(_) => 40,
            Move::Reveal(Pick::Token(_)) | Move::Draw(Pick::Token(_)) => 30,
            Move::Draw(Pick::Pool) => 20,
            Move::Swap(..) | Move::Give(..) | Move::Remove(_) | Move::Serve(_) => 25,
            Move::Peek(tokens) => 10 + tokens.count_ones() as i32,
            // All tricks were played openly, so looking again tells a player with a memory nothing.
            Move::Look { .. } => -100,
            Move::Itself | Move::Decline | Move::Reveal(Pick::Pool) => 0,
        }
    }

    fn evaluate(&self, state: &State) -> BySeat<Evaluation> {
        let points = BySeat::from_fn(self.seats(), |seat| expected_points(self, state, seat));
        let totals =
            BySeat::from_fn(self.seats(), |seat| points[seat] + f64::from(state.totals[seat.index()]));
        let rounds_left = f64::from(3u8.saturating_sub(state.round));
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
