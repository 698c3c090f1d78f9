//! Good choices with bad cards, and bad ones with good cards.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use tapis_games::erased::AnyTable;
use tapis_games::seat::Seat;
use tapis_solver::control::Control;
use tapis_solver::reference::{Expected, Reference, ReferenceError, Sampling};
use utoipa::ToSchema;

use crate::course::{By, CourseStep};
use crate::decisions::look::{seed_of, seen};
use crate::effort::Depth;
use crate::game::FinishedGame;
use crate::split::changes;

/// What the cards made of a seat's moves beyond what it could expect of them. Its mean over many games is nought if what seats
/// believe is right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReviewFortune)]
pub struct Fortune {
    /// What the seat's moves changed as the cards lay (`play`), less what they change on average in the worlds it could believe in.
    pub value: f64,
    /// The standard error by the worlds drawn.
    pub error: f64,
}

/// The fortune of each seat, in seat order. Runs in the rayon pool of the caller.
///
/// # Errors
/// See [`ReferenceError`].
pub(crate) fn fortunes(
    game: &FinishedGame,
    table: &dyn AnyTable,
    reference: &dyn Reference,
    course: &[CourseStep],
    depth: Depth,
    control: &Control,
) -> Result<Vec<Fortune>, ReferenceError> {
    let ruleset = game.ruleset().ruleset().reference();
    let believed = |step: &CourseStep| -> Result<Option<Expected>, ReferenceError> {
        let By::Seat(seat) = step.by else { return Ok(None) };
        let Some(notation) = game.notation(step.ply).filter(|_| game.is_free(step.ply) && !step.by_service)
        else {
            return Ok(None);
        };
        let seed = seed_of(game.review_seed(), "believed", step.ply, 0);
        let sampling = Sampling { plays: depth.world_plays, outcomes: depth.worlds, seed };
        let log = seen(table, &ruleset, seat, step.ply);
        Ok(Some(reference.believed(&log, notation, sampling, control)?[seat]))
    };
    let believed: Vec<_> = course.par_iter().map(believed).collect::<Result<_, ReferenceError>>()?;
    let of = |seat: Seat| {
        let mut fortune = Fortune::default();
        let mut variance = 0.0;
        for ((change, step), believed) in changes(seat, 0.0, course).zip(&believed) {
            if step.is_own(seat)
                && let Some(believed) = believed
            {
                fortune.value += change - believed.value;
                variance += believed.error.powi(2);
            }
        }
        Fortune { error: variance.sqrt(), ..fortune }
    };
    Ok(Seat::all(game.ruleset().seats()).map(of).collect())
}
