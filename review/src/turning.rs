//! The steps that changed most for a seat.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use tapis_games::seat::Seat;
use utoipa::ToSchema;

use crate::course::{By, Chance, CourseStep};
use crate::game::FinishedGame;
use crate::split::changes;

/// The most turning points of a seat.
const MOST: usize = 3;
/// A turn changes nothing if those before or after it take more than this part of it back, and neither does a step of which the rest of its
/// turn does.
const TAKEN_BACK: f64 = 0.5;
/// So many turns before it, and so many after it.
const TURNS: usize = 3;
/// A change of fewer standard errors is none,
const ERRORS: f64 = 3.0;
/// where there are fewer games from each position than this of fewer than so many more: among some hundred steps three errors happen by
/// chance, and what few games show stands far from the truth then.
const FEW: (u32, f64) = (300, 4.0);
/// And neither is a smaller one.
const LEAST: f64 = 0.10;

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
    /// A move of another seat, or of the service at this one.
    Other,
}

/// The steps that changed most for `seat`, the greatest change first, one of a turn, by so many games from each position. What lies within
/// the errors of the values is no change, and neither is what is gone again after one of the next turns, what was there before one of the
/// last ones, or what the rest of the same turn takes back: where the reference player finds a move seldom, values fall before it and rise
/// with it.
pub(crate) fn turning_points(
    seat: Seat,
    par: f64,
    course: &[CourseStep],
    (game, plays): (&FinishedGame, u32),
) -> Vec<TurningPoint> {
    let turns = turns(seat, par, course);
    let sum = |turn: usize| turns[turn].iter().map(|step| step.change).sum::<f64>();
    let lasts = |turn: usize| {
        let taken_back = |beside: Range<usize>| takes_back(beside.map(sum).sum(), sum(turn));
        let (first, end) = (turn.saturating_sub(TURNS), turns.len().min(turn + 1 + TURNS));
        // At the end of the game everything stays.
        !(first..turn).any(|from| taken_back(from..turn))
            && !(turn + 1..end).any(|last| taken_back(turn + 1..last + 1))
    };
    let errors = if plays < FEW.0 { FEW.1 } else { ERRORS };
    let greatest = |turn: usize| {
        let stays = |step: &&Change<'_>| !takes_back(sum(turn) - step.change, step.change);
        let told = turns[turn].iter().filter(|step| step.is_sure(errors)).filter(stays);
        // Of equals the earlier.
        told.rev().max_by(|one, other| one.change.abs().total_cmp(&other.change.abs()))
    };
    let found = (0..turns.len()).filter(|turn| lasts(*turn)).filter_map(greatest);
    let mut points: Vec<(f64, &CourseStep)> = found.map(|of| (of.change, of.step)).collect();
    // The sort is stable: of equals the earlier comes first.
    points.sort_by(|one, other| other.0.abs().total_cmp(&one.0.abs()));
    let point = |(change, step): (f64, &CourseStep)| {
        let (by, mover) = match step.by {
            By::Chance(Chance::Deal) => (Origin::Deal, None),
            By::Chance(Chance::Draw) => (Origin::Draw, None),
            By::Seat(mover) if step.is_own(seat) => (Origin::Own, Some(mover)),
            By::Seat(mover) => (Origin::Other, Some(mover)),
        };
        let after = step.value.get(seat.index()).copied().unwrap_or_default();
        let notation = mover.and_then(|_| game.notation(step.ply)).map(str::to_owned);
        TurningPoint { ply: step.ply, by, seat: mover, notation, before: after - change, after }
    };
    points.into_iter().take(MOST).map(point).collect()
}

/// What a step changed for a seat, and the standard error of it.
struct Change<'a> {
    change: f64,
    error: f64,
    step: &'a CourseStep,
}

impl Change<'_> {
    /// Whether it is one, by so many standard errors, and a great one.
    fn is_sure(&self, errors: f64) -> bool {
        self.change.abs() >= LEAST.max(errors * self.error)
    }
}

/// The steps that changed anything for `seat`, by turn: a turn is what the same seat, or chance, did without another in between.
fn turns(seat: Seat, par: f64, course: &[CourseStep]) -> Vec<Vec<Change<'_>>> {
    let own = |step: &CourseStep| step.error.get(seat.index()).copied().unwrap_or(0.0);
    let mut before = 0.0;
    let mut turns: Vec<Vec<Change<'_>>> = Vec::new();
    for (change, step) in changes(seat, par, course) {
        let error = own(step).hypot(std::mem::replace(&mut before, own(step)));
        if change == 0.0 {
            continue;
        }
        let step = Change { change, error, step };
        match turns.last_mut() {
            Some(turn) if turn[0].step.by == step.step.by => turn.push(step),
            _ => turns.push(vec![step]),
        }
    }
    turns
}

/// Whether `other` goes the other way, and so far that too little is left.
fn takes_back(other: f64, change: f64) -> bool {
    other * change < 0.0 && other.abs() > change.abs() * TAKEN_BACK
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tapis_solver::registry::Registry;

    use super::*;

    /// The plies of the turning points of seat 0 where these seats moved to these values, each known as well as this by many games.
    fn points(steps: &[(u8, f64)], error: f64) -> Vec<u32> {
        points_of(steps, error, FEW.0)
    }

    fn points_of(steps: &[(u8, f64)], error: f64, plays: u32) -> Vec<u32> {
        let ruleset = Registry::standard().game("richelieu").unwrap().ruleset("{}").unwrap();
        let game = FinishedGame::new(Arc::clone(&ruleset), Vec::new(), String::new());
        let step = |(ply, (by, value)): (u32, &(u8, f64))| CourseStep {
            ply,
            by: By::Seat(Seat(*by)),
            by_service: false,
            value: vec![*value, 1.0 - value],
            error: vec![error; 2],
        };
        let course: Vec<CourseStep> = (0..).zip(steps).map(step).collect();
        turning_points(Seat(0), 0.5, &course, (&game, plays)).iter().map(|of| of.ply).collect()
    }

    #[test]
    fn what_is_taken_back_at_once_is_no_turning_point() {
        let steps = [(0, 0.5), (1, 0.2), (0, 0.45), (0, 0.45), (1, 0.7), (0, 0.65), (1, 1.0)];
        let found = points(&steps, 0.01);
        assert_eq!(found, [6, 4], "1 is taken back by 2; a step without a change stands between nothing");
    }

    #[test]
    fn what_is_gone_within_three_turns_is_no_turning_point() {
        let after = |rest: &[f64]| {
            let steps: Vec<(u8, f64)> =
                [0.5, 0.8].iter().chain(rest).copied().enumerate().map(by_turns).collect();
            points(&steps, 0.01).contains(&1)
        };
        assert!(after(&[]) && after(&[0.72]), "at the end of the game it is still there");
        assert!(after(&[0.72, 0.8, 0.7]), "half of it is still there");
        assert!(!after(&[0.72, 0.68, 0.6]), "little by little it goes");
        assert!(!after(&[0.78, 0.6, 0.8]), "it is gone for a while");
        assert!(after(&[0.78, 0.76, 0.72, 0.5]), "what goes later is a matter of its own");
    }

    #[test]
    fn what_was_there_within_three_turns_is_no_turning_point() {
        let before = |begun: &[f64]| {
            let steps: Vec<(u8, f64)> =
                begun.iter().chain(&[0.8]).copied().enumerate().map(by_turns).collect();
            points(&steps, 0.01).contains(&(begun.len() as u32))
        };
        assert!(before(&[0.51, 0.5]), "it is new");
        assert!(!before(&[0.75, 0.76, 0.55, 0.5]), "it was there two turns ago");
        assert!(before(&[0.75, 0.57, 0.55, 0.53, 0.5]), "long ago");
    }

    /// The seats take turns.
    fn by_turns((turn, value): (usize, f64)) -> (u8, f64) {
        ((turn % 2) as u8, value)
    }

    #[test]
    fn a_turn_counts_as_a_whole() {
        // Seat 1 moves twice, then seat 0.
        let found =
            |[first, second, third]: [f64; 3]| points(&[(0, 0.5), (1, first), (1, second), (0, third)], 0.01);
        assert_eq!(found([0.3, 0.45, 0.45]), [0; 0], "the same turn gives back what it takes");
        assert_eq!(found([0.34, 0.2, 0.2]), [1], "one point of a turn, its greatest step");
        assert_eq!(found([0.3, 0.2, 0.25]), [1], "the next turn takes back less than half of the turn");
        assert_eq!(found([0.3, 0.2, 0.4]), [0; 0], "and here two thirds");
    }

    #[test]
    fn what_is_small_or_unsure_is_no_turning_point() {
        let of_step = |value, error| points(&[(0, 0.5), (1, value)], error);
        assert_eq!(of_step(0.59, 0.001), [0; 0], "less than a tenth of the win");
        assert_eq!(of_step(0.61, 0.001), [1]);
        assert_eq!(of_step(0.61, 0.03), [0; 0], "2.6 standard errors");
        assert_eq!(of_step(0.75, 0.05), [1], "3.5 of them");
        let of_few = |value| points_of(&[(0, 0.5), (1, value)], 0.05, FEW.0 - 1);
        assert_eq!(of_few(0.75), [0; 0], "too few by few games");
        assert_eq!(of_few(0.79), [1], "4.1 of them");
    }
}
