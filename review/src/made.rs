//! A review is made.

use serde::{Deserialize, Serialize};
use tapis_games::ruleset::RulesetReference;
use tapis_games::seat::{BySeat, Seat};
use tapis_solver::control::Control;
use tapis_solver::reference::{self, Expected, Reference, ReferenceError, Sampling};
use utoipa::ToSchema;

use crate::course::CourseStep;
use crate::effort::Depth;
use crate::game::FinishedGame;
use crate::split::{Split, SplitLuck};
use crate::turning::{TurningPoint, turning_points};

/// What in the result of a game was luck, and what was play. Everything is a share of the win, 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Review {
    /// The ruleset played.
    pub ruleset: RulesetReference,
    /// The number of moves.
    #[schema(minimum = 0, maximum = 1_000_000)]
    pub moves: usize,
    /// Against whom play is measured, and how well.
    pub reference: ReferencePlayer,
    /// What each seat can expect before the first deal.
    pub par: Par,
    /// The result of each seat, taken apart.
    pub seats: Vec<SeatReview>,
    /// What each seat could expect after every step of the game.
    pub course: Vec<CourseStep>,
}

/// Against whom play is measured, and how well. It plays by habit, without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReferencePlayer {
    /// Its version. Values of two versions cannot be compared.
    #[schema(minimum = 1, maximum = 1_000_000)]
    pub version: u32,
    /// Its games from each position.
    #[schema(minimum = 1, maximum = 1_000_000)]
    pub plays: u32,
    /// The outcomes drawn afresh where chance could have decided otherwise; where there are at most 64, all are taken.
    #[schema(minimum = 1, maximum = 1_000_000)]
    pub outcomes: u32,
    /// The deals from which par is taken.
    #[schema(minimum = 1, maximum = 1_000_000)]
    pub deals: u32,
}

/// What each seat can expect before the first deal of a ruleset.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReviewPar)]
pub struct Par {
    /// The mean win shares.
    pub value: Vec<f64>,
    /// Their standard errors.
    pub error: Vec<f64>,
}

/// The result of a seat: `result` − `par` is `luck` (`deal` + `draws`) + `play` + `others`, to rounding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SeatReview {
    /// The seat.
    pub seat: Seat,
    /// Its share of the win.
    #[schema(minimum = 0, maximum = 1)]
    pub result: f64,
    /// What it could expect before the first deal.
    #[schema(minimum = 0, maximum = 1)]
    pub par: f64,
    /// What chance brought. Its mean over many games is nought, whoever plays.
    pub luck: SplitLuck,
    /// What its own moves changed, compared with those of the reference player.
    pub play: f64,
    /// What the moves of the others changed.
    pub others: f64,
    /// The steps that changed most for it, at most three, the greatest change first.
    pub turning_points: Vec<TurningPoint>,
}

impl From<&BySeat<Expected>> for Par {
    fn from(par: &BySeat<Expected>) -> Self {
        Self {
            value: par.iter().map(|of| of.value).collect(),
            error: par.iter().map(|of| of.error).collect(),
        }
    }
}

impl Par {
    /// The par of the ruleset that `reference` plays. Runs in the rayon pool of the caller.
    ///
    /// # Errors
    /// [`ReferenceError::Cancelled`].
    pub fn of(reference: &dyn Reference, depth: Depth, control: &Control) -> Result<Self, ReferenceError> {
        Ok((&reference.par(0..depth.deals, control)?).into())
    }
}

impl Review {
    /// The review of `game`, whose ruleset has this reference player and par; `done` is called after each position. Runs in the
    /// rayon pool of the caller. The same game, depth and version give the same review on any number of threads.
    ///
    /// # Errors
    /// See [`ReferenceError`].
    pub fn of(
        game: &FinishedGame,
        reference: &dyn Reference,
        par: Par,
        depth: Depth,
        control: &Control,
        done: &(dyn Fn() + Sync),
    ) -> Result<Self, ReferenceError> {
        let Depth { plays, outcomes, deals } = depth;
        let sampling = Sampling { plays, outcomes, seed: game.review_seed() };
        let steps = reference.course(&game.plies, sampling, control, done)?;
        let course: Vec<CourseStep> = steps.iter().map(CourseStep::from).collect();
        let seat = |(seat, &par): (Seat, &f64)| seat_review(seat, par, &course, game);
        Ok(Self {
            ruleset: game.ruleset().ruleset().reference(),
            moves: game.moves(),
            reference: ReferencePlayer { version: reference::VERSION, plays, outcomes, deals },
            seats: Seat::all(par.value.len()).zip(&par.value).map(seat).collect(),
            par,
            course,
        })
    }
}

fn seat_review(seat: Seat, par: f64, course: &[CourseStep], game: &FinishedGame) -> SeatReview {
    let Split { luck, play, others } = Split::of(seat, par, course);
    let end = course.last().and_then(|step| step.value.get(seat.index()).copied());
    SeatReview {
        seat,
        result: end.unwrap_or(par),
        par,
        luck,
        play,
        others,
        turning_points: turning_points(seat, par, course, game),
    }
}
