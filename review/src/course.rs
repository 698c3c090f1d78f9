//! What the positions of a game are worth, step by step.

use serde::{Deserialize, Serialize};
use tapis_games::seat::Seat;
use tapis_solver::reference::{Cause, Step};
use utoipa::ToSchema;

use crate::game::FinishedGame;

/// A step of a game: a move, or one outcome of chance. A ply is a move and the chance that follows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReviewStep, example = json!({"ply": 12, "by": 0, "value": [0.41, 0.59], "error": [0.06, 0.06]}))]
pub struct CourseStep {
    /// The ply it belongs to, 0 for the set-up.
    #[schema(minimum = 0, maximum = 1_000_000)]
    pub ply: u32,
    /// The seat that moved, or `deal` or `draw` where chance decided.
    pub by: By,
    /// Whether the service moved there at the seat of a person: it is a move of the others then. Absent where it did not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_service: bool,
    /// What each seat can expect of the win after it if the reference player plays on; at the end what it got.
    pub value: Vec<f64>,
    /// The standard errors of the values; 0 at the end.
    pub error: Vec<f64>,
}

/// Who or what made a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
#[schema(as = ReviewStepBy)]
pub enum By {
    /// A seat, by a move.
    Seat(Seat),
    /// Chance.
    Chance(Chance),
}

/// What chance did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReviewChance)]
pub enum Chance {
    /// It dealt a round.
    Deal,
    /// It drew something else.
    Draw,
}

impl CourseStep {
    /// A step of `game`.
    pub(crate) fn of(step: &Step, game: &FinishedGame) -> Self {
        let by = match step.cause {
            Cause::Move(seat) => By::Seat(seat),
            Cause::Deal => By::Chance(Chance::Deal),
            Cause::Draw => By::Chance(Chance::Draw),
        };
        let values = step.values.iter();
        Self {
            ply: step.ply,
            by,
            by_service: matches!(by, By::Seat(_)) && game.is_by_service(step.ply),
            value: values.clone().map(|of| of.value).collect(),
            error: values.map(|of| of.error).collect(),
        }
    }

    /// Whether it is a move that somebody at `seat` chose.
    pub(crate) fn is_own(&self, seat: Seat) -> bool {
        self.by == By::Seat(seat) && !self.by_service
    }
}
