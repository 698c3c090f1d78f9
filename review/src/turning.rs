//! The steps that changed most for a seat.

use serde::{Deserialize, Serialize};
use tapis_games::seat::Seat;
use utoipa::ToSchema;

use crate::course::{By, Chance, CourseStep};
use crate::game::FinishedGame;
use crate::split::changes;

/// The most turning points of a seat.
const MOST: usize = 3;
/// A change is none if the one before or after it takes more than this part of it back.
const TAKEN_BACK: f64 = 0.5;
/// A change of fewer standard errors is none.
const ERRORS: f64 = 2.0;

/// A step that changed much for a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReviewTurningPoint)]
pub struct TurningPoint {
    /// The ply of the step, 0 for the set-up.
    #[schema(minimum = 0, maximum = 1_000_000)]
    pub ply: u32,
    /// What it was, as the seat sees it.
    pub by: Origin,
    /// The seat that moved; absent where chance decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The move; absent where chance decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "take 2L")]
    pub notation: Option<String>,
    /// What the seat could expect of the win before it.
    pub before: f64,
    /// What it could expect after it.
    pub after: f64,
}

/// What a turning point was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReviewOrigin)]
pub enum Origin {
    /// A round's deal.
    Deal,
    /// Something else that was drawn.
    Draw,
    /// The seat's own move.
    Own,
    /// A move of another seat.
    Other,
}

/// The steps that changed most for `seat`, the greatest change first. What lies within the errors of the values is no change, and neither
/// is what the step before or after takes back: where the reference player finds a move seldom, values fall before it and rise with it.
pub(crate) fn turning_points(
    seat: Seat,
    par: f64,
    course: &[CourseStep],
    game: &FinishedGame,
) -> Vec<TurningPoint> {
    let errors =
        |at: usize| course.get(at).and_then(|step| step.error.get(seat.index()).copied()).unwrap_or(0.0);
    let error = |at: usize| errors(at).hypot(at.checked_sub(1).map_or(0.0, errors));
    let moved: Vec<(usize, (f64, &CourseStep))> =
        changes(seat, par, course).enumerate().filter(|(_, (change, _))| *change != 0.0).collect();
    let change = |n: usize| moved.get(n).map(|(_, (change, _))| *change);
    let lasts = |n: usize, own: f64| {
        let beside = [n.checked_sub(1).and_then(change), change(n + 1)];
        !beside.into_iter().flatten().any(|other| other * own < 0.0 && other.abs() > own.abs() * TAKEN_BACK)
    };
    let mut points: Vec<(f64, &CourseStep)> = moved
        .iter()
        .enumerate()
        .filter(|(n, (at, (own, _)))| own.abs() > ERRORS * error(*at) && lasts(*n, *own))
        .map(|(_, (_, point))| *point)
        .collect();
    // The sort is stable: of equals the earlier comes first.
    points.sort_by(|one, other| other.0.abs().total_cmp(&one.0.abs()));
    let point = |(change, step): (f64, &CourseStep)| {
        let (by, mover) = match step.by {
            By::Chance(Chance::Deal) => (Origin::Deal, None),
            By::Chance(Chance::Draw) => (Origin::Draw, None),
            By::Seat(mover) if mover == seat => (Origin::Own, Some(mover)),
            By::Seat(mover) => (Origin::Other, Some(mover)),
        };
        let after = step.value.get(seat.index()).copied().unwrap_or_default();
        let notation = mover.and_then(|_| game.notation(step.ply)).map(str::to_owned);
        TurningPoint { ply: step.ply, by, seat: mover, notation, before: after - change, after }
    };
    points.into_iter().take(MOST).map(point).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tapis_solver::registry::Registry;

    use super::*;

    #[test]
    fn what_is_taken_back_at_once_is_no_turning_point() {
        let ruleset = Registry::standard().game("richelieu").unwrap().ruleset("{}").unwrap();
        let game = FinishedGame::new(Arc::clone(&ruleset), Vec::new(), String::new());
        let values = [0.5, 0.2, 0.45, 0.45, 0.7, 0.65, 1.0];
        let step = |(ply, value): (u32, &f64)| CourseStep {
            ply,
            by: By::Seat(Seat(1)),
            value: vec![*value, 1.0 - value],
            error: vec![0.01; 2],
        };
        let course: Vec<CourseStep> = (0..).zip(&values).map(step).collect();
        let points: Vec<u32> = turning_points(Seat(0), 0.5, &course, &game).iter().map(|of| of.ply).collect();
        assert_eq!(points, [6, 4], "1 is taken back by 2; a step without a change stands between nothing");
    }
}
