//! From a task to an answer.

use std::time::Instant;

use tapis_games::game::{Hidden, Published};

use super::findings::Judge;
use super::problem::Problem;
use super::run::{Allowance, AnalysisOf, run};
use super::tuning::Tuning;
use super::worlds::{self, Worlds};
use crate::answer::{Answer, Level, Status};
use crate::control::Control;
use crate::estimate::Forecast;
use crate::heuristics::Heuristics;
use crate::report::assemble;
use crate::request::{Budget, Concept};
use crate::task::Task;

/// Plies of a principal variation at most.
const VARIATION: usize = 12;

/// Expected positions up to which max^n is solved beside the paranoid concept, only to compare them.
const BESIDE: f64 = 4.7;

/// A hint by exhaustive search, with `share` of the request's budget. Blocks; runs on the calling thread and the rayon
/// pool it is in.
pub fn solve<G: Published + Heuristics>(
    task: &Task<'_, G>,
    forecast: &Forecast,
    share: f64,
    control: &Control,
) -> Answer {
    solve_with(task, forecast, share, Tuning::default(), control)
}

/// [`solve`] with other switches: for tests and benches.
pub fn solve_with<G: Published + Heuristics>(
    task: &Task<'_, G>,
    forecast: &Forecast,
    share: f64,
    tuning: Tuning,
    control: &Control,
) -> Answer {
    let allowance = allowance(task, share);
    let Worlds { list, apart, all } = worlds::select(task);
    let problem = Problem {
        rules: task.rules,
        seat: task.seat,
        objective: task.objective,
        concept: task.concept,
        moves: task.moves.clone(),
        worlds: list,
        apart: if apart.len() > 1 { apart } else { Vec::new() },
        tuning,
        threads: if allowance.nodes.is_some() { 1 } else { task.request.threads },
        expected: 10f64.powf(forecast.log10_nodes),
        plies_shown: VARIATION,
    };
    let judge = Judge { task, problem: &problem, all };
    let watch = |analysis: &AnalysisOf<G>| {
        if let Some(progress) = &control.progress {
            let findings = judge.findings(analysis, None);
            progress(&Answer { status: Status::Partial, ..assemble(task, findings) });
        }
    };
    let analysis = run(&problem, control, allowance, Some(&watch));
    let beside = beside(&judge, forecast, &analysis, allowance, control);
    assemble(task, judge.findings(&analysis, beside.as_ref()))
}

/// The same problem under the other concept, where that is cheap: max^n beside paranoid only if small, paranoid beside
/// max^n within the rest of the budget.
fn beside<G: Published + Heuristics>(
    judge: &Judge<'_, '_, G>,
    forecast: &Forecast,
    analysis: &AnalysisOf<G>,
    allowance: Allowance,
    control: &Control,
) -> Option<Vec<f64>> {
    let concept = judge.problem.concept?;
    let hidden = judge.task.rules.hidden(&judge.task.knowledge);
    if hidden == Hidden::Private || judge.level(analysis) != Level::ExactConcept {
        return None;
    }
    let other = match concept {
        Concept::Maxn => Concept::Paranoid,
        Concept::Paranoid if forecast.log10_nodes <= BESIDE => Concept::Maxn,
        Concept::Paranoid => return None,
    };
    let problem =
        Problem { concept: Some(other), plies_shown: 0, apart: Vec::new(), ..judge.problem.clone() };
    let left = Allowance {
        nodes: allowance.nodes.map(|nodes| nodes.saturating_sub(analysis.nodes)),
        deadline: allowance.deadline,
    };
    let analysis = run(&problem, control, left, None);
    let seat = judge.task.seat.index();
    let own = |worths: super::goal::Worths| worths[seat];
    (analysis.proved() && analysis.depth.is_none())
        .then(|| problem.average(&analysis).into_iter().map(own).collect())
}

fn allowance<G: Published>(task: &Task<'_, G>, share: f64) -> Allowance {
    let Budget { nodes, iterations, .. } = task.request.budget;
    let nodes = nodes.into_iter().chain(iterations).min();
    let now = Instant::now();
    Allowance {
        nodes: nodes.map(|nodes| (nodes as f64 * share) as u64),
        deadline: task.deadline().map(|end| now + end.saturating_duration_since(now).mul_f64(share)),
    }
}
