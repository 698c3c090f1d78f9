//! Turns a task into an answer.

use tapis_games::game::{Hidden, InformationSet, Published};

use super::analysis::{AnalysisOf, SearchBudget};
use super::findings::Solved;
use super::objective::SeatValues;
use super::problem::{Problem, World};
use super::run::run;
use super::tuning::Tuning;
use super::worlds::{self, Worlds};
use crate::answer::{Answer, Level, Status};
use crate::control::Control;
use crate::forecast::Forecast;
use crate::heuristics::Heuristics;
use crate::report::{Findings, TOLERANCE, assemble};
use crate::request::{Budget, Concept, Objective};
use crate::task::Task;

/// Maximal length of a principal variation, in plies.
const MAX_VARIATION: usize = 12;

/// Up to this many expected positions, as a power of ten, max^n is solved beside the paranoid concept for comparison.
const SMALL_MAXN: f64 = 4.7;

/// A hint by exhaustive search, with `share` of the request's budget. Blocks; runs on the calling thread and its
/// rayon pool.
pub fn solve<G: Published + Heuristics>(
    task: &Task<'_, G>,
    forecast: &Forecast,
    share: f64,
    control: &Control,
) -> Answer {
    let budget = budget(task, share);
    let Worlds { list, unmerged } = worlds::select(task);
    let problem = Problem {
        rules: task.rules,
        seat: task.seat,
        objective: task.objective,
        concept: task.concept,
        moves: task.moves.clone(),
        worlds: list,
        tuning: Tuning::default(),
        threads: if budget.nodes.is_some() { 1 } else { task.request.threads },
        expected: 10f64.powf(forecast.log10_nodes),
        plies_shown: MAX_VARIATION,
    };
    let all = unmerged.is_some();
    let on_progress = |analysis: &AnalysisOf<G>| {
        if let Some(progress) = &control.progress {
            let findings = Solved { task, problem: &problem, all, analysis }.findings(None);
            progress(&Answer { status: Status::Partial, ..assemble(task, findings) });
        }
    };
    let analysis = run(&problem, control, budget, Some(&on_progress));
    let solved = Solved { task, problem: &problem, all, analysis: &analysis };
    let findings = solved.findings(solve_other_concept(&solved, forecast, budget, control).as_ref());
    let points =
        unmerged.and_then(|worlds| by_points(&problem, worlds, &findings, &analysis, budget, control));
    assemble(task, Findings { points, ..findings })
}

/// The least positions in which moves of equal share are told apart by points. Else it is tried in as many as the shares took.
const LEAST_FOR_POINTS: u64 = 20_000;

/// The points that the moves bring, where several win the same share and that can be found out as quickly. These are all `worlds`: those
/// that are alike for the share need not be for points.
fn by_points<G: Published + Heuristics>(
    problem: &Problem<'_, G>,
    worlds: Vec<World<G::State>>,
    findings: &Findings,
    analysis: &AnalysisOf<G>,
    budget: SearchBudget,
    control: &Control,
) -> Option<Vec<f64>> {
    let mut shares: Vec<f64> = findings.moves.iter().map(|advice| advice.value).collect();
    shares.sort_by(f64::total_cmp);
    let tied = shares.windows(2).any(|pair| pair[1] - pair[0] <= TOLERANCE);
    if problem.objective != Objective::WinShare || findings.status != Status::Final || !tied {
        return None;
    }
    let most = analysis.nodes.max(LEAST_FOR_POINTS);
    let left = budget.nodes.map_or(most, |nodes| nodes.saturating_sub(analysis.nodes).min(most));
    let problem =
        Problem { objective: Objective::Points, worlds, plies_shown: 0, threads: 1, ..problem.clone() };
    solved_values(&problem, SearchBudget { nodes: Some(left), ..budget }, control)
}

/// Solves the problem under the other concept if that is cheap: max^n beside paranoid only if it is small, paranoid
/// beside max^n within the rest of the budget.
fn solve_other_concept<G: Published + Heuristics>(
    solved: &Solved<'_, '_, G>,
    forecast: &Forecast,
    budget: SearchBudget,
    control: &Control,
) -> Option<Vec<f64>> {
    let Solved { task, problem, analysis, .. } = solved;
    let concept = problem.concept?;
    if task.knowledge.hidden(task.rules) == Hidden::Private || solved.level() != Level::ExactConcept {
        return None;
    }
    let other = match concept {
        Concept::Maxn => Concept::Paranoid,
        Concept::Paranoid if forecast.log10_nodes <= SMALL_MAXN => Concept::Maxn,
        Concept::Paranoid => return None,
    };
    let problem = Problem { concept: Some(other), plies_shown: 0, ..(*problem).clone() };
    let nodes = budget.nodes.map(|nodes| nodes.saturating_sub(analysis.nodes));
    solved_values(&problem, SearchBudget { nodes, ..budget }, control)
}

/// The values of the moves to the seat advised, if every world is solved within `budget`.
fn solved_values<G: Heuristics>(
    problem: &Problem<'_, G>,
    budget: SearchBudget,
    control: &Control,
) -> Option<Vec<f64>> {
    let analysis = run(problem, control, budget, None);
    let own = |values: SeatValues| values[problem.seat.index()];
    let solved =
        analysis.proved() && analysis.depth.is_none() && analysis.worlds.len() == problem.worlds.len();
    solved.then(|| problem.average(&analysis).into_iter().map(own).collect())
}

fn budget<G: Published>(task: &Task<'_, G>, share: f64) -> SearchBudget {
    let Budget { nodes, iterations, .. } = task.request.budget;
    let nodes = nodes.into_iter().chain(iterations).min();
    SearchBudget { nodes, deadline: task.deadline() }.share(share)
}
