//! The choices of a game are judged.

use rayon::prelude::*;
use tapis_games::erased::AnyTable;
use tapis_games::log::ObservationLog;
use tapis_games::seat::Seat;
use tapis_solver::control::Control;
use tapis_solver::engine::{Engine, HintError};

use super::levels::{self, LEVELS, losses};
use super::look::{Look, Search, answered, seed_of, seen};
use super::order::At;
use super::{Behind, Decision, Grade, at_two};
use crate::effort::Depth;
use crate::game::FinishedGame;
use crate::made::Watch;

/// A loss below this, at a table of two, is not looked at again.
pub(super) const SUSPICIOUS: f64 = 0.02;
/// A look of fewer lines does not show a fault by itself: of many choices the worst looks worse than it is.
const ENOUGH: u64 = 4_000;

/// A decision, and what each level would have lost there, by what the choice counts for.
#[derive(Clone)]
pub(crate) struct Judged {
    pub decision: Decision,
    /// Whether it seems to lose something, and was looked at too briefly to tell.
    pub is_unsure: bool,
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
    let judge = Judge { game, engine, depth, control };
    let looked = choices.par_iter().map(|choice| {
        let look = judge.look(choice, 0, depth.lines);
        (watch.done)();
        look
    });
    let mut looks: Vec<Look> = looked.collect::<Result<_, _>>()?;
    let most = (depth.again as usize).div_ceil(seats);
    let again = again(&seen_to_lose(&choices, &looks, seats), most, depth);
    let more = again.par_iter().map(|&(at, lines)| judge.look(&choices[at], 1, lines));
    let more: Vec<_> = more.collect::<Result<_, _>>()?;
    for ((at, _), look) in again.into_iter().zip(more) {
        looks[at] = look;
    }
    let weights = asked(&choices, &looks, seats, (depth.asked as usize).div_ceil(seats), seed);
    let judged = |((choice, look), weight): ((&Choice<'_>, &Look), f64)| {
        let decision = judge.decision(choice, look);
        let own = seed_of(seed, "levels", choice.ply, 0);
        let asked = if weight > 0.0 { depth.searches } else { 0 };
        let losses = losses(engine, &choice.log, look, asked, own, control);
        (watch.done)();
        let weighed =
            |losses: [f64; LEVELS.len()]| (depth.searches > 0).then_some(losses.map(|loss| loss * weight));
        let is_unsure = |of: &Decision| !shows(look, depth) && is_suspicious(look, of.behind, seats);
        let whole = |(decision, losses): (Decision, _)| Judged {
            is_unsure: is_unsure(&decision),
            decision,
            losses: weighed(losses),
        };
        decision.and_then(|decision| Ok(decision.zip(Some(losses?)))).transpose().map(|both| both.map(whole))
    };
    choices.par_iter().zip(&looks).zip(weights).filter_map(judged).collect()
}

/// Judges the choices of a game.
struct Judge<'a> {
    game: &'a FinishedGame,
    engine: &'a dyn Engine,
    depth: Depth,
    control: &'a Control,
}

impl Judge<'_> {
    /// Look number so many at a choice, of so many lines.
    fn look(&self, choice: &Choice<'_>, number: u32, lines: u64) -> Result<Look, HintError> {
        let seed = seed_of(self.game.review_seed(), "look", choice.ply, number);
        let search = Search { lines, seed, names: &[], compared: None, explained: false };
        let (_, answer) = answered(self.engine, &choice.log, search, self.control)?;
        Ok(Look::of(&answer, search))
    }

    /// `None` where the hint does not list the move that was played.
    fn decision(&self, choice: &Choice<'_>, look: &Look) -> Result<Option<Decision>, HintError> {
        let Judge { game, engine, depth, control } = *self;
        let shows = shows(look, depth);
        let at = At { game, engine, ply: choice.ply, seat: choice.seat, control };
        let behind = match shows {
            true => at.behind(look, choice.notation)?,
            false => look.behind(choice.notation),
        };
        let decision = |behind: Behind| Decision {
            ply: choice.ply,
            seat: choice.seat,
            notation: choice.notation.to_owned(),
            best: look.best().to_owned(),
            moves: look.len(),
            behind,
            grade: if shows { Grade::of(behind, game.ruleset().seats()) } else { Grade::AsGood },
            proved: look.proved,
            lines: look.lines,
        };
        Ok(behind.map(decision))
    }
}

/// What each choice counts for in what levels would have lost, so many of each seat at most: what others chose changes nothing for a seat.
fn asked(choices: &[Choice<'_>], looks: &[Look], seats: usize, most: usize, seed: [u8; 32]) -> Vec<f64> {
    let mut weights = vec![0.0; choices.len()];
    for seat in Seat::all(seats) {
        let own: Vec<usize> = (0..choices.len()).filter(|&at| choices[at].seat == seat).collect();
        let stakes: Vec<f64> = own.iter().map(|&at| looks[at].stake()).collect();
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

/// Whether a look has enough lines to show a fault, if it finds one.
pub(super) fn shows(look: &Look, depth: Depth) -> bool {
    look.proved || look.lines >= depth.more_lines.min(ENOUGH)
}

/// Whether a move that seems to lose so much is looked at again.
pub(super) fn is_suspicious(look: &Look, behind: Behind, seats: usize) -> bool {
    !look.proved && at_two(behind.mean, seats) >= SUSPICIOUS
}

/// What each choice seems to lose, where that can be looked at again.
fn seen_to_lose(choices: &[Choice<'_>], looks: &[Look], seats: usize) -> Vec<Option<(Seat, Behind)>> {
    let loss = |(choice, look): (&Choice<'_>, &Look)| {
        let behind = look.behind(choice.notation)?;
        is_suspicious(look, behind, seats).then_some((choice.seat, behind))
    };
    choices.iter().zip(looks).map(loss).collect()
}

/// Of each seat the choices to look at again, in their order, with the lines of each: what others chose changes nothing for a seat. All
/// that seem to lose as much as a slip share the lines of `most` long looks. Where those do not suffice, what seems to be worse for sure
/// comes first, then what seems to cost most.
pub(super) fn again(losses: &[Option<(Seat, Behind)>], most: usize, depth: Depth) -> Vec<(usize, u64)> {
    let mut suspicious: Vec<(Seat, Behind, usize)> =
        (0..).zip(losses).filter_map(|(at, loss)| loss.map(|(seat, behind)| (seat, behind, at))).collect();
    let sooner = |one: &Behind, other: &Behind| {
        (other.low > 0.0).cmp(&(one.low > 0.0)).then(other.mean.total_cmp(&one.mean))
    };
    suspicious.sort_by(|one, other| one.0.cmp(&other.0).then_with(|| sooner(&one.1, &other.1)));
    let of_seats = suspicious.chunk_by(|one, other| one.0 == other.0);
    let looked = of_seats.flat_map(|own| {
        let (looks, lines) = shared(own.len(), most, depth);
        own.iter().take(looks).map(move |of| (of.2, lines))
    });
    let mut found: Vec<(usize, u64)> = looked.collect();
    found.sort_unstable();
    found
}

/// How many of so many choices are looked at again with the lines of `most` long looks, and with how many lines each. Fewer than twice
/// those of the first look, or than show a fault, would tell nothing.
fn shared(choices: usize, most: usize, depth: Depth) -> (usize, u64) {
    let all = most as u64 * depth.more_lines;
    let least = ENOUGH.max(2 * depth.lines).min(depth.more_lines).max(1);
    let looks = (all / least).min(choices as u64);
    (looks as usize, all.checked_div(looks).map_or(0, |lines| lines.min(depth.more_lines)))
}
