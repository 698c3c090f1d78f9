//! Chooses the solver for a request and estimates its result.

use tapis_games::game::{Hidden, InformationSet, Published};

use crate::answer::{Counted, Estimate, Level, Worlds};
use crate::exhaustive::{NODES_PER_SECOND, full_level};
use crate::forecast::{Forecast, forecast};
use crate::heuristics::Heuristics;
use crate::report::count_worlds;
use crate::request::{Budget, SolverKind};
use crate::task::Task;

/// The number of positions `auto` allows without a limit in the request.
const DEFAULT_NODES: f64 = 2e7;

/// `auto` chooses an exhaustive search that is expected to need at most this share of its budget.
const BUDGET_SHARE: f64 = 0.25;

/// A rough number of playouts per second.
const PLAYOUTS_PER_SECOND: f64 = 5e4;

/// The solver for `task`, never `auto`: the requested one. `auto` takes the exhaustive solver if it should end well within the budget.
pub fn choose<G: Published>(task: &Task<'_, G>, forecast: &Forecast) -> SolverKind {
    let fits = || forecast.log10_total() <= (BUDGET_SHARE * positions(&task.request.budget)).log10();
    match task.request.solver {
        SolverKind::Auto if fits() => SolverKind::Exhaustive,
        SolverKind::Auto => SolverKind::Sampling,
        requested => requested,
    }
}

/// The expected cost of `task` and the level it can reach.
pub fn estimate<G: Published + Heuristics>(task: &Task<'_, G>) -> Estimate {
    let forecast = forecast(task);
    let solver = choose(task, &forecast);
    let log10_nodes = forecast.log10_total();
    let budget = &task.request.budget;
    let worlds = count_worlds(task.rules, &task.knowledge, 0);
    let (reachable, ms, used) = if solver == SolverKind::Sampling {
        let seconds = budget.ms.map_or(f64::INFINITY, |ms| ms as f64 / 1000.0);
        let playouts = budget.iterations.map_or(f64::INFINITY, |iterations| iterations as f64);
        let playouts = playouts.min(seconds * PLAYOUTS_PER_SECOND);
        (Level::Sampled, 1000.0 * playouts / PLAYOUTS_PER_SECOND, playouts.min(worlds.consistent))
    } else {
        let reachable = reachable(task, &forecast, &worlds);
        let share = match reachable {
            Level::Heuristic | Level::SampledWorlds => positions(budget) / 10f64.powf(log10_nodes),
            _ => 1.0,
        };
        let ms = 1000.0 * 10f64.powf(log10_nodes.min(15.0)) / NODES_PER_SECOND;
        (reachable, ms, worlds.consistent * share.min(1.0))
    };
    Estimate {
        solver,
        worlds: Worlds { used: used.max(1.0) as u64, ..worlds },
        log10_nodes,
        expected_ms: ms.min(budget.ms.map_or(MAX_MS, |ms| ms as f64)).min(MAX_MS),
        reachable,
    }
}

/// The longest time in an estimate: a hundred days.
const MAX_MS: f64 = 8.64e9;

/// The number of positions that fit a budget.
fn positions(budget: &Budget) -> f64 {
    let nodes = budget.positions().map(|nodes| nodes as f64);
    let time = budget.ms.map(|ms| ms as f64 / 1000.0 * NODES_PER_SECOND);
    nodes.into_iter().chain(time).reduce(f64::min).map_or(DEFAULT_NODES, |least| least.max(1.0))
}

/// The exactness level an exhaustive search can reach within the budget.
fn reachable<G: Published>(task: &Task<'_, G>, forecast: &Forecast, worlds: &Worlds) -> Level {
    let positions = positions(&task.request.budget).log10();
    let hidden = task.knowledge.hidden(task.rules);
    let fewer_asked = || {
        let asked = task.request.budget.worlds;
        asked.is_some_and(|asked| are_more(asked, forecast.listed, (worlds.counted, worlds.consistent)))
    };
    let some_worlds = hidden == Hidden::Private && forecast.log10_nodes <= positions;
    if forecast.log10_total() <= positions && !(some_worlds && fewer_asked()) {
        full_level(hidden, task.rules.seats())
    } else if some_worlds {
        Level::SampledWorlds
    } else {
        Level::Heuristic
    }
}

/// Whether more worlds agree than are asked for. The forecast has listed them, or their number says it: nothing stops an estimate, so it
/// makes no longer list.
fn are_more(asked: u64, listed: Option<usize>, (counted, consistent): (Counted, f64)) -> bool {
    match listed {
        Some(listed) => listed as u64 > asked,
        None => counted != Counted::Exact || consistent > asked as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_needs_no_list_to_know_whether_more_worlds_agree_than_are_asked_for() {
        let told = |asked| {
            let of = |listed, counted| are_more(asked, listed, (counted, 50_000.0));
            [of(Some(40), Counted::Exact), of(None, Counted::Exact), of(None, Counted::Estimate)]
        };
        assert_eq!(told(39), [true; 3]);
        assert_eq!(told(40), [false, true, true]);
        assert_eq!(told(50_000), [false, false, true]);
    }
}
