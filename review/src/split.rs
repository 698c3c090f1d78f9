//! A result taken apart: luck, own play, the play of others.

use serde::{Deserialize, Serialize};
use tapis_games::seat::Seat;
use utoipa::ToSchema;

use crate::course::{By, Chance, CourseStep};

/// What chance brought a seat, in shares of the win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReviewLuck)]
pub struct SplitLuck {
    /// By the deals of the rounds.
    pub deal: f64,
    /// By everything that was drawn later.
    pub draws: f64,
}

/// The parts of a result less par.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Split {
    pub luck: SplitLuck,
    pub play: f64,
    pub others: f64,
}

impl Split {
    /// The parts for `seat`, which could expect `par` before the first step.
    pub(crate) fn of(seat: Seat, par: f64, course: &[CourseStep]) -> Self {
        let mut split = Self::default();
        for (change, step) in changes(seat, par, course) {
            *match step.by {
                By::Chance(Chance::Deal) => &mut split.luck.deal,
                By::Chance(Chance::Draw) => &mut split.luck.draws,
                By::Seat(_) if step.is_own(seat) => &mut split.play,
                By::Seat(_) => &mut split.others,
            } += change;
        }
        split
    }
}

/// What each step changed for `seat`.
pub(crate) fn changes(
    seat: Seat,
    par: f64,
    course: &[CourseStep],
) -> impl Iterator<Item = (f64, &CourseStep)> {
    let mut before = par;
    course.iter().map(move |step| {
        let after = step.value.get(seat.index()).copied().unwrap_or(before);
        (after - std::mem::replace(&mut before, after), step)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(by: By, value: f64) -> CourseStep {
        CourseStep { ply: 0, by, by_service: false, value: vec![value, 1.0 - value], error: vec![0.0; 2] }
    }

    #[test]
    fn every_step_is_counted_once() {
        let (deal, draw) = (By::Chance(Chance::Deal), By::Chance(Chance::Draw));
        let own = By::Seat(Seat(0));
        let course = [
            step(deal, 0.75),
            step(own, 0.5),
            step(By::Seat(Seat(1)), 0.625),
            step(draw, 0.875),
            step(own, 1.0),
        ];
        let split = |seat| Split::of(Seat(seat), 0.5, &course);
        let luck = SplitLuck { deal: 0.25, draws: 0.25 };
        assert_eq!(split(0), Split { luck, play: -0.125, others: 0.125 });
        let luck = SplitLuck { deal: -0.25, draws: -0.25 };
        assert_eq!(split(1), Split { luck, play: -0.125, others: 0.125 });
        assert_eq!(Split::of(Seat(7), 0.5, &course), Split::default(), "a seat that is not there");
    }

    #[test]
    fn what_the_service_played_for_a_person_is_no_play_of_theirs() {
        let own = By::Seat(Seat(0));
        let course = [
            step(own, 0.75),
            CourseStep { by_service: true, ..step(own, 0.25) },
            step(By::Seat(Seat(1)), 0.0),
        ];
        let split = |seat| Split::of(Seat(seat), 0.5, &course);
        assert_eq!(split(0), Split { play: 0.25, others: -0.75, ..Split::default() });
        assert_eq!(split(1), Split { play: 0.25, others: 0.25, ..Split::default() });
    }
}
