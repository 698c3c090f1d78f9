//! The steps that changed most for a seat.

use serde::{Deserialize, Serialize};
use tapis_games::seat::Seat;
use utoipa::ToSchema;

use crate::course::{By, Chance, CourseStep};
use crate::game::FinishedGame;
use crate::split::changes;

/// The most turning points of a seat.
const MOST: usize = 3;
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

/// The steps that changed most for `seat`, the greatest change first. What lies within the errors of the values is no change.
pub(crate) fn turning_points(
    seat: Seat,
    par: f64,
    course: &[CourseStep],
    game: &FinishedGame,
) -> Vec<TurningPoint> {
    let errors =
        |at: usize| course.get(at).and_then(|step| step.error.get(seat.index()).copied()).unwrap_or(0.0);
    let error = |at: usize| errors(at).hypot(at.checked_sub(1).map_or(0.0, errors));
    let mut points: Vec<(f64, &CourseStep)> = changes(seat, par, course)
        .enumerate()
        .filter(|(at, (change, _))| change.abs() > ERRORS * error(*at) && *change != 0.0)
        .map(|(_, point)| point)
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
