//! What the moves of a ply are worth with all cards open.

use rayon::prelude::*;
use tapis_games::game::{Published, Turn};
use tapis_games::seat::Viewer;

use super::course::Course;
use super::{Cause, Expected, ReferenceError};
use crate::heuristics::Heuristics;

/// The legal moves of ply `n` with their values to the seat that moves; none where no seat moves in it.
///
/// # Errors
/// [`ReferenceError::Cancelled`].
pub(super) fn moves<G: Published + Heuristics>(
    course: &Course<'_, G>,
    n: u32,
) -> Result<Vec<(String, Expected)>, ReferenceError> {
    let (rules, positions) = (course.rules, course.positions);
    let made = |at: &usize| positions[*at].ply == n && matches!(positions[*at].cause, Cause::Move(_));
    let Some(at) = (0..positions.len()).find(made) else { return Ok(Vec::new()) };
    let start = rules.start();
    let before = if at == 0 { &start } else { &positions[at - 1].state };
    let Turn::Player(seat) = rules.turn(before) else { return Ok(Vec::new()) };
    let moves: Vec<G::Move> = rules.legal_moves(before).to_vec();
    let valued = |&mv: &G::Move| {
        let mut after = before.clone();
        rules.play_unchecked(&mut after, mv);
        let value = course.value_as(at, &after)[seat];
        (rules.notation(before, mv, Viewer::Seat(seat)), value)
    };
    let valued: Vec<(String, Expected)> = moves.par_iter().map(valued).collect();
    if course.control.cancel.is_cancelled() { Err(ReferenceError::Cancelled) } else { Ok(valued) }
}
