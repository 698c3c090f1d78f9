//! Says where a line ends and what its end is worth.

use tapis_games::game::Turn;
use tapis_games::seat::{BySeat, MAX_SEATS, Seat};

use crate::heuristics::{Evaluation, Heuristics};
use crate::request::Objective;

/// One value per seat; seats that are not at the table stay 0.
pub type SeatValues = [f64; MAX_SEATS];

/// Lower and upper bound of a value.
pub type Bounds = (f64, f64);

/// Static win shares stay this far from 0 and 1, which are reserved for proofs.
const STATIC_MARGIN: f64 = 1e-3;

/// Whether a line ends in `state`, where it is `turn`. It ends with the game; a round objective ends with the round. So does a share of
/// the win before a deal that can only be sampled, if the game knows [what the round has brought](Heuristics::between_rounds).
pub fn is_end<G: Heuristics>(rules: &G, objective: Objective, state: &G::State, turn: Turn) -> bool {
    match turn {
        Turn::Player(_) => false,
        Turn::Over => true,
        Turn::Chance => {
            let is_horizon = || rules.chances(state).is_none() && rules.between_rounds(state).is_some();
            rules.round_scores(state).is_some() && (objective != Objective::WinShare || is_horizon())
        }
    }
}

/// The value of the end `state` to each seat.
pub fn final_values<G: Heuristics>(rules: &G, objective: Objective, state: &G::State) -> SeatValues {
    let scores = || rules.round_scores(state).unwrap_or_else(|| rules.payoffs(state).scores);
    match objective {
        Objective::WinShare => {
            let expected = if rules.turn(state) == Turn::Chance { rules.between_rounds(state) } else { None };
            by_seat(&expected.unwrap_or_else(|| rules.payoffs(state).shares), |share| *share)
        }
        Objective::RoundPayoff => margins(&scores()),
        Objective::Points => points(&scores()),
    }
}

/// What part of a point the second measure counts: no sum of it outweighs the first.
const SECOND: f64 = 1.0 / 4096.0;

/// Own points, then the margin; for two seats, who play for the margin against one another, the reverse.
pub fn points(scores: &BySeat<i32>) -> SeatValues {
    let mut values = margins(scores);
    for (seat, value) in Seat::all(scores.len()).zip(&mut values) {
        let own = f64::from(scores[seat]);
        *value = if scores.len() == 2 { *value + SECOND * own } else { own + SECOND * *value };
    }
    values
}

/// The value of the end `state` to `seat`.
pub fn final_value<G: Heuristics>(rules: &G, objective: Objective, state: &G::State, seat: Seat) -> f64 {
    final_values(rules, objective, state)[seat.index() % MAX_SEATS]
}

/// The static evaluation of `state` for each seat. It never claims a sure win or loss.
pub fn static_values<G: Heuristics>(rules: &G, objective: Objective, state: &G::State) -> SeatValues {
    by_seat(&rules.evaluate(state), |evaluation| static_of(objective, *evaluation))
}

/// The static evaluation of `state` for `seat`.
#[inline]
pub fn static_value<G: Heuristics>(rules: &G, objective: Objective, state: &G::State, seat: Seat) -> f64 {
    rules.evaluate(state).get(seat).map_or(0.0, |evaluation| static_of(objective, *evaluation))
}

#[inline]
fn static_of(objective: Objective, evaluation: Evaluation) -> f64 {
    match objective {
        Objective::WinShare => evaluation.share.clamp(STATIC_MARGIN, 1.0 - STATIC_MARGIN),
        Objective::RoundPayoff | Objective::Points => evaluation.margin,
    }
}

/// Bounds that hold for every value under `objective`.
pub fn value_limits(objective: Objective) -> Bounds {
    match objective {
        Objective::WinShare => (0.0, 1.0),
        Objective::RoundPayoff | Objective::Points => (f64::NEG_INFINITY, f64::INFINITY),
    }
}

/// The points of each seat minus those of the best other one.
#[inline]
pub fn margins(scores: &BySeat<i32>) -> SeatValues {
    let scores = scores.as_slice();
    let mut margins = [0.0; MAX_SEATS];
    if let &[first, second] = scores {
        let margin = f64::from(first) - f64::from(second);
        (margins[0], margins[1]) = (margin, 0.0 - margin);
        return margins;
    }
    let (mut best, mut next) = (i32::MIN, i32::MIN);
    for &score in scores {
        (best, next) = if score > best { (score, best) } else { (best, next.max(score)) };
    }
    for (margin, &score) in margins.iter_mut().zip(scores) {
        *margin = f64::from(score) - f64::from(if score == best { next } else { best });
    }
    margins
}

fn by_seat<T>(seats: &BySeat<T>, value: impl Fn(&T) -> f64) -> SeatValues {
    let mut values = [0.0; MAX_SEATS];
    for (slot, seat) in values.iter_mut().zip(seats) {
        *slot = value(seat);
    }
    values
}
