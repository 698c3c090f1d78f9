//! A review is made.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tapis_games::erased::AnyRuleset;
use tapis_games::ruleset::RulesetReference;
use tapis_games::seat::{BySeat, Seat};
use tapis_solver::control::Control;
use tapis_solver::engine::Engine;
use tapis_solver::reference::{self, Expected, Reference, Sampling};
use tapis_solver::registry::Registry;
use utoipa::ToSchema;

use crate::course::CourseStep;
use crate::decisions::{Choices, Decision, choices, judged};
use crate::effort::Depth;
use crate::error::ReviewError;
use crate::fortune::{Fortune, fortunes};
use crate::game::FinishedGame;
use crate::split::{Split, SplitLuck};
use crate::turning::{TurningPoint, turning_points};

/// What in the result of a game was luck, and what was play. Everything is a share of the win, 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = GameReview)]
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
    /// Every choice, judged by the hint that the seat could have had. What the service played for a person is nobody's choice.
    pub decisions: Vec<Decision>,
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
    /// What the moves of the others changed, and what the service played for it.
    pub others: f64,
    /// What the cards made of its own moves beyond what it could expect of them; absent in a `quick` review.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fortune: Option<Fortune>,
    /// The steps that changed most for it, at most three, the greatest change first.
    pub turning_points: Vec<TurningPoint>,
    /// What it chose, judged by what it could know; absent where choices were not judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choices: Option<Choices>,
}

/// Who reviews games of one ruleset.
#[derive(Clone)]
pub struct Reviewer {
    reference: Arc<dyn Reference>,
    pub(crate) engine: Arc<dyn Engine>,
}

/// Watches and stops a review.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Stops it.
    pub control: &'a Control,
    /// Called after each position of the first part, and of the second twice a choice: when it is looked at, and when it is judged.
    pub done: &'a (dyn Fn() + Sync),
}

impl From<&BySeat<Expected>> for Par {
    fn from(par: &BySeat<Expected>) -> Self {
        Self {
            value: par.iter().map(|of| of.value).collect(),
            error: par.iter().map(|of| of.error).collect(),
        }
    }
}

impl Reviewer {
    /// Who reviews games of `ruleset`.
    ///
    /// # Errors
    /// [`ReviewError::UnknownGame`].
    pub fn of(games: &Registry, ruleset: &dyn AnyRuleset) -> Result<Self, ReviewError> {
        let reference = games.reference(ruleset).ok_or(ReviewError::UnknownGame)?;
        let engine = games.engine(ruleset).ok_or(ReviewError::UnknownGame)?;
        Ok(Self { reference, engine })
    }

    /// Against whom play is measured.
    pub fn reference(&self) -> &dyn Reference {
        &*self.reference
    }

    /// What each seat can expect before the first deal. Runs in the rayon pool of the caller.
    ///
    /// # Errors
    /// [`ReviewError::Cancelled`].
    pub fn par(&self, depth: Depth, control: &Control) -> Result<Par, ReviewError> {
        Ok((&self.reference.par(0..depth.deals, control)?).into())
    }

    /// The review of `game`, whose ruleset has this par. Runs in the rayon pool of the caller. The same game, depth and version give the
    /// same review on any number of threads.
    ///
    /// # Errors
    /// See [`ReviewError`].
    pub fn review(
        &self,
        game: &FinishedGame,
        par: Par,
        depth: Depth,
        watch: Watch<'_>,
    ) -> Result<Review, ReviewError> {
        let split = self.split(game, par, depth, watch)?;
        self.judged(game, split, depth, watch)
    }

    /// The first part of [`Reviewer::review`]: the result taken apart, and what each step was worth. No choice is judged in it.
    ///
    /// # Errors
    /// See [`ReviewError`].
    pub fn split(
        &self,
        game: &FinishedGame,
        par: Par,
        depth: Depth,
        watch: Watch<'_>,
    ) -> Result<Review, ReviewError> {
        let Depth { plays, outcomes, deals, .. } = depth;
        let sampling = Sampling { plays, outcomes, seed: game.review_seed() };
        let steps = self.reference.course(&game.plies, sampling, watch.control, watch.done)?;
        let course: Vec<CourseStep> = steps.iter().map(|step| CourseStep::of(step, game)).collect();
        let seats = Seat::all(par.value.len()).zip(&par.value);
        let seats = seats.map(|(seat, &par)| seat_review(seat, par, &course, (game, plays))).collect();
        Ok(Review {
            ruleset: game.ruleset().ruleset().reference(),
            moves: game.moves(),
            reference: ReferencePlayer { version: reference::VERSION, plays, outcomes, deals },
            par,
            seats,
            course,
            decisions: Vec::new(),
        })
    }

    /// The decisions of [`Reviewer::review`] alone.
    ///
    /// # Errors
    /// See [`ReviewError`].
    pub fn decisions(
        &self,
        game: &FinishedGame,
        depth: Depth,
        watch: Watch<'_>,
    ) -> Result<Vec<Decision>, ReviewError> {
        let depth = depth.in_game_of(game.choices());
        let table = game.ruleset().restore(&game.plies)?;
        let judged = judged(game, &*table, &*self.engine, depth, watch)?;
        Ok(judged.into_iter().map(|one| one.decision).collect())
    }

    /// The whole [`Reviewer::review`] from its first part.
    ///
    /// # Errors
    /// See [`ReviewError`].
    pub fn judged(
        &self,
        game: &FinishedGame,
        mut split: Review,
        depth: Depth,
        watch: Watch<'_>,
    ) -> Result<Review, ReviewError> {
        let depth = depth.in_game_of(game.choices());
        let table = game.ruleset().restore(&game.plies)?;
        let (control, reference) = (watch.control, &*self.reference);
        if depth.worlds > 0 {
            let fortunes = fortunes(game, &*table, reference, &split.course, depth, control)?;
            split.seats.iter_mut().zip(fortunes).for_each(|(of, fortune)| of.fortune = Some(fortune));
        }
        if depth.lines > 0 {
            let judged = judged(game, &*table, &*self.engine, depth, watch)?;
            for of in &mut split.seats {
                let by_service = game.chosen_by_service(of.seat);
                of.choices = Some(Choices { by_service, ..choices(of.seat, &judged) });
            }
            split.decisions = judged.into_iter().map(|one| one.decision).collect();
        }
        if control.cancel.is_cancelled() { Err(ReviewError::Cancelled) } else { Ok(split) }
    }
}

fn seat_review(
    seat: Seat,
    par: f64,
    course: &[CourseStep],
    (game, plays): (&FinishedGame, u32),
) -> SeatReview {
    let Split { luck, play, others } = Split::of(seat, par, course);
    let end = course.last().and_then(|step| step.value.get(seat.index()).copied());
    SeatReview {
        seat,
        result: end.unwrap_or(par),
        par,
        luck,
        play,
        others,
        turning_points: turning_points(seat, par, course, (game, plays)),
        fortune: None,
        choices: None,
    }
}
