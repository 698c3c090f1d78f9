//! The engine of one ruleset of one game.

use tapis_games::game::Published;
use tapis_games::log::ObservationLog;
use tapis_games::ruleset::Ruleset;

use super::{BotLevel, Engine, HintError, KeptSearch, Odds};
use crate::answer::{Answer, Estimate, Status};
use crate::control::Control;
use crate::estimate;
use crate::forecast::{self, Forecast};
use crate::grades::Grades;
use crate::heuristics::Heuristics;
use crate::insight::Extent;
use crate::request::{Objective, Request, SolverKind};
use crate::task::Task;
use crate::{aside, bots, exhaustive, insight, sampling};

/// The share of its budget that an exhaustive search gets if sampling can still take over.
const TRIAL_SHARE: f64 = 0.6;

/// Solves positions of the ruleset `rules`.
pub struct TypedEngine<G> {
    rules: G,
    ruleset: Ruleset,
}

impl<G: Published + Heuristics> TypedEngine<G> {
    /// An engine for `rules`.
    pub fn new(rules: G) -> Self {
        Self { ruleset: Ruleset::of(&rules), rules }
    }

    /// The ruleset as logs and answers name it.
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }
}

impl<G: Published + Heuristics> TypedEngine<G> {
    /// The answer of an exhaustive search with what lines after its moves have in common.
    fn explained(&self, task: &Task<'_, G>, mut answer: Answer, control: &Control) -> Answer {
        if answer.status != Status::Cancelled && !task.request.unexplained {
            let late = task.late(control);
            let extent = Extent::of(&task.request.budget, &answer, &late);
            insight::explain(task, &mut answer, &|_, _| None, extent);
        }
        answer
    }
}

impl<G: Published + Heuristics> Engine for TypedEngine<G> {
    fn hint(&self, log: &ObservationLog, request: &Request, control: &Control) -> Result<Answer, HintError> {
        self.go_on(log, request, control, &mut KeptSearch::default())
    }

    fn go_on(
        &self,
        log: &ObservationLog,
        request: &Request,
        control: &Control,
        kept: &mut KeptSearch,
    ) -> Result<Answer, HintError> {
        let mut task = Task::new(&self.rules, &self.ruleset.hash, log, request)?;
        aside::check(&task)?;
        if request.solver == SolverKind::Sampling {
            return Ok(sampling::go_on(&task, control, kept));
        }
        let forecast = forecast::forecast(&task);
        if estimate::choose(&task, &forecast) == SolverKind::Sampling {
            return Ok(sampling::go_on(&task, control, kept));
        }
        let to_the_end = objective_to_the_end(&task, &forecast);
        let objective = std::mem::replace(&mut task.objective, to_the_end);
        if request.solver == SolverKind::Exhaustive {
            return Ok(self.explained(&task, exhaustive::solve(&task, &forecast, 1.0, control), control));
        }
        let answer = exhaustive::solve(&task, &forecast, TRIAL_SHARE, control);
        if answer.status != Status::Partial {
            return Ok(self.explained(&task, answer, control));
        }
        task.objective = objective;
        Ok(sampling::go_on(&task, control, kept))
    }

    fn more(
        &self,
        log: &ObservationLog,
        request: &Request,
        answer: Answer,
        control: &Control,
    ) -> Result<Answer, HintError> {
        aside::add(&Task::new(&self.rules, &self.ruleset.hash, log, request)?, answer, control)
    }

    fn estimate(&self, log: &ObservationLog, request: &Request) -> Result<Estimate, HintError> {
        Ok(estimate::estimate(&Task::new(&self.rules, &self.ruleset.hash, log, request)?))
    }

    fn grades(&self) -> Grades {
        self.rules.grades()
    }

    fn choose(
        &self,
        level: BotLevel,
        log: &ObservationLog,
        seed: [u8; 32],
        control: &Control,
    ) -> Result<String, HintError> {
        let request = Request { seed, ..Request::default() };
        let task = Task::new(&self.rules, &self.ruleset.hash, log, &request)?;
        Ok(bots::choose(&task, level, seed, control))
    }

    fn odds(
        &self,
        levels: &[BotLevel],
        log: &ObservationLog,
        seed: [u8; 32],
        control: &Control,
    ) -> Result<Vec<Odds>, HintError> {
        let request = Request { seed, ..Request::default() };
        let task = Task::new(&self.rules, &self.ruleset.hash, log, &request)?;
        Ok(bots::odds(&task, levels, seed, control))
    }
}

/// The objective of an exhaustive search: the requested one. By default the share of the win; the points of the round, if another deal
/// follows before the end of the game and the game does not know what a round brings.
fn objective_to_the_end<G: Published + Heuristics>(task: &Task<'_, G>, forecast: &Forecast) -> Objective {
    let is_open = forecast.several_rounds && task.rules.between_rounds(&task.world).is_none();
    task.request.objective.unwrap_or(if is_open { Objective::RoundPayoff } else { Objective::WinShare })
}
