//! Runs a search: deepens within a world, goes from world to world, and stops when the budget ends.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use tapis_games::game::{Game, Turn};

use super::analysis::{Analysis, AnalysisOf, Line, OnProgress, SearchBudget, all_proved};
use super::context::TO_THE_END;
use super::limits::{Limits, Stopped};
use super::objective;
use super::parallel::{map_in_order, map_together, workers};
use super::problem::Problem;
use super::searcher::{SearchTable, Searcher, static_line};
use super::table_growth::TableGrowth;
use crate::answer::Stop;
use crate::control::Control;
use crate::heuristics::Heuristics;

/// The share of a budget that is spent on deepening before the search to the end, which may not finish.
const DEEPENING_SHARE: f64 = 0.1;

/// A search to the end is tried if it is expected to need at most this many times the budget.
const MOST_OVERRUN: f64 = 30.0;

/// A rough search speed. It relates a time budget to an expected number of positions.
pub const NODES_PER_SECOND: f64 = 1.5e6;

/// A search expected to visit fewer positions than this does not split its budget.
const SMALL_SEARCH: f64 = 20_000.0;

/// How many worlds are deepened side by side when not even one can be solved.
const WORLDS_SIDE_BY_SIDE: usize = 8;

/// A search deeper than this goes to the end. No line is longer.
const DEEPEST: u16 = 400;

/// Solves `problem` within `budget` and reports progress to `on_progress` from time to time.
pub fn run<G: Heuristics>(
    problem: &Problem<'_, G>,
    control: &Control,
    budget: SearchBudget,
    on_progress: OnProgress<'_, G>,
) -> AnalysisOf<G> {
    let table = SearchTable::new(problem);
    let began = Instant::now();
    let growth = TableGrowth::default();
    let mut run = SearchRun {
        problem,
        control,
        table,
        on_progress,
        began,
        remaining: budget,
        nodes: 0,
        beyond: ends_at_once(problem),
        stop: None,
        growth,
    };
    let found = if problem.worlds.len() > 1 { run.many_worlds() } else { run.one_world() };
    let variations = run.variations(&found);
    let Lines { lines: worlds, depth } = found;
    let (stop, nodes, beyond) = (run.stop, run.nodes, run.beyond);
    let analysis = Analysis { worlds, depth, variations, stop, nodes, beyond };
    run.table.discard();
    analysis
}

/// Whether a move ends the round before another deal: such lines are not searched.
fn ends_at_once<G: Heuristics>(problem: &Problem<'_, G>) -> bool {
    let Problem { rules, objective, .. } = *problem;
    let mut children = (0..problem.worlds.len())
        .flat_map(|world| (0..problem.moves.len()).map(move |mv| problem.child(world, mv)));
    let has_rounds = problem.worlds.first().is_some_and(|world| rules.between_rounds(&world.state).is_some());
    has_rounds
        && children.any(|child| {
            rules.turn(&child) == Turn::Chance && objective::is_end(rules, objective, &child, Turn::Chance)
        })
}

struct SearchRun<'r, 'p, G: Heuristics> {
    problem: &'r Problem<'p, G>,
    control: &'r Control,
    table: SearchTable,
    on_progress: OnProgress<'r, G>,
    began: Instant,
    /// The rest of the budget.
    remaining: SearchBudget,
    /// Positions visited so far.
    nodes: u64,
    /// Whether a line has ended before another deal.
    beyond: bool,
    /// Why the last search ended early, if it did.
    stop: Option<Stop>,
    growth: TableGrowth,
}

/// The lines of some worlds. All are searched to the same depth; `None`: to the end.
struct Lines {
    lines: Vec<Vec<Line>>,
    depth: Option<u32>,
}

/// The principal variation of each move.
type Variations<G> = Vec<Vec<(<G as Game>::State, <G as Game>::Move)>>;

impl<G: Heuristics> SearchRun<'_, '_, G> {
    fn one_world(&mut self) -> Lines {
        let mut found = self.static_lines(1);
        let share = self.deepening_share();
        if share > 0.0 {
            self.deepen(self.remaining.share(share), &mut found);
        }
        if share < 1.0 {
            self.search(&mut self.remaining.clone(), &mut found, TO_THE_END);
        }
        found
    }

    /// Gives the first world at most half of the budget. If that solves it, the other worlds follow one by one; else
    /// a few worlds are deepened side by side.
    fn many_worlds(&mut self) -> Lines {
        let mut found = self.static_lines(1);
        if self.deepening_share() < 1.0 {
            self.search(&mut self.remaining.share(0.5), &mut found, TO_THE_END);
        }
        if found.depth.is_none() && all_proved(&found.lines) {
            self.world_by_world(&mut found);
        } else {
            found = self.static_lines(WORLDS_SIDE_BY_SIDE);
            self.deepen(self.remaining, &mut found);
        }
        found
    }

    /// The share of the budget that goes into deepening: all of it if the end is out of reach, none if the end is
    /// surely within reach.
    fn deepening_share(&self) -> f64 {
        let positions = match (self.remaining.nodes, self.remaining.deadline) {
            (None, None) => f64::INFINITY,
            (Some(nodes), None) => nodes as f64,
            (nodes, Some(end)) => {
                let seconds = end.saturating_duration_since(Instant::now()).as_secs_f64();
                (seconds * NODES_PER_SECOND).min(nodes.map_or(f64::INFINITY, |nodes| nodes as f64))
            }
        };
        match self.problem.expected {
            _ if self.problem.tuning.deepening => 1.0,
            expected if expected < SMALL_SEARCH.min(positions / 4.0) || positions.is_infinite() => 0.0,
            expected if expected > MOST_OVERRUN * positions => 1.0,
            _ => DEEPENING_SHARE,
        }
    }

    /// The first `worlds` worlds, evaluated without a search.
    fn static_lines(&self, worlds: usize) -> Lines {
        let line = |world, mv| static_line(self.problem, &self.problem.child(world, mv));
        let lines = (0..worlds.min(self.problem.worlds.len()))
            .map(|world| (0..self.problem.moves.len()).map(|mv| line(world, mv)).collect())
            .collect();
        let mut found = Lines { lines, depth: Some(1) };
        found.update_depth();
        found
    }

    /// Deepens `found` ply by ply until it is proved or `part` is spent.
    fn deepen(&mut self, mut part: SearchBudget, found: &mut Lines) {
        for depth in (1..DEEPEST).chain([TO_THE_END]) {
            if found.depth.is_none() || !self.search(&mut part, found, depth) {
                return;
            }
        }
    }

    /// Searches `found` to `depth`. The table grows as it fills. Returns whether the search finished before `part`
    /// was spent.
    fn search(&mut self, part: &mut SearchBudget, found: &mut Lines, depth: u16) -> bool {
        while found.depth.is_some() {
            match self.run_stage(part, |run, searchers| run.search_lines(searchers, found, depth)) {
                StageEnd::Complete => return true,
                StageEnd::TableFull => self.growth.grow(&mut self.table, self.remaining.deadline),
                StageEnd::OutOfBudget => return false,
            }
        }
        true
    }

    /// Solves the worlds after the first, in order. Stops at the first world that cannot be solved.
    fn world_by_world(&mut self, found: &mut Lines) {
        let moves = self.problem.moves.len();
        let mut part = self.remaining;
        while found.lines.len() < self.problem.worlds.len() {
            let first = found.lines.len();
            let batch = first.clamp(8, 1024).min(self.problem.worlds.len() - first);
            let end = self.run_stage(&mut part, |run, searchers| {
                let lines = map_in_order(batch * moves, searchers, |searcher, i| {
                    let child = run.problem.child(first + i / moves, i % moves);
                    searcher.line(run.problem, &child, TO_THE_END, None)
                });
                let whole =
                    |world: &[Result<Line, Stopped>]| world.iter().copied().collect::<Result<_, _>>().ok();
                found.lines.extend(lines.chunks(moves).map_while(whole));
            });
            match end {
                StageEnd::Complete => self.report_progress(found),
                StageEnd::TableFull => self.growth.grow(&mut self.table, self.remaining.deadline),
                StageEnd::OutOfBudget => break,
            }
        }
    }

    /// Searches all unproved lines of `found` to `depth`. If a limit stops it, it keeps only proved lines: the others
    /// would mix depths.
    fn search_lines(&self, searchers: &mut [Searcher<'_, G>], found: &mut Lines, depth: u16) {
        let moves = self.problem.moves.len();
        let search = |searcher: &mut Searcher<'_, G>, i: usize, done: Option<&Arc<AtomicBool>>| {
            let (world, mv) = (i / moves, i % moves);
            match found.lines[world][mv] {
                line if line.proved => Ok(line),
                _ => searcher.line(self.problem, &self.problem.child(world, mv), depth, done),
            }
        };
        let lines = found.lines.len() * moves;
        // A value found to the end does not depend on the order of the work; a depth-limited one depends on the
        // table.
        let results = match depth {
            TO_THE_END => map_together(lines, searchers, |searcher, i, done| search(searcher, i, Some(done))),
            _ => map_in_order(lines, searchers, |searcher, i| search(searcher, i, None)),
        };
        let whole = results.iter().all(Result::is_ok);
        for (line, new) in found.lines.iter_mut().flatten().zip(results) {
            match new {
                Ok(new) if whole || new.proved => *line = new,
                _ => {}
            }
        }
        if whole {
            found.depth = (depth != TO_THE_END).then(|| u32::from(depth) + 1);
        }
        found.update_depth();
        if whole {
            self.report_progress(found);
        }
    }

    /// The principal variation of each move in the first world, if that world is proved. Takes at most as long as the
    /// proof.
    fn variations(&mut self, found: &Lines) -> Variations<G> {
        let plies = self.problem.plies_shown;
        let none = || vec![Vec::new(); self.problem.moves.len()];
        if plies == 0 || !found.lines.first().is_some_and(|lines| lines.iter().all(|line| line.proved)) {
            return none();
        }
        // Why the search stopped is not changed.
        let stop = self.stop;
        let again = Instant::now() + self.began.elapsed();
        let mut part =
            SearchBudget { deadline: self.remaining.deadline.map(|end| end.min(again)), ..self.remaining };
        let mut seen = Vec::new();
        loop {
            let end = self.run_stage(&mut part, |run, searchers| {
                let problem = run.problem;
                let variation =
                    |searcher: &mut Searcher<'_, G>, mv| searcher.variation(&problem.child(0, mv), plies);
                seen = map_in_order(problem.moves.len(), searchers, variation);
            });
            match end {
                StageEnd::TableFull => self.growth.grow(&mut self.table, self.remaining.deadline),
                StageEnd::Complete | StageEnd::OutOfBudget => break,
            }
        }
        self.stop = stop;
        seen
    }

    /// Runs `work` until it is done, `part` is spent or the table is full.
    fn run_stage(
        &mut self,
        part: &mut SearchBudget,
        work: impl FnOnce(&Self, &mut [Searcher<'_, G>]),
    ) -> StageEnd {
        let room = self.growth.room(&self.table);
        let nodes = [part.nodes, room].into_iter().flatten().min();
        let limits = Limits::new(self.control, nodes, part.deadline);
        let mut searchers = Vec::new();
        searchers
            .resize_with(workers(self.problem.threads), || Searcher::new(self.problem, &self.table, &limits));
        work(self, &mut searchers);
        let stop = limits.stop();
        drop(searchers);
        let spent = limits.searched();
        self.beyond |= limits.beyond();
        self.nodes += spent;
        for budget in [&mut self.remaining, part] {
            budget.nodes = budget.nodes.map(|nodes| nodes.saturating_sub(spent));
        }
        let full = stop == Some(Stop::Budget) && part.nodes != Some(0);
        self.stop = if full { None } else { stop };
        match stop {
            None => StageEnd::Complete,
            Some(_) if full => StageEnd::TableFull,
            Some(_) => StageEnd::OutOfBudget,
        }
    }

    fn report_progress(&self, found: &Lines) {
        if let Some(on_progress) = self.on_progress {
            on_progress(&Analysis {
                worlds: found.lines.clone(),
                depth: found.depth,
                variations: vec![Vec::new(); self.problem.moves.len()],
                stop: None,
                nodes: self.nodes,
                beyond: self.beyond,
            });
        }
    }
}

/// How a stage ended.
#[derive(Clone, Copy, PartialEq)]
enum StageEnd {
    /// The work is done.
    Complete,
    /// The table is full. The work can go on with a larger one.
    TableFull,
    /// The budget is spent, or the search was cancelled.
    OutOfBudget,
}

impl Lines {
    /// Proved lines hold at any depth: if all are proved, the depth limit is dropped.
    fn update_depth(&mut self) {
        if all_proved(&self.lines) {
            self.depth = None;
        }
    }
}
