//! The choices of a game are judged.

use rayon::prelude::*;
use tapis_games::erased::AnyTable;
use tapis_games::log::ObservationLog;
use tapis_games::seat::Seat;
use tapis_solver::engine::{Engine, HintError};

use super::levels::{self, LEVELS, losses};
use super::look::{Look, Search, answered, seed_of, seen};
use super::{Behind, Decision, Grade, at_two};
use crate::effort::Depth;
use crate::game::FinishedGame;
use crate::made::Watch;

/// A loss below this, at a table of two, is not looked at again.
const SUSPICIOUS: f64 = 0.02;

/// A decision, and what each level would have lost there, by what the choice counts for.
#[derive(Clone)]
pub(crate) struct Judged {
    pub decision: Decision,
    pub losses: Option<[f64; LEVELS.len()]>,
}

/// A choice of the game.
struct Choice<'a> {
    ply: u32,
    seat: Seat,
    notation: &'a str,
    log: ObservationLog,
}

/// All choices of the game. Those that seem to cost most are looked at again, with other random numbers.
///
/// # Errors
/// The search refused a position: a fault of the game.
pub(crate) fn judged(
    game: &FinishedGame,
    table: &dyn AnyTable,
    engine: &dyn Engine,
    depth: Depth,
    watch: Watch<'_>,
) -> Result<Vec<Judged>, HintError> {
    let (seats, seed, control) = (game.ruleset().seats(), game.review_seed(), watch.control);
    let choices = choices(game, table);
    let look = |choice: &Choice<'_>, number: u32| {
        let lines = if number == 0 { depth.lines } else { depth.more_lines };
        let search =
            Search { lines, seed: seed_of(seed, "look", choice.ply, number), names: &[], explained: false };
        let (_, answer) = answered(engine, &choice.log, search, control)?;
        Ok::<_, HintError>((Look::of(&answer), lines))
    };
    let looked = choices.par_iter().map(|choice| {
        let look = look(choice, 0);
        (watch.done)();
        look
    });
    let mut looks: Vec<(Look, u64)> = looked.collect::<Result<_, _>>()?;
    let again = again(&choices, &looks, seats, (depth.again as usize).div_ceil(seats));
    let more: Vec<_> = again.par_iter().map(|&at| look(&choices[at], 1)).collect::<Result<_, _>>()?;
    for (at, look) in again.into_iter().zip(more) {
        looks[at] = look;
    }
    let weights = asked(&choices, &looks, seats, (depth.asked as usize).div_ceil(seats), seed);
    let judge = |((choice, (look, lines)), weight): ((&Choice<'_>, &(Look, u64)), f64)| {
        let decision = decision(choice, look, *lines, seats)?;
        let own = seed_of(seed, "levels", choice.ply, 0);
        let asked = if weight > 0.0 { depth.searches } else { 0 };
        let losses = losses(engine, &choice.log, look, asked, own, control);
        (watch.done)();
        let weighed =
            |losses: [f64; LEVELS.len()]| (depth.searches > 0).then_some(losses.map(|loss| loss * weight));
        Some(losses.map(|losses| Judged { decision, losses: weighed(losses) }))
    };
    choices.par_iter().zip(&looks).zip(weights).filter_map(judge).collect()
}

/// What each choice counts for in what levels would have lost, so many of each seat at most: what others chose changes nothing for a seat.
fn asked(
    choices: &[Choice<'_>],
    looks: &[(Look, u64)],
    seats: usize,
    most: usize,
    seed: [u8; 32],
) -> Vec<f64> {
    let mut weights = vec![0.0; choices.len()];
    for seat in Seat::all(seats) {
        let own: Vec<usize> = (0..choices.len()).filter(|&at| choices[at].seat == seat).collect();
        let stakes: Vec<f64> = own.iter().map(|&at| looks[at].0.stake()).collect();
        let seed = seed_of(seed, "asked", 0, seat.index() as u32);
        own.iter().zip(levels::weights(&stakes, most, seed)).for_each(|(&at, weight)| weights[at] = weight);
    }
    weights
}

/// The plies in which a seat had at least two legal moves, with what it had seen.
fn choices<'a>(game: &'a FinishedGame, table: &dyn AnyTable) -> Vec<Choice<'a>> {
    let ruleset = game.ruleset().ruleset().reference();
    let choice = |n: u32| {
        let (seat, notation) = (game.mover(n)?, game.notation(n)?);
        Some(Choice { ply: n, seat, notation, log: seen(table, &ruleset, seat, n) })
    };
    game.free_plies().filter_map(choice).collect()
}

/// Of each seat the choices that seem to cost most, in their order: what others chose changes nothing for a seat.
fn again(choices: &[Choice<'_>], looks: &[(Look, u64)], seats: usize, most: usize) -> Vec<usize> {
    let loss = |(at, (choice, (look, _))): (usize, (&Choice<'_>, &(Look, u64)))| {
        let behind = look.behind(choice.notation).filter(|_| !look.proved)?;
        (at_two(behind.mean, seats) >= SUSPICIOUS).then_some((choice.seat, at, behind.mean))
    };
    let mut suspicious: Vec<(Seat, usize, f64)> =
        choices.iter().zip(looks).enumerate().filter_map(loss).collect();
    suspicious.sort_by(|one, other| one.0.cmp(&other.0).then(other.2.total_cmp(&one.2)));
    let of_seats = suspicious.chunk_by(|one, other| one.0 == other.0);
    let mut found: Vec<usize> =
        of_seats.flat_map(|own| own.iter().take(most).map(|(_, at, _)| *at)).collect();
    found.sort_unstable();
    found
}

/// `None` where the hint does not list the move that was played.
fn decision(choice: &Choice<'_>, look: &Look, lines: u64, seats: usize) -> Option<Decision> {
    let behind: Behind = look.behind(choice.notation)?;
    Some(Decision {
        ply: choice.ply,
        seat: choice.seat,
        notation: choice.notation.to_owned(),
        best: look.best().to_owned(),
        moves: look.len(),
        behind,
        grade: Grade::of(behind, seats),
        proved: look.proved,
        lines,
    })
}
